/** Lists the locations of the panel in a window (side bar, editor tab), and chooses the one that a command acts on. */
import type { FocusTarget } from '../../core/protocol/panel-messages.ts';

/** The side bar, or an editor tab. */
export interface PanelLocation {
  readonly isVisible: boolean;
  /** Whether it can be revealed without making a new one. */
  readonly isOpen: boolean;
  /** Shows the panel there and moves the keyboard focus to the target. `text` is what the find bar looks for. */
  reveal(target: FocusTarget, text?: string): Promise<void>;
}

export class PanelLocations {
  readonly #locations: PanelLocation[] = [];
  readonly #listeners = new Set<() => void>();
  readonly #focusListeners = new Set<(isFocused: boolean) => void>();
  /** It holds two while the focus moves from one to the other. */
  readonly #focused = new Set<PanelLocation>();
  /** The location that a person worked in last. */
  #last: PanelLocation | undefined;

  /** Where two locations would do, the one that was added first is used. */
  add(location: PanelLocation): void {
    this.#locations.push(location);
  }

  get isVisible(): boolean {
    return this.#locations.some(({ isVisible }) => isVisible);
  }

  /** Calls the listener when a location is shown or hidden. Returns a function that removes the listener. */
  onDidChangeVisibility(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** To be called when the location was shown or hidden. */
  changed(): void {
    for (const listener of this.#listeners) listener();
  }

  /** To be called when the location is the one that a person works in. */
  used(location: PanelLocation): void {
    this.#last = location;
  }

  /** To be called when the keyboard focus entered the location, and when it left it. */
  focused(location: PanelLocation, isFocused: boolean): void {
    if (isFocused) this.used(location);
    if (isFocused === this.hasFocus(location)) return;
    if (isFocused) this.#focused.add(location);
    else this.#focused.delete(location);
    for (const listener of this.#focusListeners) listener(this.#focused.size > 0);
  }

  hasFocus(location: PanelLocation): boolean {
    return this.#focused.has(location);
  }

  /** Calls the listener with whether the keyboard focus is in one of the locations. Returns a function that removes the listener. */
  onDidChangeFocus(listener: (isFocused: boolean) => void): () => void {
    this.#focusListeners.add(listener);
    return () => this.#focusListeners.delete(listener);
  }

  /** Reveals the visible location, of several the one that had the focus last; else an open one, else the first. */
  async reveal(target: FocusTarget, text?: string): Promise<void> {
    const visible = this.#locations.filter(({ isVisible }) => isVisible);
    const last = visible.find((location) => location === this.#last);
    const location = last ?? visible[0] ?? this.#locations.find(({ isOpen }) => isOpen) ?? this.#locations[0];
    await location?.reveal(target, text);
  }
}
