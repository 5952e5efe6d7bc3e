/** A Lit controller that tells a press meant for a button from one that was meant for what was there a moment before. */
import type { LitElement, ReactiveController } from 'lit';

/** Milliseconds between two looks. */
const LOOK = 100;
/** Looks for which a button must have been there, unmoved: half a second. */
const ENOUGH = 5;

export class PressGuard implements ReactiveController {
  readonly #host: LitElement;
  readonly #selector: string;
  #timer: ReturnType<typeof setInterval> | undefined;
  /** Looks since the buttons answer what they answer now. */
  #known = 0;
  /** Looks since a button moved, was covered or came into sight. */
  #unmoved = 0;
  #places = '';

  /** `selector` finds the buttons in the host. */
  constructor(host: LitElement, selector: string) {
    this.#host = host;
    this.#selector = selector;
    host.addController(this);
  }

  hostConnected(): void {
    this.restart();
    this.#timer = setInterval(() => this.#look(), LOOK);
  }

  hostDisconnected(): void {
    clearInterval(this.#timer);
  }

  /** The buttons answer something else from now on. */
  restart(): void {
    this.#known = 0;
    this.#unmoved = 0;
    this.#host.removeAttribute('takes-presses');
  }

  /** Whether a press counts. A key goes to the button with the focus, so for a key the buttons may have moved. */
  takes(press: MouseEvent): boolean {
    if (this.#known < ENOUGH) return false;
    return press.detail === 0 || (this.#unmoved >= ENOUGH && this.#placesNow() === this.#places);
  }

  #look(): void {
    const places = this.#placesNow();
    this.#unmoved = places === this.#places ? this.#unmoved + 1 : 0;
    this.#places = places;
    this.#known += 1;
    // Tests wait for it.
    this.#host.toggleAttribute('takes-presses', this.#unmoved >= ENOUGH && this.#known >= ENOUGH);
  }

  #placesNow(): string {
    const buttons = [...this.#host.renderRoot.querySelectorAll(this.#selector)];
    return buttons.map(placeOf).join();
  }
}

function placeOf(button: Element): string {
  const { left, top, width, height } = button.getBoundingClientRect();
  return `${left} ${top} ${isOnTop(button, left + width / 2, top + height / 2)}`;
}

/** Whether nothing covers the element at a point. */
function isOnTop(element: Element, x: number, y: number): boolean {
  let at = document.elementFromPoint(x, y);
  while (at && !element.contains(at)) {
    const inner: Element | null = at.shadowRoot?.elementFromPoint(x, y) ?? null;
    at = inner === at ? null : inner;
  }
  return at !== null;
}
