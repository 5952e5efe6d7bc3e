/** Every sentence that a model reads when its call of `compact` is refused. */
import { it } from 'vitest';
import { DEFAULT_CONFIG } from '../../../src/core/compaction/config.ts';
import { planCompactCall } from '../../../src/core/compaction/replace/compact-call.ts';
import { describeRefusal } from '../../../src/core/compaction/replace/compact-tool.ts';
import { parseReplacements } from '../../../src/core/compaction/replace/replacement.ts';
import { entryId } from '../../../src/core/thread/entry-id.ts';
import { expectGolden } from '../../golden-file.ts';
import { DEPOT_THREAD } from '../depot-thread.ts';

const PROBLEMS: readonly Parameters<typeof describeRefusal>[0][] = [
  { type: 'unknown-id', id: 'zzzzzz', working: ['aaaaaa', 'bbbbbb'] },
  { type: 'unknown-id', id: 'zzzzzz', working: [] },
  { type: 'consumed', id: 'bbbbbb', by: entryId(7), working: ['aaaaaa'] },
  { type: 'reversed', from: 'bbbbbb', to: 'aaaaaa' },
  { type: 'empty', from: 'aaaaaa', to: 'bbbbbb' },
  { type: 'empty', from: undefined, to: undefined },
  { type: 'overlap', first: 0, second: 1 },
  { type: 'too-small', reclaims: 40, minimum: 1_000, suggested: { from: 'aaaaaa', to: 'bbbbbb' } },
  { type: 'too-small', reclaims: 40, minimum: 1_000 },
  { type: 'summary-longer', summary: 90, replaced: 80 },
  { type: 'newest-message', lastTo: 'bbbbbb' },
  { type: 'newest-message' },
  { type: 'cool-down', since: 40, needed: 10_000 },
];

const INPUTS = [
  undefined,
  { replacements: 'all' },
  { replacements: [] },
  { replacements: ['all'] },
  { replacements: [{ value: 'a' }] },
  { replacements: [{ summary: 'a', colour: 'red' }] },
  { replacements: [{ from: 1, summary: 'a' }] },
  { replacements: [{ to: null, summary: 'a' }] },
  { replacements: [{ to: 'aaaaaa' }] },
];

it('golden: the refusals of the compact tool', async () => {
  const refusals = PROBLEMS.map((problem) => `- ${describeRefusal(problem)}`);
  const inputs = INPUTS.map((input) => {
    const parsed = parseReplacements(input);
    return `- \`${JSON.stringify(input)}\`: ${parsed.ok ? 'taken' : parsed.error}`;
  });
  const config = { ...DEFAULT_CONFIG, allowModel: false };
  const off = planCompactCall({ thread: DEPOT_THREAD, config, input: {}, callId: 'own' });
  const switchedOff = `- ${off.ok ? 'taken' : off.error}`;
  await expectGolden('prompts/compact-refusals.md', [...refusals, switchedOff, '', ...inputs].join('\n'));
});
