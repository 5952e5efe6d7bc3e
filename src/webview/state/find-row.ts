/** Finds the index of an entry's row when that row may not be loaded. */
import type { RowsPage } from '../../core/protocol/panel-state.ts';
import type { EntryId } from '../../core/thread/entry-id.ts';
import type { PanelState } from './state.ts';

/**
 * The index of the row of `entry`, of its row `key` when it has several; undefined when there is none. Rows stand in the
 * order of their entries, so that a row which is not loaded is found by halving: `ask` loads the one row at an index.
 */
export async function findRow(
  state: PanelState,
  entry: EntryId,
  key: string | undefined,
  ask: (index: number) => Promise<RowsPage>,
): Promise<number | undefined> {
  for (const [index, row] of state.rows) if (key === undefined ? row.entry === entry : row.key === key) return index;
  let low = 0;
  let high = (state.head?.total ?? 0) - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const found = (await ask(middle)).rows[0];
    if (!found) return undefined;
    if (found.entry === entry) return middle;
    if (found.entry < entry) low = middle + 1;
    else high = middle - 1;
  }
  return undefined;
}
