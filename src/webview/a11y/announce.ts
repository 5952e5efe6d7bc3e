/** Which words a change of the panel is worth. */
import type { Delta } from '../../core/protocol/panel.ts';
import type { MarkerRow } from '../../core/view/row.ts';
import type { PanelState } from '../state.ts';
import { marker } from '../strings.ts';

/** What to say after `delta` came to `before`; undefined when nothing that matters happened. */
export function announcement(before: PanelState, delta: Delta): string | undefined {
  const notice = delta.notice?.text;
  if (notice && notice !== before.head?.notice?.text) return notice;
  for (const { index, row } of delta.changed) {
    if (row.type !== 'marker') continue;
    const was = before.rows.get(index);
    const state = was?.type === 'marker' ? was.state : undefined;
    if (state !== row.state && (state !== undefined || index >= (before.head?.total ?? 0))) return outcome(row);
  }
  const { busy } = delta;
  if (!busy || busy.type === before.head?.busy?.type) return undefined;
  if (busy.type === 'importing') return marker.importing(busy.name);
  return busy.type === 'compacting' ? marker.running() : undefined;
}

function outcome(row: MarkerRow): string {
  if (row.state === 'undone') return marker.saidUndone();
  const { tokensBefore: before, tokensAfter: after } = row;
  return before === undefined || after === undefined ? marker.saidPlain() : marker.said(before, after);
}
