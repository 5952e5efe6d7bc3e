/** The compaction steps over tool outputs (collapse, deduplicate, trim), as edits with a report each (R18, R21, R35). */
import type { List } from '../../lang/grow-list.ts';
import type { BlockEdit, Edit, EntryEdit } from '../../thread/edit.ts';
import type { EntryId } from '../../thread/entry-id.ts';
import { findEntry } from '../../thread/find-entry.ts';
import type { ContextItem } from '../../thread/items.ts';
import type { StepReport } from '../../thread/strategy.ts';
import type { Thread } from '../../thread/thread.ts';
import { estimateBlock, estimateMessage } from '../../tokens/estimate.ts';
import type { CompactionConfig } from '../config.ts';
import { planOutputs } from './plan-outputs.ts';

export interface OutputSteps {
  /** Disjoint. */
  readonly edits: readonly Edit[];
  /** One for each step that does something. */
  readonly reports: readonly StepReport[];
  /** Tokens that all of them free. */
  readonly saved: number;
}

export const NO_OUTPUT_STEPS: OutputSteps = { edits: [], reports: [], saved: 0 };

/** The steps over the outputs in `items`, which stay in the context; `window` is in tokens. Linear. */
export function outputSteps(
  thread: Thread,
  items: List<ContextItem>,
  { toolOutput }: Pick<CompactionConfig, 'toolOutput'>,
  window: number,
): OutputSteps {
  const { collapsed, superseded, trimmed } = planOutputs(
    { items, edits: thread.edits, pins: thread.pins },
    toolOutput,
    window,
  );
  const edits: readonly Edit[] = [...collapsed, ...superseded, ...trimmed];
  if (edits.length === 0) return NO_OUTPUT_STEPS;
  const reports = [
    ...report('collapse', roundParts(items, collapsed)),
    ...report('supersede', blockParts(thread, superseded)),
    ...report('trim', blockParts(thread, trimmed)),
  ];
  return { edits, reports, saved: reports.reduce((sum, one) => sum + one.tokensBefore - one.tokensAfter, 0) };
}

type Part = Omit<StepReport, 'kind' | 'turns'>;

function report(kind: StepReport['kind'], parts: readonly Part[]): readonly StepReport[] {
  const [first, last] = [parts[0], parts.at(-1)];
  if (!first || !last) return [];
  const sum = (count: (part: Part) => number) => parts.reduce((total, part) => total + count(part), 0);
  return [
    {
      kind,
      from: first.from,
      to: last.to,
      turns: 0,
      toolResults: sum((part) => part.toolResults),
      messages: sum((part) => part.messages),
      tokensBefore: sum((part) => part.tokensBefore),
      tokensAfter: sum((part) => part.tokensAfter),
    },
  ];
}

/** Edits and items are both in the order of the log. */
function roundParts(items: List<ContextItem>, edits: readonly EntryEdit[]): readonly Part[] {
  const left = items[Symbol.iterator]();
  return edits.map(({ span: { from, to }, replacement }) => {
    let [toolResults, messages, tokensBefore] = [0, 0, 0];
    for (let id = from as EntryId; id < to; ) {
      const next = left.next();
      if (next.done) break;
      const item = next.value;
      if (item.type !== 'entry' || item.entry.id < from) continue;
      id = item.entry.id;
      messages++;
      tokensBefore += item.tokens;
      toolResults += item.entry.blocks.filter(({ type }) => type === 'tool_result').length;
    }
    const tokensAfter = replacement.reduce((sum, { blocks }) => sum + estimateMessage(blocks), 0);
    return { from, to, toolResults, messages, tokensBefore, tokensAfter };
  });
}

function blockParts({ messages }: Thread, edits: readonly BlockEdit[]): readonly Part[] {
  const cost = (blocks: readonly Parameters<typeof estimateBlock>[0][]) =>
    blocks.reduce((sum, block) => sum + estimateBlock(block), 0);
  return edits.map(({ span: { entry, from, to }, replacement }) => {
    const before = findEntry(messages, entry)?.blocks.slice(from, to + 1) ?? [];
    const tokens = { tokensBefore: cost(before), tokensAfter: cost(replacement) };
    return { from: entry, to: entry, toolResults: before.length, messages: 1, ...tokens };
  });
}
