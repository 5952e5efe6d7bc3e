/** Joins the host, the state and the panel: what arrives changes the state, what a person does goes to the host. */
import * as protocol from '../core/protocol/panel.ts';
import type { EntryId } from '../core/thread/entry-id.ts';
import { announcement } from './a11y/announce.ts';
import type { Announcer } from './a11y/announcer.ts';
import type { Action, Place, TextPart } from './state/action.ts';
import { type Channel, type EditorApi, on, openChannel } from './state/channel.ts';
import type { Drafts } from './state/draft.ts';
import * as drafts from './state/draft.ts';
import { findRow } from './state/find-row.ts';
import { remember, remembered, rememberedDrafts } from './state/remember.ts';
import { noReplyStream, takePieces, takeReplyStream } from './state/reply-stream.ts';
import * as states from './state/state.ts';
import type { SpoolPanel } from './ui/spool-panel.ts';
import { queue } from './words/turn-strings.ts';

export class App {
  private readonly api: EditorApi;
  private readonly panel: SpoolPanel;
  private readonly announcer: Announcer;
  private readonly channel: Channel;
  private state = states.emptyState;
  private place: Place = { type: 'end' };
  private loading = false;
  private shownContext: number | undefined;
  private drafts: Drafts;
  private replyStream = noReplyStream;
  private drawing = false;

  constructor(api: EditorApi, panel: SpoolPanel, announcer: Announcer) {
    this.api = api;
    this.panel = panel;
    this.announcer = announcer;
    this.drafts = rememberedDrafts(api);
    this.channel = openChannel(api, [
      on(protocol.snapshot, (snapshot) => this.onSnapshot(snapshot)),
      on(protocol.delta, (delta) => this.onDelta(delta)),
      on(protocol.replyPieces, (pieces) => this.onPieces(pieces)),
      on(protocol.focus, ({ target }) => this.onFocus(target)),
    ]);
  }

  start(): void {
    this.channel.notify(protocol.ready, undefined);
  }

  receive(message: unknown): void {
    this.channel.receive(message);
  }

  act(action: Action): void {
    const { channel } = this;
    switch (action.type) {
      case 'command':
        channel.notify(protocol.runCommand, { command: action.command });
        break;
      case 'undo':
        channel.notify(protocol.undoCompaction, { compaction: action.compaction });
        break;
      case 'redo':
        channel.notify(protocol.redoCompaction, { compaction: action.compaction });
        break;
      case 'openSummary':
        channel.notify(protocol.openSummary, { compaction: action.compaction });
        break;
      case 'compare':
        channel.notify(protocol.compareContexts, { compaction: action.compaction });
        break;
      case 'openRow':
        channel.notify(protocol.openRow, { key: action.key });
        break;
      case 'openFile':
        channel.notify(protocol.openFile, { path: action.path, ...(action.line ? { line: action.line } : {}) });
        break;
      case 'copy':
        channel.notify(protocol.copyText, { text: action.text });
        break;
      case 'dismissNotice':
        this.notice(undefined);
        channel.notify(protocol.dismissNotice, undefined);
        break;
      case 'noticeAction':
        channel.notify(protocol.noticeAction, { action: action.action });
        break;
      case 'answerPreview': {
        const { answer, instructions } = action;
        channel.notify(protocol.answerPreview, { answer, ...(instructions && { instructions }) });
        break;
      }
      case 'compactAgain':
        channel.notify(protocol.compactAgain, { compaction: action.compaction, instructions: action.instructions });
        break;
      case 'stop':
        channel.notify(protocol.stop, undefined);
        break;
      case 'draft':
        this.draft(drafts.type(this.drafts, this.thread, action.text));
        break;
      case 'context':
        this.set({ ...this.state, contextOpen: action.open });
        break;
      case 'toggle':
        this.set({ ...this.state, open: toggled(this.state.open, action.key) });
        break;
      case 'scrolled':
        this.place = action.place;
        this.save();
        break;
      default:
        this.load(action).catch((error: unknown) => this.fail(error));
    }
  }

  /** The actions that need something from the host first. */
  private async load(
    action: Extract<
      Action,
      {
        type:
          | ('loadText' | 'copyText' | 'loadOlder' | 'loadNewer' | 'latest' | 'reveal' | 'toggleFold')
          | ('send' | 'editQueued' | 'removeQueued');
      }
    >,
  ): Promise<void> {
    switch (action.type) {
      case 'loadText':
        await this.text(action.key, action.part);
        return;
      case 'copyText':
        this.channel.notify(protocol.copyText, { text: await this.text(action.key, action.part) });
        return;
      case 'loadOlder':
        return this.page(states.olderPage(this.state), states.applyPage);
      case 'loadNewer':
        return this.page(states.newerPage(this.state), states.applyPage);
      case 'latest':
        if (!states.atEnd(this.state)) await this.around(this.state.head?.total ?? 0);
        return;
      case 'reveal':
        return this.reveal(action.entry, action.key);
      case 'toggleFold':
        return this.toggleFold(action.from);
      case 'send':
        return this.send();
      case 'editQueued':
      case 'removeQueued':
        return this.unqueue(action.queued, action.type === 'editQueued');
    }
  }

  private async send(): Promise<void> {
    const begun = drafts.send(this.drafts, this.thread);
    if (!begun?.sending) return;
    this.draft(begun);
    this.panel.toLatest();
    const { taken, why } = await this.channel
      .request(protocol.send, { text: begun.sending.text })
      .catch((error: unknown) => ({ taken: false, why: wordsOf(error) }));
    this.draft(taken ? drafts.taken(this.drafts) : drafts.refuse(this.drafts, why ?? ''));
    if (!taken && why) this.announcer.say(why);
  }

