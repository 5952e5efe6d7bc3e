/** How a summary is asked for, and what asking costs (R43, R44). */

import { describe, expect, it } from 'vitest';
import { DEFAULT_CONFIG } from '../../../../src/core/compaction/config.ts';
import type { PlanInput } from '../../../../src/core/compaction/plan-input.ts';
import { sizeBudget } from '../../../../src/core/compaction/size-budget.ts';
import {
  planSummary,
  type Summarizer,
  type SummaryPlan,
} from '../../../../src/core/compaction/summarize/plan-summary.ts';
import type { Block } from '../../../../src/core/message/message.ts';
import { projectContext } from '../../../../src/core/thread/context.ts';
import { measure, NO_BASE } from '../../../../src/core/thread/measure.ts';
import { replay, type Thread } from '../../../../src/core/thread/thread.ts';
import { estimateText } from '../../../../src/core/tokens/estimate.ts';
import { costOf, DEFAULT_PRICES } from '../../../../src/core/tokens/prices.ts';
import { limitsWith } from '../../arbitrary/operations.ts';
import { numbered } from '../../arbitrary/thread.ts';
import { checkpointAt, work } from '../../arbitrary/work.ts';
import { round, run, threadOf, typed } from '../../tool-output/rounds.ts';

const cold: Summarizer = { modelKey: 'us', window: 200_000, warm: false, prices: DEFAULT_PRICES };
const warm: Summarizer = { ...cold, warm: true };

function request(thread: Thread, more: Partial<PlanInput> = {}): PlanInput {
  const limits = limitsWith(4_000);
  return { thread, config: DEFAULT_CONFIG, limits, trigger: 'auto', ...more };
}

const planOf = (input: PlanInput, summarizer: Summarizer) => planSummary(input, sizeBudget(input), summarizer);

function planned(thread: Thread, summarizer = cold, more: Partial<PlanInput> = {}): SummaryPlan {
  const plan = planOf(request(thread, more), summarizer);
  if (!plan) throw new Error('nothing to summarize');
  return plan;
}

function transcript(plan: SummaryPlan) {
  if (plan.ask.type !== 'transcript') throw new Error(plan.ask.type);
  return plan.ask;
}

function prefix(plan: SummaryPlan) {
  if (plan.ask.type !== 'prefix') throw new Error(plan.ask.type);
  return plan.ask.messages;
}

const thread = work(10);
const said = (blocks: readonly Block[]) => blocks.flatMap((b) => (b.type === 'text' ? [b.text] : []));

describe('R43 the way of asking', () => {
  const dearCache = { ...DEFAULT_PRICES, cacheRead: 10 };
  it.each<[string, Summarizer, 'prefix' | 'transcript']>([
    ['a cold summarizer reads a transcript', cold, 'transcript'],
    ['a warm one goes on after the thread', warm, 'prefix'],
    ['a warm one whose cache is dear reads a transcript', { ...warm, prices: dearCache }, 'transcript'],
    ['a warm one that the thread does not fit into reads a transcript', { ...warm, window: 9_000 }, 'transcript'],
  ])('%s', (_, summarizer, type) => expect(planned(thread, summarizer).ask.type).toBe(type));

  it('the thread, the instruction and the reply fit into the window to the token', () => {
    const asked = (window: number) => planned(thread, { ...warm, window });
    const { inputTokens, outputTokens } = asked(200_000);
    // A smaller window asks for a shorter summary, so the smallest window is looked for.
    let window = inputTokens + outputTokens;
    while (asked(window - 1).ask.type === 'prefix') window--;
    const least = asked(window);
    expect(least.inputTokens + least.outputTokens).toBeLessThanOrEqual(window);
    expect(asked(window - 1).ask.type).toBe('transcript');
    expect(least.outputTokens).toBe(Math.floor(window / 10));
  });

  it('there is none where all must stay', () => {
    expect(planOf(request(threadOf(typed('go'))), cold)).toBeUndefined();
  });
});

