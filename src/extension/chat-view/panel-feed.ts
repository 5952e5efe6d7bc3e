/** Sends the panel its state: a whole snapshot when it is ready, then what changed, and nothing while it is hidden. */

import type { DraftAttachmentsView } from '../../core/protocol/draft-attachment.ts';
import type { Envelope } from '../../core/protocol/envelope.ts';
import type { LiveAgent } from '../../core/protocol/live-agent.ts';
import type { LiveCommand } from '../../core/protocol/live-command.ts';
import type { DraftText, FocusTarget, HostNotification, HostParams } from '../../core/protocol/panel-messages.ts';
import type { ReplyPieces } from '../../core/protocol/panel-state.ts';
import { deltaOf, type PanelView, snapshotOf } from '../session/panel-view.ts';

export class PanelFeed {
  readonly #post: (message: Envelope) => void;
  /** What the panel was sent last; undefined while it is hidden or not ready. */
  #sent: PanelView | undefined;
  #focus: { readonly target: FocusTarget; readonly text?: string } | undefined;

  constructor(post: (message: Envelope) => void) {
    this.#post = post;
  }

  /** The panel has started, or missed a message. */
  ready(view: PanelView): void {
    this.#notify('snapshot', snapshotOf(view));
    this.#sent = view;
    if (this.#focus) this.focus(this.#focus.target, this.#focus.text);
  }

  update(view: PanelView): void {
    if (!this.#sent || view.version === this.#sent.version) return;
    const change = deltaOf(this.#sent, view);
    if (change) this.#notify('delta', change);
    else this.#notify('snapshot', snapshotOf(view));
    this.#sent = view;
  }

  /** Sends nothing while the panel is hidden: its next snapshot holds the whole reply. */
  replyPieces(pieces: ReplyPieces): void {
    if (this.#sent) this.#notify('replyPieces', pieces);
  }

  /** Sends nothing while the panel is hidden, and then makes nothing: `make` is called here. */
  liveCommands(make: () => readonly LiveCommand[]): void {
    if (this.#sent) this.#notify('liveCommands', { commands: make() });
  }

  /** As `liveCommands`. */
  liveAgents(make: () => readonly LiveAgent[]): void {
    if (this.#sent) this.#notify('liveAgents', { agents: make() });
  }

  /** Sends nothing while the panel is hidden. */
  attachments(make: () => DraftAttachmentsView): void {
    if (this.#sent) this.#notify('attachments', make());
  }

  /** Sends nothing while the panel is hidden. */
  draft(draft: DraftText | undefined): void {
    if (this.#sent && draft) this.#notify('draft', draft);
  }

  /** Moves the focus now, or as soon as the panel is ready. */
  focus(target: FocusTarget, text?: string): void {
    const wish = { target, ...(text !== undefined && { text }) };
    this.#focus = this.#sent ? undefined : wish;
    if (this.#sent) this.#notify('focus', wish);
  }

  hidden(): void {
    this.#sent = undefined;
  }

  #notify<M extends HostNotification>(method: M, params: HostParams<M>): void {
    this.#post({ kind: 'notification', method, params });
  }
}
