/** What a summarizer is asked: after the thread's own prefix, or about a transcript in one part or several; by budget. */
import { it } from 'vitest';
import { askSummary } from '../../../src/core/agent/ask-summary.ts';
import type { SummaryModel } from '../../../src/core/agent/ports.ts';
import { type CompactionConfig, DEFAULT_CONFIG } from '../../../src/core/compaction/config.ts';
import { sizeBudget } from '../../../src/core/compaction/size-budget.ts';
import { summaryInstruction } from '../../../src/core/compaction/summarize/instruction.ts';
import { planSummary } from '../../../src/core/compaction/summarize/plan-summary.ts';
import { expectGolden, messagesText } from '../../golden-file.ts';
import { scriptedModel } from '../agent/scripted-model.ts';
import { limitsWith } from '../arbitrary/operations.ts';
import { DEPOT_THREAD } from '../depot-thread.ts';

interface Asked {
  readonly target: number;
  readonly model?: Partial<SummaryModel>;
  readonly instructions?: string;
  readonly summary?: Partial<CompactionConfig['summary']>;
}

/** Every request that is sent for one summary. */
async function requests({ target, model, instructions, summary }: Asked): Promise<string> {
  const config = { ...DEFAULT_CONFIG, summary: { ...DEFAULT_CONFIG.summary, ...summary } };
  const input = { thread: DEPOT_THREAD, config, limits: limitsWith(target), trigger: 'auto' } as const;
  const summarizer = scriptedModel(['<summary>What the parts so far say.</summary>'], model);
  const plan = planSummary({ ...input, ...(instructions && { instructions }) }, sizeBudget(input), summarizer);
  if (!plan) throw new Error('nothing to summarize');
  await askSummary(summarizer, plan.ask, { aborted: false });
  return summarizer.sent
    .map(
      ({ messages, tools, maxTokens }) =>
        `##### tools: ${tools}, at most ${maxTokens} tokens\n\n${messagesText(messages)}`,
    )
    .join('\n\n');
}

it.each<[string, Asked]>([
  ['prefix', { target: 2_000, model: { warm: true } }],
  ['transcript', { target: 2_000 }],
  ['transcript-in-parts', { target: 2_000, model: { window: 4_000 } }],
  [
    'transcript-with-the-person-s-settings',
    {
      target: 2_000,
      instructions: 'Only what concerns Samoa.',
      summary: {
        summaryPrompt: 'Sum it up.',
        summaryDirectives: ['in order', 'with dates'],
        retainPrompt: 'Keep this:',
        retainDirectives: ['names', 'rules'],
      },
    },
  ],
  ['transcript-without-retained-lines', { target: 2_000, summary: { retainPrompt: null } }],
])('golden: a request by %s', async (name, asked) => {
  await expectGolden(`summarizer/request-by-${name}.txt`, await requests(asked));
});

it.each([250, 1_000, 6_000])('golden: the instruction for a summary of %i tokens', async (budget) => {
  const options = DEFAULT_CONFIG.summary;
  const text = summaryInstruction({ options, budget, until: 'abc123', instructions: 'Keep the depots.' });
  await expectGolden(`summarizer/instruction-${budget}-tokens.md`, text);
});
