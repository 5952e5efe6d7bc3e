/** What a reply and a whole thread cost by the price lists: replies, compactions and sub-agents, and nothing that a list does not price. */
import { expect, it } from 'vitest';
import { DEFAULT_CONFIG } from '../../../src/core/compaction/config.ts';
import { tokenUsage } from '../../../src/core/message/usage.ts';
import type { Entry, Planned } from '../../../src/core/thread/entry.ts';
import { entryId } from '../../../src/core/thread/entry-id.ts';
import { replay } from '../../../src/core/thread/thread.ts';
import { computeMeter } from '../../../src/core/view/compute-meter.ts';
import { threadCost } from '../../../src/core/view/cost.ts';
import { projectRows } from '../../../src/core/view/rows.ts';

// 3 a million in, 15 out, 0.30 from the cache: platform.claude.com/docs/en/about-claude/pricing.
const model = 'anthropic/claude-sonnet-4-5';
const usage = tokenUsage({ input: 1_000, output: 2_000, cacheRead: 100_000 });
const COST = 0.063;

const reply = (of: string, more: object = { usage }): Planned => ({
  type: 'message',
  origin: 'model',
  model: of,
  blocks: [{ type: 'text', text: 'Done.' }],
  ...more,
});
const logOf = (...planned: readonly Planned[]) =>
  planned.map((one, at) => ({ ...one, id: entryId(at + 1), at: Date.UTC(2026, 10, 27) }) as Entry);

const compaction: Planned = { type: 'compaction', trigger: 'manual', strategy: 'summarize', steps: [], edits: [] };

it('of a thread is that of its replies, compactions and sub-agents', () => {
  const log = logOf(
    reply(model),
    { ...compaction, model, usage },
    { type: 'sub_agent', call: 'a', thread: 't1', state: 'begun' },
    { type: 'sub_agent', call: 'a', thread: 't1', state: 'done', rounds: 1, model, usage },
    reply('openai-compatible/birch'),
  );
  expect(threadCost(log)).toBeCloseTo(3 * COST, 6);
  const meter = computeMeter(replay(log), { config: DEFAULT_CONFIG, size: { window: 200_000 }, model });
  expect(meter.cost).toBeCloseTo(3 * COST, 6);
});

it('of a reply stands in its last row', () => {
  const blocks = ['One.', 'Two.'].map((text) => ({ type: 'text', text }));
  const { rows } = projectRows(replay(logOf(reply(model, { usage, blocks }))));
  expect(rows.map((row) => 'cost' in row && row.cost)).toEqual([false, expect.closeTo(COST, 6)]);
});

it.each([
  ['where no list has the model', reply('openai-compatible/birch')],
  ['for a model of VS Code, which a subscription pays', reply('vscode-lm/claude-sonnet-4-5')],
  ['for a recording, which calls no model', reply('replay/claude-sonnet-4-5')],
  ['where nothing was reported', reply(model, {})],
])('is unknown %s', (_why, entry) => {
  const log = logOf(entry);
  expect(threadCost(log)).toBeUndefined();
  expect(computeMeter(replay(log), { config: DEFAULT_CONFIG, size: { window: 200_000 }, model })).not.toHaveProperty(
    'cost',
  );
  expect(projectRows(replay(log)).rows.some((row) => 'cost' in row)).toBe(false);
});
