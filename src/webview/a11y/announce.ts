/** Chooses what a screen reader announces when the panel's state changes. */
import { assertNever } from '../../core/lang/assert-never.ts';
import type { Busy, Delta } from '../../core/protocol/panel-state.ts';
import type { MarkerRow } from '../../core/view/row.ts';
import type { PanelState } from '../state/state.ts';
import { marker } from '../words/marker-strings.ts';
import { messages } from '../words/row-strings.ts';
import { queue, turn } from '../words/turn-strings.ts';

/** The announcement of the change from `before` by `delta`; undefined when there is none. The reply's text is never announced. */
export function announcement(before: PanelState, delta: Delta): string | undefined {
  const said = [event(before, delta), waiting(before, delta)].filter((words) => words !== undefined);
  return said.length > 0 ? said.join('. ') : undefined;
}

function event(before: PanelState, delta: Delta): string | undefined {
  const total = before.head?.total ?? 0;
  const notice = delta.notice?.text;
  if (notice && notice !== before.head?.notice?.text) return notice;
  const { preview: shown } = delta;
  // Also when a pin has changed it.
  if (shown && before.head?.preview?.after.tokens !== shown.after.tokens)
    return turn.saidPreview(shown.before.tokens, shown.after.tokens);
  // The rows that a restore leaves behind, or brings back, change with it.
  const restore = delta.changed.findLast(({ index, row }) => row.type === 'restore' && index >= total);
  if (restore?.row.type === 'restore') return messages.by(restore.row, '');
  for (const { index, row } of delta.changed) {
    if (row.type === 'attempt' && index >= total) return marker.saidAttempt(row.end);
    if (row.type !== 'marker') continue;
    const was = before.rows.get(index);
    const state = was?.type === 'marker' ? was.state : undefined;
    if (state !== row.state && (state !== undefined || index >= total)) return outcome(row);
  }
  return changeOf(before.head?.busy, delta.busy);
}

/** Announces what begins or ends. Phases of a turn change too fast to be announced. */
function changeOf(was: Busy | undefined, busy: Busy | undefined): string | undefined {
  const inTurn = was?.type === 'turn' || was?.type === 'retrying';
  switch (busy?.type) {
    case undefined:
      return inTurn ? turn.saidEnded() : undefined;
    case 'retrying':
      return was?.type === 'retrying' && was.attempt === busy.attempt ? undefined : turn.saidRetrying(busy.reason);
    case 'turn': {
      const compacts = busy.phase === 'compacting' && !(was?.type === 'turn' && was.phase === 'compacting');
      if (compacts) return marker.running();
      return inTurn ? undefined : turn.saidBegun();
    }
    case 'importing':
      return was?.type === 'importing' ? undefined : marker.importing(busy.name);
    case 'compacting':
      return was?.type === 'compacting' ? undefined : marker.running();
    case 'restoring':
      return undefined;
    default:
      return assertNever(busy);
  }
}

function waiting(before: PanelState, { queue: now = [] }: Delta): string | undefined {
  const { queue: was = [] } = before.head ?? {};
  return now.length === was.length ? undefined : queue.waiting(now.length);
}

function outcome(row: MarkerRow): string {
  if (row.state === 'undone') return marker.saidUndone();
  const { tokensBefore: before, tokensAfter: after } = row;
  return before === undefined || after === undefined ? marker.saidPlain() : marker.said(before, after);
}
