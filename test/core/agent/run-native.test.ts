/** Compaction by the provider itself: what it is asked, what stands in the thread after it, and what comes when it can't (R49, R53, R57). */

import { describe, expect, it } from 'vitest';
import type { CompactionOutcome } from '../../../src/core/agent/compaction-outcome.ts';
import { nativeModelOf } from '../../../src/core/agent/native-model.ts';
import type { NativeCompaction } from '../../../src/core/agent/ports.ts';
import { type CompactionModels, runCompaction } from '../../../src/core/agent/run-compaction.ts';
import { summaryModelOf } from '../../../src/core/agent/summary-model.ts';
import { applyBoundary } from '../../../src/core/compaction/apply-boundary.ts';
import { DEFAULT_CONFIG } from '../../../src/core/compaction/config.ts';
import { summariesOf } from '../../../src/core/compaction/edit-summary.ts';
import { planCompaction } from '../../../src/core/compaction/plan.ts';
import type { PlanInput } from '../../../src/core/compaction/plan-input.ts';
import { RETAIN_LABEL } from '../../../src/core/compaction/summarize/retained.ts';
import { lastLive, planUndo } from '../../../src/core/compaction/undo.ts';
import type { Block, Message } from '../../../src/core/message/message.ts';
import { tokenUsage } from '../../../src/core/message/usage.ts';
import { checkContext } from '../../../src/core/thread/check-context.ts';
import { projectContext } from '../../../src/core/thread/context.ts';
import { append, type Thread } from '../../../src/core/thread/thread.ts';
import { DEFAULT_PRICES } from '../../../src/core/tokens/prices.ts';
import { summaryText } from '../../../src/core/view/marker-summary.ts';
import { limitsWith, perform, restarted } from '../arbitrary/operations.ts';
import { work } from '../arbitrary/work.ts';
import { read, round, run, threadOf, typed } from '../tool-output/rounds.ts';
import { recordedAgent, replied } from './recorded-agent.ts';
import { textOf } from './scripted-model.ts';

const running = { aborted: false };
const config = { ...DEFAULT_CONFIG, strategy: 'native' } as const;
const beside = {
  window: 200_000,
  reserve: 9_000,
  prices: DEFAULT_PRICES,
  warm: false,
  system: () => 'You are Spool.',
  tools: [],
  threadId: 't1',
};
const MADE: NativeCompaction = {
  data: { type: 'compaction', sealed: 'x'.repeat(900) },
  text: 'Ten questions were answered.',
  usage: tokenUsage({ input: 8_000, output: 700 }),
};
const BUSY = { kind: 'overloaded', message: 'the server is on fire' } as const;

function asking(
  thread: Thread,
  native: Parameters<typeof recordedAgent>[1],
  more: Partial<PlanInput> = {},
  modelKey = 'us',
) {
  const agent = recordedAgent([replied('<summary>As told by the model.</summary>')], native, modelKey);
  const models: CompactionModels = { model: summaryModelOf(agent, beside), native: nativeModelOf(agent, beside) };
  const input = { thread, config, limits: limitsWith(4_000), trigger: 'auto', ...more } as const;
  return { agent, outcome: runCompaction(input, models, running) };
}

function applied(thread: Thread, outcome: CompactionOutcome): Thread {
  if (outcome.type !== 'compacted') throw new Error(outcome.type);
  const after = append(thread, applyBoundary(thread, outcome.draft, 0));
  for (const modelKey of [undefined, 'us', 'them'])
    expect(checkContext(projectContext(after, modelKey).messages)).toEqual([]);
  expect(restarted(after).items).toEqual(after.items);
  return after;
}

function takenBack(thread: Thread): Thread {
  const last = lastLive(thread);
  const undo = last && planUndo(thread, last.id);
  if (!undo?.ok) throw new Error('nothing to undo');
  return append(thread, applyBoundary(thread, undo.value, 0));
}

const compacted = async (thread: Thread, native: NativeCompaction = MADE, more: Partial<PlanInput> = {}) =>
  applied(thread, await asking(thread, native, more).outcome);
