/** A controller that knows whether the pointer or the focus is in an element, so that its buttons are drawn only then. */
import type { LitElement, ReactiveController } from 'lit';

export class WhileActive implements ReactiveController {
  private readonly host: LitElement;
  private hovered = false;
  private focused = false;

  constructor(host: LitElement) {
    this.host = host;
    host.addController(this);
    host.addEventListener('pointerenter', () => this.change(true, this.focused));
    host.addEventListener('pointerleave', () => this.change(false, this.focused));
    host.addEventListener('focusin', () => this.change(this.hovered, true));
    host.addEventListener('focusout', () => this.change(this.hovered, false));
  }

  get active(): boolean {
    return this.hovered || this.focused;
  }

  hostDisconnected(): void {
    this.hovered = false;
    this.focused = false;
  }

  private change(hovered: boolean, focused: boolean): void {
    const was = this.active;
    this.hovered = hovered;
    this.focused = focused;
    if (was !== this.active) this.host.requestUpdate();
  }
}
