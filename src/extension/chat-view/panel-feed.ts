/** Feeds the panel: a whole snapshot when it is ready, then what changed, and nothing while it is hidden. */
import type { Envelope } from '../../core/protocol/message.ts';
import { delta, type FocusTarget, focus, type ReplyPieces, replyPieces, snapshot } from '../../core/protocol/panel.ts';
import { deltaOf, type PanelView, snapshotOf } from '../session/panel-view.ts';

export class PanelFeed {
  readonly #post: (message: Envelope) => void;
  /** What the panel has been told; undefined while it is hidden or not ready. */
  #told: PanelView | undefined;
  #focus: FocusTarget | undefined;

  constructor(post: (message: Envelope) => void) {
    this.#post = post;
  }

  /** The panel has begun, or lost track. */
  ready(view: PanelView): void {
    this.#send(snapshot.method, snapshotOf(view));
    this.#told = view;
    if (this.#focus) this.focus(this.#focus);
  }

  update(view: PanelView): void {
    if (!this.#told || view.version === this.#told.version) return;
    const change = deltaOf(this.#told, view);
    if (change) this.#send(delta.method, change);
    else this.#send(snapshot.method, snapshotOf(view));
    this.#told = view;
  }

  /** Only what a panel that is told the rest can add to what it has. */
  replyPieces(pieces: ReplyPieces): void {
    if (this.#told) this.#send(replyPieces.method, pieces);
  }

  /** Where the focus goes now, or as soon as the panel is ready. */
  focus(target: FocusTarget): void {
    this.#focus = this.#told ? undefined : target;
    if (this.#told) this.#send(focus.method, { target });
  }

  hidden(): void {
    this.#told = undefined;
  }

  #send(method: string, params: unknown): void {
    this.#post({ kind: 'notification', method, params });
  }
}
