/** Loads rows and their full texts from the host, and scrolls to a row that may not be loaded yet. */
import type { TextPart } from '../../core/protocol/panel-messages.ts';
import type { EntryId } from '../../core/thread/entry-id.ts';
import type { Channel } from '../state/channel.ts';
import { findRow } from '../state/find-row.ts';
import { foldOver } from '../state/segments.ts';
import * as states from '../state/state.ts';
import type { SpoolPanel } from '../ui/spool-panel.ts';
import type { PanelStore } from './panel-store.ts';

interface Range {
  readonly from: number;
  readonly to: number;
}

export class RowLoader {
  private readonly store: PanelStore;
  private readonly channel: Channel;
  private readonly panel: SpoolPanel;
  private isLoading = false;

  constructor(store: PanelStore, channel: Channel, panel: SpoolPanel) {
    this.store = store;
    this.channel = channel;
    this.panel = panel;
  }

  loadOlder(): Promise<void> {
    return this.page(states.olderPage(this.store.state), states.applyPage);
  }

  loadNewer(): Promise<void> {
    return this.page(states.newerPage(this.store.state), states.applyPage);
  }

  async jumpToLatest(): Promise<void> {
    const { state } = this.store;
    if (!states.atEnd(state)) await this.around(state.head?.total ?? 0);
  }

  /** Closes the context card and scrolls to the row of an entry; does nothing when there is no such row. */
  async reveal(entry: EntryId, key: string | undefined): Promise<void> {
    this.store.change({ contextOpen: false });
    const ask = (from: number) => this.channel.request('loadRows', { from, to: from + 1 });
    const index = await findRow(this.store.state, entry, key, ask);
    if (index === undefined) return;
    await this.goTo(index, 0, true);
  }

  /** Scrolls `offset` pixels into a row. `focus` also expands and focuses it. */
  async goTo(index: number, offset: number, focus: boolean): Promise<void> {
    const { store } = this;
    const fold = foldOver(store.state.segments, index);
    if (fold) store.set(states.toggleFold(store.state, fold.from));
    if (!store.state.rows.has(index)) await this.around(index);
    const row = store.state.rows.get(index);
    if (row && focus) store.change({ open: new Set([...store.state.open, row.key]) });
    await this.panel.showRow(index, offset, focus);
  }

  async toggleFold(from: number): Promise<void> {
    const missing = states.missingInFold(this.store.state, from);
    const page = missing ? await this.channel.request('loadRows', missing) : undefined;
    this.store.set(states.toggleFold(this.store.state, from, page));
  }

  /** The whole text of a part of a row, which is drawn from then on. Rejects when the host has no such row. */
  async text(key: string, part: TextPart): Promise<string> {
    const id = states.textKey(key, part);
    const known = this.store.state.texts.get(id);
    if (known !== undefined) return known;
    const text = await this.channel.request('loadText', { key, part });
    this.store.change({ texts: new Map(this.store.state.texts).set(id, text) });
    return text;
  }

  /** Loads one page at a time. A page that no longer fits the state is dropped; the redraw then asks again. */
  private async page(wanted: Range | undefined, join: typeof states.applyPage): Promise<void> {
    if (!wanted || this.isLoading) return;
    this.isLoading = true;
    try {
      const page = await this.channel.request('loadRows', wanted);
      this.isLoading = false;
      const next = join(this.store.state, page);
      if (next) this.store.set(next);
      else this.panel.requestUpdate();
    } finally {
      this.isLoading = false;
    }
  }

  /** Moves the window of loaded rows so that it holds the row at `index`. */
  private around(index: number): Promise<void> {
    const total = this.store.state.head?.total ?? 0;
    const to = Math.min(total, index + states.PAGE / 2);
    return this.page({ from: Math.max(0, to - states.PAGE), to }, states.showPage);
  }
}