describe('R43 after the thread', () => {
  it('reads the thread at the price of the cache and adds the instruction alone', () => {
    const plan = planned(thread, warm);
    const instruction = said(prefix(plan).at(-1)?.blocks ?? []).at(-1) ?? '';
    const context = measure(thread, NO_BASE).tokens;
    const usage = { cacheRead: context, input: estimateText(instruction), output: plan.outputTokens, cacheCreation: 0 };
    expect(plan.inputTokens).toBe(context + estimateText(instruction));
    expect(plan.cost).toBeCloseTo(costOf(usage));
  });

  it('names the last checkpoint before the part that stays, and what the person asks', () => {
    const plan = planned(thread, warm, { instructions: 'the API only' });
    const end = plan.cut.kept.tail - 1;
    const ends = thread.items.slice(0, end + 1).flatMap((_, at) => checkpointAt(thread, at) || []);
    const instruction = said(prefix(plan).at(-1)?.blocks ?? []).at(-1);
    expect(instruction).toContain(`up to and including <checkpoint:${ends.at(-1)}>`);
    expect(instruction).toContain('The person asks of this summary: the API only');
  });

  it('names none where there is none', () => {
    const bare = replay(
      thread.messages.map((m) => ({ ...m, blocks: m.blocks.filter((b) => b.type !== 'checkpoint') })),
    );
    expect(JSON.stringify(prefix(planned(bare, warm)))).not.toContain('up to and including');
  });

  it('asks in a message of its own after an answer, and in the last message when that is the person’s', () => {
    const { messages } = projectContext(thread);
    const after = prefix(planned(thread, warm));
    expect(after.slice(0, -1)).toEqual(messages);
    expect(after.at(-1)).toMatchObject({ role: 'user', blocks: [{ type: 'text' }] });
    const asked = replay([
      ...thread.entries,
      ...numbered([typed('and now?')]).map((e) => ({ ...e, id: 41 as typeof e.id })),
    ]);
    const last = prefix(planned(asked, warm)).at(-1);
    expect(last?.role).toBe('user');
    expect(said(last?.blocks ?? [])).toEqual(['and now?', expect.stringContaining('at most about')]);
  });

  it('R44 leaves out calls of the last message that nobody answered, and keeps those that were', () => {
    const [calls] = round(run('ls', ''));
    if (!calls) throw new Error('no round');
    const open = threadOf(...thread.messages, calls);
    const messages = prefix(planned(open, warm));
    const ids = messages.flatMap(({ blocks }) => blocks.flatMap((b) => (b.type === 'tool_use' ? [b.id] : [])));
    expect(ids).toEqual(Array.from({ length: 10 }, (_, i) => `c${i}`));
  });
});

describe('R43 about a transcript', () => {
  it('asks once where all fits, and pays for what it reads and writes', () => {
    const plan = planned(thread, cold, { instructions: 'the API only' });
    const { parts, instruction } = transcript(plan);
    expect(parts).toHaveLength(1);
    expect(instruction).toContain('The person asks of this summary: the API only');
    expect(instruction).not.toContain('up to and including');
    expect(plan.inputTokens).toBe(estimateText(parts[0] ?? '') + estimateText(instruction));
    const usage = { input: plan.inputTokens, output: plan.outputTokens, cacheRead: 0, cacheCreation: 0 };
    expect(plan.cost).toBeCloseTo(costOf(usage));
  });

  it('gives the removed messages only, each once, in order, with a blank line between', () => {
    const plan = planned(thread);
    const [part = ''] = transcript(plan).parts;
    const asked = [...part.matchAll(/(?<=^|\n\n)\[Person\]\nquestion (\d)/g)].map(([, n]) => Number(n));
    expect(asked.length).toBeGreaterThan(3);
    expect(asked).toEqual(asked.map((_, i) => i));
    expect(part).not.toContain('question 9');
  });

  it('asks in parts that fit into the window, each with the instruction and room for what was written so far', () => {
    const big = work(60, 16_000);
    const whole = transcript(planned(big, { ...cold, window: 10_000_000 })).parts.join('');
    const plan = planned(big, { ...cold, window: 20_000 });
    const { parts, instruction } = transcript(plan);
    expect(parts.length).toBeGreaterThan(2);
    expect(parts.join('\n\n')).toBe(whole);
    const budget = plan.outputTokens / parts.length;
    const own = estimateText(instruction);
    const room = 20_000 * 0.7 - own - 2 * budget;
    for (const part of parts) expect(estimateText(part)).toBeLessThanOrEqual(room);
    for (const [at, part] of parts.slice(1).entries()) {
      const [first = ''] = part.split('\n\n');
      expect(estimateText(`${parts[at]}${first}`)).toBeGreaterThan(room * 0.95);
    }
    const read = parts.reduce((total, part) => total + estimateText(part) + own, 0);
    expect(plan.inputTokens).toBe(read + budget * (parts.length - 1));
  });

  it('splits a message that is larger than a part, and parts no surrogate pair', () => {
    const long = `x${'😀'.repeat(30_000)}`;
    const huge = threadOf(
      typed(long),
      typed('on'),
      ...Array.from({ length: 4 }, () => round(run('ls', 'a\n'.repeat(900)))),
    );
    const { parts } = transcript(planned(huge, { ...cold, window: 4_000 }));
    expect(parts.length).toBeGreaterThan(2);
    for (const part of parts) expect(part.isWellFormed()).toBe(true);
    expect(parts.join('').replaceAll('\n\n', '')).toContain(long);
  });

  it('lets a summary take what may replace the messages, and no more than 6,000 tokens', () => {
    const { cut, typedRecord, outputTokens, cost, likelyCost } = planned(thread);
    const free = cut.budgets.reduce((total, one) => total + one, 0);
    // The label, the ref, the typed messages, the to-do list and the files have their share.
    expect(typedRecord.tokens).toBeGreaterThan(0);
    expect(outputTokens).toBe(Math.floor((free - typedRecord.tokens - 100) * 0.85));
    expect(likelyCost).toBeLessThan(cost);
    expect(planned(work(60, 16_000), cold, { limits: limitsWith(40_000) }).outputTokens).toBe(6_000);
  });
});