  private async unqueue(queued: number, edit: boolean): Promise<void> {
    const { thread } = this;
    const { text } = await this.channel.request(protocol.unqueue, { queued });
    if (text === null) this.announcer.say(queue.gone());
    else if (edit) this.draft(drafts.takeBack(this.drafts, thread, text));
    await this.panel.updateComplete;
    this.panel.focusOn('composer');
  }

  private onSnapshot(snapshot: protocol.Snapshot): void {
    const saved = this.state.head ? undefined : remembered(this.api, snapshot.thread?.id);
    this.shownContext ??= saved?.shownContext ?? 0;
    this.replyStream = takeReplyStream(noReplyStream, snapshot.replyStream);
    this.set(states.applySnapshot(this.state, snapshot, saved && { open: saved.open, openFolds: saved.openFolds }));
    this.showContext(snapshot.showContext);
    const place = saved?.place;
    if (place?.type === 'row') this.goTo(place.index, place.offset, false).catch((error: unknown) => this.fail(error));
  }

  private onDelta(delta: protocol.Delta): void {
    const next = states.applyDelta(this.state, delta);
    // A gap between the versions: only a fresh snapshot is right.
    if (!next) {
      this.start();
      return;
    }
    const words = announcement(this.state, delta);
    if (words) this.announcer.say(words);
    this.replyStream = takeReplyStream(this.replyStream, delta.replyStream);
    this.set(next);
    this.showContext(delta.showContext);
  }

  /** Taken as they come, drawn once a frame at most. */
  private onPieces(pieces: protocol.ReplyPieces): void {
    const next = takePieces(this.replyStream, pieces);
    if (!next) {
      this.start();
      return;
    }
    this.replyStream = next;
    if (this.drawing) return;
    this.drawing = true;
    requestAnimationFrame(() => {
      this.drawing = false;
      this.panel.replyStream = this.replyStream.now;
    });
  }

  /** The counter says how often the card was asked for; a smaller one than before comes from a host that started anew. */
  private showContext(asked: number): void {
    const seen = this.shownContext ?? 0;
    this.shownContext = asked;
    if (asked > seen || (asked < seen && asked > 0)) this.set({ ...this.state, contextOpen: true });
  }

  private async onFocus(target: 'thread' | 'context' | 'composer'): Promise<void> {
    if (target === 'context') this.set({ ...this.state, contextOpen: true });
    await this.panel.updateComplete;
    this.panel.focusOn(target);
  }

  private async page(wanted: { from: number; to: number } | undefined, join: typeof states.applyPage): Promise<void> {
    if (!wanted || this.loading) return;
    this.loading = true;
    try {
      const page = await this.channel.request(protocol.loadRows, wanted);
      this.loading = false;
      const next = join(this.state, page);
      if (next) this.set(next);
      else this.panel.requestUpdate();
    } finally {
      this.loading = false;
    }
  }

  /** Moves the window so that it holds the row at `index`. */
  private around(index: number): Promise<void> {
    const total = this.state.head?.total ?? 0;
    const to = Math.min(total, index + states.PAGE / 2);
    return this.page({ from: Math.max(0, to - states.PAGE), to }, states.showPage);
  }

  private async reveal(entry: EntryId, key: string | undefined): Promise<void> {
    this.set({ ...this.state, contextOpen: false });
    const ask = (from: number) => this.channel.request(protocol.loadRows, { from, to: from + 1 });
    const index = await findRow(this.state, entry, key, ask);
    if (index === undefined) return;
    await this.goTo(index, 0, true);
  }

  private async goTo(index: number, offset: number, focus: boolean): Promise<void> {
    const fold = this.state.segments.find((s) => s.fold && !s.open && index >= s.from && index < s.to);
    if (fold) this.set(states.toggleFold(this.state, fold.from));
    if (!this.state.rows.has(index)) await this.around(index);
    const row = this.state.rows.get(index);
    if (row && focus) this.set({ ...this.state, open: new Set([...this.state.open, row.key]) });
    await this.panel.showRow(index, offset, focus);
  }

  private async toggleFold(from: number): Promise<void> {
    const missing = states.missingInFold(this.state, from);
    const page = missing ? await this.channel.request(protocol.loadRows, missing) : undefined;
    this.set(states.toggleFold(this.state, from, page));
  }

  private async text(key: string, part: TextPart): Promise<string> {
    const id = states.textKey(key, part);
    const known = this.state.texts.get(id);
    if (known !== undefined) return known;
    const text = await this.channel.request(protocol.loadText, { key, part });
    this.set({ ...this.state, texts: new Map(this.state.texts).set(id, text) });
    return text;
  }

  private fail(error: unknown): void {
    const text = wordsOf(error);
    this.announcer.say(text);
    this.notice({ severity: 'error', text });
  }

  private notice(notice: protocol.Notice | undefined): void {
    const { head } = this.state;
    if (!head) return;
    const { notice: _, ...rest } = head;
    this.set({ ...this.state, head: notice ? { ...rest, notice } : rest });
  }

  private set(state: states.PanelState): void {
    this.state = state;
    this.panel.state = state;
    this.panel.replyStream = this.replyStream.now;
    this.panel.drafts = this.drafts;
    this.save();
  }

  private draft(next: Drafts): void {
    this.drafts = next;
    this.panel.drafts = next;
    this.save();
  }

  private get thread(): drafts.DraftKey {
    return drafts.keyOf(this.state.head ?? {});
  }

  private save(): void {
    remember(this.api, this.state, this.place, this.shownContext ?? 0, this.drafts.texts);
  }
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function toggled(keys: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const next = new Set(keys);
  if (!next.delete(key)) next.add(key);
  return next;
}
