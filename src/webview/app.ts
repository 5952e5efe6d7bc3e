/** Joins the host, the state and the panel: what arrives changes the state, what a person does goes to the host. */
import * as protocol from '../core/protocol/panel.ts';
import type { EntryId } from '../core/thread/entry.ts';
import { announcement } from './a11y/announce.ts';
import type { Announcer } from './a11y/announcer.ts';
import { type Channel, type EditorApi, on, openChannel } from './channel.ts';
import { findRow } from './find-row.ts';
import { remember, remembered } from './remember.ts';
import * as states from './state.ts';
import type { Action, Place, TextPart } from './ui/action.ts';
import type { SpoolPanel } from './ui/spool-panel.ts';

export class App {
  private readonly api: EditorApi;
  private readonly panel: SpoolPanel;
  private readonly announcer: Announcer;
  private readonly channel: Channel;
  private state = states.emptyState;
  private place: Place = { type: 'end' };
  private loading = false;
  private shownContext: number | undefined;

  constructor(api: EditorApi, panel: SpoolPanel, announcer: Announcer) {
    this.api = api;
    this.panel = panel;
    this.announcer = announcer;
    this.channel = openChannel(api, [
      on(protocol.snapshot, (snapshot) => this.onSnapshot(snapshot)),
      on(protocol.delta, (delta) => this.onDelta(delta)),
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
      { type: 'loadText' | 'copyText' | 'loadOlder' | 'loadNewer' | 'latest' | 'reveal' | 'toggleFold' }
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
    }
  }

  private onSnapshot(snapshot: protocol.Snapshot): void {
    const saved = this.state.head ? undefined : remembered(this.api, snapshot.thread?.id);
    this.shownContext ??= saved?.shownContext ?? 0;
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
    this.set(next);
    this.showContext(delta.showContext);
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
    const text = error instanceof Error ? error.message : String(error);
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
    this.save();
  }

  private save(): void {
    remember(this.api, this.state, this.place, this.shownContext ?? 0);
  }
}

function toggled(keys: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const next = new Set(keys);
  if (!next.delete(key)) next.add(key);
  return next;
}
