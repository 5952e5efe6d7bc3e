/** A Lit controller that redraws its element once a second while the page is visible. */
import type { ReactiveController, ReactiveControllerHost } from 'lit';

export class Seconds implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
    host.addController(this);
  }

  hostConnected(): void {
    document.addEventListener('visibilitychange', this.#follow);
    this.#follow();
  }

  hostDisconnected(): void {
    document.removeEventListener('visibilitychange', this.#follow);
    clearInterval(this.#timer);
  }

  readonly #follow = () => {
    clearInterval(this.#timer);
    if (document.visibilityState !== 'visible') return;
    this.#host.requestUpdate();
    this.#timer = setInterval(() => this.#host.requestUpdate(), 1000);
  };
}
