/** Finds the newest item of each kind that is drawn differently from older ones, such as the newest compaction marker. */
import type { EntryId } from '../../../core/thread/entry-id.ts';
import type { Row } from '../../../core/view/row.ts';
import { atEnd, type Item, type PanelState } from '../../state/state.ts';
import { itemKey } from './row-template.ts';

/** The key of the newest row of a kind that shows; undefined while the thread's end is not loaded. */
export function newestOf(
  state: PanelState,
  items: readonly Item[],
  isOfKind: (row: Row) => boolean,
): string | undefined {
  const newest = atEnd(state) ? items.findLast((item) => item.type === 'row' && isOfKind(item.row)) : undefined;
  return newest && itemKey(newest);
}

/** The newest entry while a turn runs: a tool call in it without a result is running. */
export function runningEntry(state: PanelState, items: readonly Item[]): EntryId | undefined {
  const last = items.at(-1);
  return state.head?.busy?.type === 'turn' && atEnd(state) && last?.type === 'row' ? last.row.entry : undefined;
}
