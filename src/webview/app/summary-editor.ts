/** Edits the summary of a compaction: begins with its text, and ends when the host has saved it. */
import type { EntryId } from '../../core/thread/entry-id.ts';
import type { Announcer } from '../a11y/announcer.ts';
import type { Channel } from '../state/channel.ts';
import { isSameEdit, typedEdit } from '../state/summary-edits.ts';
import { markerBody } from '../words/marker-body-strings.ts';
import type { PanelStore } from './panel-store.ts';
import type { RowLoader } from './row-loader.ts';

export class SummaryEditor {
  private readonly store: PanelStore;
  private readonly channel: Channel;
  private readonly rows: RowLoader;
  private readonly announcer: Announcer;

  constructor(store: PanelStore, channel: Channel, rows: RowLoader, announcer: Announcer) {
    this.store = store;
    this.channel = channel;
    this.rows = rows;
    this.announcer = announcer;
  }

  /** What was typed there before and not saved is in the field again. */
  async begin(key: string, edit: number): Promise<void> {
    const { store } = this;
    if (isSameEdit(store.state.editing, { key, edit })) return;
    const text = await this.channel.request('loadText', { key: `${key}.${edit}`, part: 'edit' });
    const typed = typedEdit(store.edits, store.draftKey, { key, edit }) ?? text;
    store.change({ editing: { key, edit, text, typed } });
  }

  /** Scrolls to the newest live compaction with a summary, and begins there. */
  async beginNewest(): Promise<void> {
    let index: number | null = this.store.state.head?.total ?? 0;
    for (;;) {
      ({ index } = await this.channel.request('nextRow', { kind: 'marker', from: index, back: true }));
      if (index === null) return;
      const { rows } = await this.channel.request('loadRows', { from: index, to: index + 1 });
      const [row] = rows;
      if (row?.type !== 'marker' || row.state !== 'done' || !row.editable) continue;
      await this.rows.goTo(index, 0, true);
      return this.begin(row.key, row.editable.longest);
    }
  }

  /** The field stays open where the host does not save it, and the reason is shown; also where more was typed meanwhile. */
  async save(compaction: EntryId, text: string): Promise<void> {
    const { editing } = this.store.state;
    if (!editing) return;
    const { saved, why } = await this.channel.request('editSummary', { compaction, text, edit: editing.edit });
    if (why !== undefined) {
      this.announcer.say(why);
      this.store.setNotice({ severity: 'error', text: why });
    }
    if (!saved) return;
    this.announcer.say(markerBody.saidSaved());
    const now = this.store.state.editing;
    // Another one may have been opened meanwhile.
    if (now?.typed === text && isSameEdit(now, editing)) this.store.endEdit();
  }
}