const readBy = (thread: Thread, modelKey: string) => projectContext(thread, modelKey).messages;
const blockIn = (messages: readonly Message[]) =>
  messages.flatMap(({ blocks }) => blocks).filter(({ type }) => type === 'native');

describe('R57 a compaction by the provider', () => {
  const thread = work(10);

  it('is asked about whole messages from the beginning, as the thread sends them', async () => {
    const { agent, outcome } = asking(thread, MADE);
    expect(await outcome).toMatchObject({ type: 'compacted' });
    const [request] = agent.compactions;
    expect(request).toMatchObject({
      system: 'You are Spool.',
      tools: [],
      toolChoice: 'none',
      maxTokens: 9_000,
      isEdited: false,
      thread: 't1',
    });
    expect(request && 'instructions' in request).toBe(false);
    const sent = request?.messages ?? [];
    expect(sent.length).toBeGreaterThan(20);
    expect(readBy(thread, 'us').slice(0, sent.length)).toEqual(sent);
    expect(agent.requests).toEqual([]);
  });

  it('R49 its block comes first and as it was, and the newest message after it word for word', async () => {
    const after = await compacted(thread);
    const [first, ...rest] = readBy(after, 'us');
    expect(first).toEqual({
      role: 'assistant',
      blocks: [{ type: 'native', by: 'us', data: MADE.data, text: MADE.text, tokens: 700 }],
    });
    expect(blockIn(rest)).toEqual([]);
    expect(textOf(rest)).toContain('question 9');
    expect(textOf(rest)).not.toContain('answer 0');
    expect(textOf(rest)).toMatch(/read and searched: ref=e1-\d+/);
  });

  it('says what was done, by whom, and what it cost; the size of the block is the provider’s', async () => {
    const { outcome } = asking(thread, MADE);
    expect(await outcome).toMatchObject({
      draft: {
        strategy: 'native',
        model: 'id of us',
        usage: { output: 700 },
        steps: [{ kind: 'native', turns: 9 }],
        edits: [{ fate: 'native' }],
      },
    });
    const sizes = await Promise.all(
      [300, 1_300].map(async (output) => (await compacted(thread, { ...MADE, usage: tokenUsage({ output }) })).tokens),
    );
    expect((sizes[1] ?? 0) - (sizes[0] ?? 0)).toBe(1_000);
    const larger = await compacted(thread, { ...MADE, tokens: 1_300 });
    expect(larger.tokens).toBe(sizes[1]);
    const [marker] = (await compacted(thread)).compactions;
    expect(marker && summaryText(marker)).toContain('Ten questions were answered.');
    expect(marker && summariesOf(marker)).toEqual([]);
  });

  it('another model reads its words', async () => {
    const after = await compacted(thread);
    const [first] = readBy(after, 'them');
    expect(first?.role).toBe('user');
    expect(textOf(first ? [first] : [])).toContain('Ten questions were answered.');
    expect(blockIn(readBy(after, 'them'))).toEqual([]);
  });

  it.each([undefined, ' \n'])('which are our own record of the messages where the provider gives %j', async (text) => {
    const after = await compacted(thread, { data: MADE.data, ...(text !== undefined && { text }) });
    const [block] = blockIn(readBy(after, 'us'));
    expect(block?.type === 'native' && block.text).toMatch(/^# Record of the conversation so far[\s\S]*question 3/);
    expect(block).not.toHaveProperty('tokens');
    expect(after.tokens).toBeLessThan(thread.tokens);
  });

  it('passes on what the person asks, and nothing blank', async () => {
    const { agent, outcome } = asking(thread, MADE, { instructions: 'keep the ports' });
    await outcome;
    expect(agent.compactions[0]?.instructions).toMatch(/^Summarize this conversation[\s\S]*: keep the ports$/);
    const blank = asking(thread, MADE, { instructions: ' ' });
    await blank.outcome;
    expect(blank.agent.compactions[0]).not.toHaveProperty('instructions');
  });

  it('is taken back to the byte, and a restart reads it as it was', async () => {
    const after = await compacted(thread);
    const undone = takenBack(after);
    expect(JSON.stringify(readBy(undone, 'us'))).toBe(JSON.stringify(readBy(thread, 'us')));
    expect(JSON.stringify(readBy(restarted(after), 'us'))).toBe(JSON.stringify(readBy(after, 'us')));
  });
});

describe('what must stay', () => {
  it('case 16 of one turn that is long alone: the question, right after the block, and a note that it is under way', async () => {
    const long = threadOf(
      typed('the only question'),
      ...Array.from({ length: 30 }, (_, i) => round(run(`r${i}`, `${i} line of output\n`.repeat(60)))),
    );
    const after = await compacted(long);
    const [first, second] = readBy(after, 'us');
    expect(first?.blocks[0]?.type).toBe('native');
    expect(textOf(second ? [second] : [])).toMatch(/^the only question[\s\S]*told in the record above/);
  });

  it('stays pinned word for word, and the provider reads it too', async () => {
    const thread = perform(work(10), { type: 'pin', which: 8, pinned: true });
    const { agent, outcome } = asking(thread, MADE);
    const after = applied(thread, await outcome);
    expect(textOf(agent.compactions[0]?.messages ?? [])).toContain('question 2');
    for (const modelKey of ['us', 'them'])
      expect(textOf(readBy(after, modelKey))).toMatch(/question 2[\s\S]*told in the record above[\s\S]*question 9/);
    expect(after.items.find((item) => item.type === 'entry' && after.pins.has(item.entry.id))?.message).toEqual(
      thread.items.find((item) => item.type === 'entry' && thread.pins.has(item.entry.id))?.message,
    );
  });

  it('R48 keeps the retained lines and the to-do list, which no provider is trusted with', async () => {
    const todo: Block = {
      type: 'tool_use',
      id: 'td',
      name: 'todo',
      input: { items: [{ text: 'write the tests', status: 'pending' }] },
    };
    const noted = perform(work(10), {
      type: 'summarize',
      target: 4_000,
      reply: '<retain>- use port 4711</retain><summary>S</summary>',
    });
    const drafts = work(10).messages.map(({ id: _, at: __, ...draft }) => draft);
    const more = perform(noted, {
      type: 'messages',
      drafts: [
        { type: 'message', origin: 'model', blocks: [todo] },
        { type: 'message', origin: 'tools', blocks: [{ type: 'tool_result', toolUseId: 'td', content: [] }] },
        ...drafts,
      ],
    });
    const after = textOf(readBy(await compacted(more), 'us'));
    expect(after).toContain(`${RETAIN_LABEL}\n- use port 4711`);
    expect(after).toContain('- [ ] write the tests');
  });
});

describe('a later compaction', () => {
  const drafts = work(10).messages.map(({ id: _, at: __, ...draft }) => draft);
  const again = async () => perform(await compacted(work(10)), { type: 'messages', drafts });

  it('by the same provider gets its block as it was, first; one block is left, and undo reveals the other', async () => {
    const thread = await again();
    const { agent, outcome } = asking(thread, { ...MADE, text: 'Twenty questions.', data: 'second' });
    const after = applied(thread, await outcome);
    expect(agent.compactions[0]?.messages[0]?.blocks[0]).toMatchObject({ type: 'native', data: MADE.data });
    expect(agent.compactions[0]?.isEdited).toBe(true);
    expect(blockIn(readBy(after, 'us'))).toMatchObject([{ data: 'second' }]);
    const undone = takenBack(after);
    expect(blockIn(readBy(undone, 'us'))).toMatchObject([{ data: MADE.data }]);
  });

  it('by another provider gets its words', async () => {
    const thread = await again();
    const { agent, outcome } = asking(thread, { ...MADE, data: 'second' }, {}, 'them');
    applied(thread, await outcome);
    expect(textOf(agent.compactions[0]?.messages ?? [])).toContain('Ten questions were answered.');
    expect(blockIn(agent.compactions[0]?.messages ?? [])).toEqual([]);
  });

  it.each(['summarize', 'extract'] as const)('by %s reads its words', async (strategy) => {
    const thread = await again();
    const { agent, outcome } = asking(thread, undefined, { config: { ...config, strategy } });
    const after = textOf(readBy(applied(thread, await outcome), 'us'));
    expect(strategy === 'summarize' ? textOf(agent.requests[0]?.messages ?? []) : after).toContain(
      'Ten questions were answered.',
    );
  });

  it('by extract makes our own record of it anew, and never reads the old one', async () => {
    const thread = perform(await compacted(work(10), { data: 1 }), { type: 'messages', drafts });
    const input = {
      thread,
      config: { ...config, strategy: 'extract' },
      limits: limitsWith(4_000),
      trigger: 'auto',
    } as const;
    const plan = planCompaction(input);
    if (plan.type !== 'compaction') throw new Error(plan.type);
    const text = textOf(readBy(append(thread, applyBoundary(thread, plan.draft, 0)), 'us'));
    expect(text.split('# Record of the conversation so far')).toHaveLength(2);
    expect(text).toContain('question 3');
  });
});

describe('R53 where the provider can not', () => {
  const thread = work(10);

  it.each<[string, Parameters<typeof recordedAgent>[1], object]>([
    ['compacts nothing for the model', undefined, { strategy: 'native', reason: 'not-offered' }],
    ['fails', BUSY, { strategy: 'native', reason: 'model-failed', detail: 'the server is on fire' }],
    [
      'gives a block that is larger',
      { ...MADE, usage: tokenUsage({ output: 90_000 }) },
      { strategy: 'native', reason: 'summary-refused' },
    ],
  ])('that %s, the model summarizes, and it is said', async (_, native, fellFrom) => {
    const outcome = await asking(thread, native).outcome;
    expect(outcome).toMatchObject({ draft: { strategy: 'summarize', fellFrom } });
    expect(textOf(readBy(applied(thread, outcome), 'us'))).toContain('As told by the model.');
  });

  it('falls further when the model fails too, and without any model it is as it ever was', async () => {
    const agent = recordedAgent([[{ type: 'error', error: BUSY }]], BUSY);
    const input = { thread, config, limits: limitsWith(4_000), trigger: 'auto' } as const;
    const both = { model: summaryModelOf(agent, beside), native: nativeModelOf(agent, beside) };
    const fellFrom = { strategy: 'native', reason: 'model-failed' };
    expect(await runCompaction(input, both, running)).toMatchObject({ draft: { strategy: 'extract', fellFrom } });
    expect(await runCompaction(input, { model: undefined }, running)).toMatchObject({
      draft: { strategy: 'extract', fellFrom: { strategy: 'native', reason: 'no-model' } },
    });
  });

  it('a person who asked is told, and nothing is changed', async () => {
    expect(await asking(thread, BUSY, { trigger: 'manual' }).outcome).toEqual({
      type: 'summary-failed',
      strategy: 'native',
      reason: 'model-failed',
      detail: 'the server is on fire',
      paid: { model: 'id of us' },
    });
  });

  it('what is over 90 % of the trigger gives way to what is smaller', async () => {
    const outcome = await asking(thread, { ...MADE, usage: tokenUsage({ output: 6_900 }) }).outcome;
    expect(outcome).toMatchObject({
      draft: { strategy: 'extract', fellFrom: { strategy: 'native', reason: 'target-missed' } },
    });
  });

  it.each([
    ['cancelled by the provider’s library', { kind: 'cancelled', message: '' } as const, false],
    ['stopped as it ended', MADE, true],
  ])('case 26 %s, it changes nothing', async (_, native, aborted) => {
    const agent = recordedAgent([], native);
    const input = { thread, config, limits: limitsWith(4_000), trigger: 'auto' } as const;
    const models = { model: undefined, native: nativeModelOf(agent, beside) };
    expect(await runCompaction(input, models, { aborted })).toMatchObject({
      type: 'cancelled',
      paid: { model: 'id of us' },
    });
  });

  it('R54 asks nobody where all must stay', async () => {
    const { agent, outcome } = asking(threadOf(typed('go '.repeat(9_000)), round(read('a', 'a.ts'))), MADE);
    expect((await outcome).type).toBe('unchanged');
    expect(agent.compactions).toEqual([]);
  });
});
