/** Lists where a window shows the panel (side bar, editor tab), and chooses the one that a command acts on. */
import type { FocusTarget } from '../../core/protocol/panel-messages.ts';

/** The side bar, or an editor tab. */
export interface PanelPlace {
  readonly isVisible: boolean;
  /** Whether it can be revealed without making a new one. */
  readonly isOpen: boolean;
  /** Shows the panel there and moves the keyboard focus to the target. `text` is what the find bar looks for. */
  reveal(target: FocusTarget, text?: string): Promise<void>;
}

export class PanelPlaces {
  readonly #places: PanelPlace[] = [];
  readonly #listeners = new Set<() => void>();
  readonly #focusListeners = new Set<(isFocused: boolean) => void>();
  /** Two while the focus goes from one to the other. */
  readonly #focused = new Set<PanelPlace>();
  /** The one that a person worked in last. */
  #last: PanelPlace | undefined;

  /** Of places that are equally good the first one is used. */
  add(place: PanelPlace): void {
    this.#places.push(place);
  }

  get isVisible(): boolean {
    return this.#places.some(({ isVisible }) => isVisible);
  }

  /** Hears when a place is shown or hidden. Returns a function that removes the listener. */
  onDidChangeVisibility(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** To be called when the place was shown or hidden. */
  changed(): void {
    for (const listener of this.#listeners) listener();
  }

  /** To be called when the place is the one that a person works in. */
  used(place: PanelPlace): void {
    this.#last = place;
  }

  /** To be called when the keyboard focus came into the place, and when it left it. */
  focused(place: PanelPlace, isFocused: boolean): void {
    if (isFocused) this.used(place);
    if (isFocused === this.hasFocus(place)) return;
    if (isFocused) this.#focused.add(place);
    else this.#focused.delete(place);
    for (const listener of this.#focusListeners) listener(this.#focused.size > 0);
  }

  hasFocus(place: PanelPlace): boolean {
    return this.#focused.has(place);
  }

  /** Hears whether the keyboard focus is in one of the places. Returns a function that removes the listener. */
  onDidChangeFocus(listener: (isFocused: boolean) => void): () => void {
    this.#focusListeners.add(listener);
    return () => this.#focusListeners.delete(listener);
  }

  /** Reveals the visible place, of several the one that had the focus last; else an open one, else the first. */
  async reveal(target: FocusTarget, text?: string): Promise<void> {
    const visible = this.#places.filter(({ isVisible }) => isVisible);
    const last = visible.find((place) => place === this.#last);
    const place = last ?? visible[0] ?? this.#places.find(({ isOpen }) => isOpen) ?? this.#places[0];
    await place?.reveal(target, text);
  }
}
