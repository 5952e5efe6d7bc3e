/** Plans all edits of tool outputs in one batch: collapse, then deduplicate, then trim (R18, R21, R35). */
import type { List } from '../../lang/grow-list.ts';
import type { BlockEdit, EntryEdit } from '../../thread/edit.ts';
import type { ContextItem } from '../../thread/items.ts';
import type { Thread } from '../../thread/thread.ts';
import type { ToolOutputConfig } from '../../tool-output/config.ts';
import { outputBudget } from './budget.ts';
import { planDeduplication } from './deduplicate.ts';
import { planCollapse } from './plan-collapse.ts';
import { planTrim } from './trim.ts';

export interface PlannedOutputs {
  readonly collapsed: readonly EntryEdit[];
  readonly superseded: readonly BlockEdit[];
  readonly trimmed: readonly BlockEdit[];
}

/**
 * The edits of all three steps; they are disjoint, none changes a pinned message, and each step counts what those before it leave. `window` is in tokens.
 * With the cache switched off only rounds are collapsed, and their markers name no ref (R35). Linear.
 */
export function planOutputs(
  thread: Pick<Thread, 'items' | 'edits' | 'pins'>,
  config: Pick<ToolOutputConfig, 'collapseAfterTurns' | 'enabled' | 'contextBudgetTokens'>,
  window: number | undefined,
): PlannedOutputs {
  const collapsed = planCollapse(thread, config);
  if (!config.enabled) return { collapsed, superseded: [], trimmed: [] };
  const rest = { edits: thread.edits, pins: thread.pins, items: itemsOutside(thread.items, collapsed) };
  const superseded = planDeduplication(rest);
  const trimmed = planTrim(rest, { budget: outputBudget(config, window), planned: superseded });
  return { collapsed, superseded, trimmed };
}

/** The items that no edit covers; both are in the order of the log. */
function itemsOutside(items: List<ContextItem>, edits: readonly EntryEdit[]): readonly ContextItem[] {
  let next = 0;
  return items.filter((item) => {
    if (item.type === 'edit') return true;
    while ((edits[next]?.span.to ?? Number.POSITIVE_INFINITY) < item.entry.id) next++;
    return item.entry.id < (edits[next]?.span.from ?? Number.POSITIVE_INFINITY);
  });
}
