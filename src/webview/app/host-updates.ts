/** Applies the host's notifications to the panel: snapshots, deltas, pieces of the streamed reply, and the focus. */
import type { DraftAttachmentsView } from '../../core/protocol/draft-attachment.ts';
import type { LiveAgents } from '../../core/protocol/live-agent.ts';
import type { LiveCommands } from '../../core/protocol/live-command.ts';
import type { FocusTarget } from '../../core/protocol/panel-messages.ts';
import type { Delta, ReplyPieces, Snapshot } from '../../core/protocol/panel-state.ts';
import { announcement } from '../a11y/announce.ts';
import type { Announcer } from '../a11y/announcer.ts';
import type { ScrollPosition } from '../state/action.ts';
import { foldOver } from '../state/segments.ts';
import { applyDelta, applySnapshot } from '../state/state.ts';
import type { SpoolPanel } from '../ui/spool-panel.ts';
import type { PanelStore } from './panel-store.ts';
import { ReplyReceiver } from './reply-receiver.ts';

interface Requests {
  /** Called when a message was missed. */
  readonly requestSnapshot: () => void;
  /** Called while a question is open: its card is loaded with the first one, which most starts of the panel don't have. */
  readonly loadQuestion: () => void;
  /** Called while a preview is shown: its card is loaded with the first one. */
  readonly loadPreview: () => void;
  /** Called while messages are queued: their list is loaded with the first one. */
  readonly loadQueue: () => void;
  /** Called while something is attached to the draft: the chips are loaded with the first one. */
  readonly loadAttachments: (before: DraftAttachmentsView['list'], now: DraftAttachmentsView['list']) => void;
  /** Called to scroll to the saved scroll position. */
  readonly goTo: (position: Extract<ScrollPosition, { readonly type: 'row' }>) => void;
}

export class HostUpdates {
  private readonly store: PanelStore;
  private readonly panel: SpoolPanel;
  private readonly announcer: Announcer;
  private readonly requests: Requests;
  private readonly reply: ReplyReceiver;

  constructor(store: PanelStore, panel: SpoolPanel, announcer: Announcer, requests: Requests) {
    this.store = store;
    this.panel = panel;
    this.announcer = announcer;
    this.requests = requests;
    this.reply = new ReplyReceiver(panel, requests.requestSnapshot);
  }

  snapshot(snapshot: Snapshot): void {
    const { store } = this;
    const saved = store.state.head ? undefined : store.saved(snapshot.thread?.id);
    if (store.state.head?.thread?.id !== snapshot.thread?.id) store.position = { type: 'end' };
    store.shownContext ??= saved?.shownContext ?? 0;
    this.reply.begin(snapshot.replyStream);
    store.set(applySnapshot(store.state, snapshot, saved && { open: saved.open, openFolds: saved.openFolds }));
    store.resumeEdit();
    this.showContext(snapshot.showContext);
    if (snapshot.question) this.requests.loadQuestion();
    if (snapshot.preview) this.requests.loadPreview();
    if (snapshot.queue) this.requests.loadQueue();
    this.keepPosition(saved?.position);
  }

  delta(delta: Delta): void {
    const { store } = this;
    const next = applyDelta(store.state, delta);
    if (!next) {
      this.requests.requestSnapshot();
      return;
    }
    const words = announcement(store.state, delta);
    if (words) this.announcer.say(words);
    this.reply.replace(delta.replyStream);
    store.set(next);
    this.keepPosition();
    this.showContext(delta.showContext);
    if (delta.question) this.requests.loadQuestion();
    if (delta.preview) this.requests.loadPreview();
    if (delta.queue) this.requests.loadQueue();
  }

  replyPieces(pieces: ReplyPieces): void {
    this.reply.add(pieces);
  }

  liveCommands({ commands }: LiveCommands): void {
    this.store.change({ commands: new Map(commands.map((command) => [command.call, command])) });
  }

  liveAgents({ agents }: LiveAgents): void {
    this.store.change({ agents: new Map(agents.map((agent) => [agent.thread, agent])) });
  }

  /** Those that come with another thread are no news. */
  attachments(attachments: DraftAttachmentsView): void {
    const { thread, list } = attachments;
    const { attachments: before } = this.store.state;
    this.store.change({ attachments });
    if (list.length > 0) this.requests.loadAttachments(before?.thread === thread ? before.list : list, list);
  }

  async focus(target: FocusTarget): Promise<void> {
    if (target === 'context') this.store.change({ contextOpen: true });
    await this.panel.updateComplete;
    this.panel.focusOn(target);
  }

  /** Loads the row that the person looks at again where the window of rows holds it no more; `saved` was there before a reload. */
  private keepPosition(saved?: ScrollPosition): void {
    const { state, position } = this.store;
    if (saved?.type === 'row') this.requests.goTo(saved);
    if (saved || position.type === 'end' || position.index >= (state.head?.total ?? 0)) return;
    const drawn = foldOver(state.segments, position.index)?.to ?? position.index + 1;
    if (drawn <= state.from || drawn > state.to) this.requests.goTo(position);
  }

  /** Opens the context card when the counter changed. It starts at 0 again when the host was restarted. */
  private showContext(counter: number): void {
    const { store } = this;
    const seen = store.shownContext ?? 0;
    store.shownContext = counter;
    if (counter > seen || (counter < seen && counter > 0)) store.change({ contextOpen: true });
  }
}
