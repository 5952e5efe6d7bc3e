/** Find in Thread: asks the host for the rows that hold a text, shows them one after the other, and marks the text. */

import type { RowKind } from '../../core/view/row.ts';
import type { Announcer } from '../a11y/announcer.ts';
import type { Channel } from '../state/channel.ts';
import { type FindState, MOST_HITS, NO_FIND, stepFrom } from '../state/find.ts';
import { SpoolFind } from '../ui/dock/spool-find.ts';
import type { SpoolPanel } from '../ui/spool-panel.ts';
import { find as words } from '../words/find-strings.ts';
import { markText } from './find-highlights.ts';
import type { PanelStore } from './panel-store.ts';
import type { RowLoader } from './row-loader.ts';

export class ThreadFinder {
  private readonly store: PanelStore;
  private readonly channel: Channel;
  private readonly rows: RowLoader;
  private readonly panel: SpoolPanel;
  private readonly announcer: Announcer;
  /** Rises with each text, so that the answers to an older one are dropped. */
  private round = 0;

  constructor(store: PanelStore, channel: Channel, rows: RowLoader, panel: SpoolPanel, announcer: Announcer) {
    this.store = store;
    this.channel = channel;
    this.rows = rows;
    this.panel = panel;
    this.announcer = announcer;
  }

  /** Shows the bar and puts the focus into its field; finds `text` if it is given. */
  async open(text?: string): Promise<void> {
    if (!this.store.state.head?.total) return;
    if (!this.store.state.find) this.store.change({ find: NO_FIND });
    await this.panel.updateComplete;
    const bar = this.panel.renderRoot.querySelector('spool-find');
    if (!(bar instanceof SpoolFind)) return;
    await bar.updateComplete;
    bar.focus();
    if (text !== undefined) await this.find(text, 0);
  }

  /** The focus goes to the row that was found last, or to the thread. */
  async close(): Promise<void> {
    const { find } = this.store.state;
    this.round++;
    this.store.change({ find: undefined });
    this.mark();
    const hit = find?.hits[find.at];
    if (hit) await this.panel.showRow(hit.index, 0, true);
    else this.panel.focusOn('thread');
  }

  /** Shows the first row with the text at or below the row `from`; without it, the one at the top of the view. */
  async find(text: string, from?: number): Promise<void> {
    const round = ++this.round;
    this.store.change({ find: { ...NO_FIND, text, isSearching: text !== '' } });
    this.mark();
    if (text === '') return;
    await this.search(round);
    const { find } = this.store.state;
    if (round !== this.round || !find) return;
    if (find.hits.length > 0) await this.step(false, from);
    this.announcer.say(find.hits.length > 0 ? words.found(find.hits.length) : words.nothing());
  }

  async next(back: boolean): Promise<void> {
    const { find } = this.store.state;
    if (!find || find.text === '') return;
    await this.search(this.round);
    await this.step(back);
    const now = this.store.state.find;
    if (now) this.announcer.say(now.hits.length > 0 ? words.place(now.at, now.hits.length) : words.nothing());
  }

  /** Marks the text where it is on the screen; for after each scroll. */
  mark(): void {
    markText(this.drawn(), this.store.state.find?.text ?? '');
  }

  /** Moves the focus to the next row of a kind, or to the one before, from where it is; says when there is none. */
  async jump(kind: RowKind, back: boolean): Promise<void> {
    const { index } = await this.channel.request('nextRow', { kind, from: this.focusedIndex(), back });
    if (index === null) {
      this.announcer.say(words.none(kind, back));
      return;
    }
    await this.rows.goTo(index, 0, false);
    await this.panel.showRow(index, 0, true);
  }

  /** Searches the rows that were not searched yet, those that came since included. */
  private async search(round: number): Promise<void> {
    for (;;) {
      const { find, head } = this.store.state;
      if (!find || !head || round !== this.round) return;
      const { text, searched, hits } = find;
      if (searched >= head.total || hits.length >= MOST_HITS) break;
      this.change({ isSearching: true });
      const found = await this.channel.request('findRows', { text, from: searched });
      if (round !== this.round) return;
      const next = found.next ?? head.total;
      this.change({ hits: [...hits, ...found.hits], searched: Math.max(next, searched + 1) });
    }
    this.change({ isSearching: false });
  }

  private async step(back: boolean, from = this.topIndex()): Promise<void> {
    const { find } = this.store.state;
    const at = find ? stepFrom(find, back, from) : -1;
    const hit = find?.hits[at];
    if (!hit) return;
    this.change({ at });
    this.store.change({ open: new Set([...this.store.state.open, hit.key]) });
    await this.rows.goTo(hit.index, 0, false);
    this.mark();
    // Rows draw their Markdown in steps.
    requestAnimationFrame(() => requestAnimationFrame(() => this.mark()));
  }

  private get thread(): Element | null {
    return this.panel.renderRoot.querySelector('spool-thread');
  }

  private drawn(): readonly HTMLElement[] {
    return [...(this.thread?.shadowRoot?.querySelectorAll<HTMLElement>('[data-row]') ?? [])];
  }

  /** The index of the first row that is at least partly in the view. */
  private topIndex(): number {
    const top = this.thread?.getBoundingClientRect().top ?? 0;
    const row = this.drawn().find((one) => one.dataset.index && one.getBoundingClientRect().bottom > top);
    return Number(row?.dataset.index ?? 0);
  }

  /** The index of the row that has the focus, or of the first row of the fold; behind the last row when none has it. */
  private focusedIndex(): number {
    const row = this.thread?.shadowRoot?.activeElement?.closest<HTMLElement>('[data-row]');
    const index = row?.dataset.index ?? row?.dataset.key?.replace('fold ', '');
    return index === undefined ? (this.store.state.head?.total ?? 0) : Number(index);
  }

  private change(change: Partial<FindState>): void {
    const { find } = this.store.state;
    if (find) this.store.change({ find: { ...find, ...change } });
  }
}
