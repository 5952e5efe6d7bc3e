/** What a marker says of the price of its summary: by the list, and nothing where none holds. */
import { expect, it } from 'vitest';
import { tokenUsage } from '../../../src/core/message/usage.ts';
import type { CompactionEntry } from '../../../src/core/thread/entry.ts';
import { entryId } from '../../../src/core/thread/entry-id.ts';
import { append, replay } from '../../../src/core/thread/thread.ts';
import { markersOf } from '../../../src/core/view/marker-row.ts';

const usage = tokenUsage({ input: 1_000, output: 2_000, cacheRead: 100_000 });

function costOfMarker(more: Partial<CompactionEntry>): number | undefined {
  const compaction: CompactionEntry = {
    type: 'compaction',
    id: entryId(1),
    at: 0,
    trigger: 'manual',
    strategy: 'summarize',
    steps: [],
    edits: [],
    ...more,
  };
  return markersOf(append(replay([]), compaction))(compaction).cost;
}

it.each<[string, Partial<CompactionEntry>, number | undefined]>([
  // 3 a million in, 15 out, 0.30 from the cache: platform.claude.com/docs/en/about-claude/pricing.
  ['is the list’s, cached tokens by their own price', { model: 'anthropic/claude-sonnet-4-5', usage }, 0.063],
  ['is unknown for a model that nobody lists', { model: 'openai-compatible/birch', usage }, undefined],
  ['is none where no model was asked', {}, undefined],
  ['is unknown where nothing was reported', { model: 'anthropic/claude-sonnet-4-5' }, undefined],
])('%s', (_what, more, expected) => {
  const cost = costOfMarker(more);
  if (expected === undefined) expect(cost).toBeUndefined();
  else expect(cost).toBeCloseTo(expected, 6);
});
