/** Long threads that make room for themselves, end to end (R26–R31, R56, reliability cases 12, 15, 16, 18, 19, 27, 29, 37). */
import { describe, expect, it } from 'vitest';
import { planSwitch } from '../../../src/core/agent/switch-model.ts';
import { DEFAULT_CONFIG } from '../../../src/core/compaction/config.ts';
import { limitsFor } from '../../../src/core/compaction/limits.ts';
import type { Block, Message } from '../../../src/core/message/message.ts';
import { checkContext } from '../../../src/core/thread/check-context.ts';
import { Loop, type ScriptedReply, type World } from './loop.ts';
import { scriptedModel, textOf } from './scripted-model.ts';

const GOOD = '<retain>- use port 4711</retain><summary>The work went on.</summary>';
const said = (text: string): readonly Block[] => [{ type: 'text', text }];

/** Rounds of reads with results of `length` characters, and an answer after every `rounds`. */
function reads(rounds: number, length: number): World['reply'] {
  return (turn): ScriptedReply => {
    if (turn % (rounds + 1) === 0) return { blocks: said(`answer ${turn}`) };
    const id = `c${turn}`;
    const text = `line of part ${turn}\n`.repeat(Math.ceil(length / 16));
    return {
      blocks: [{ type: 'tool_use', id, name: 'read_file', input: { path: `src/part${turn}.ts` } }],
      results: [{ type: 'tool_result', toolUseId: id, content: [{ type: 'text', text }] }],
    };
  };
}

const world = (more: Partial<World> = {}): World => ({
  config: DEFAULT_CONFIG,
  window: 30_000,
  reply: reads(3, 8_000),
  ...more,
});

const saidBy = (messages: readonly Message[] | undefined) => textOf(messages ?? []);

async function talk(loop: Loop, turns: number): Promise<readonly string[]> {
  const ends: string[] = [];
  for (let turn = 1; turn <= turns; turn++) ends.push((await loop.send(`question ${turn}`)).type);
  for (const request of loop.requests) expect(checkContext(request)).toEqual([]);
  return ends;
}

describe('a long thread', () => {
  it('R31 compacts before the next send, each question is sent once and word for word, and no request is too long', async () => {
    const loop = new Loop(world());
    expect(new Set(await talk(loop, 12))).toEqual(new Set(['done']));
    expect(loop.thread.compactions.length).toBeGreaterThan(1);
    const typed = loop.thread.messages.filter(({ origin }) => origin === 'typed').map(({ blocks }) => blocks[0]);
    expect(typed).toEqual(Array.from({ length: 12 }, (_, i) => ({ type: 'text', text: `question ${i + 1}` })));
    expect(saidBy(loop.requests.at(-1))).toContain('question 12');
  });

  it('R28 resumes after tool results with "please continue", once for each compaction there', async () => {
    const loop = new Loop(world({ reply: reads(30, 8_000) }));
    expect(await loop.send('go')).toEqual({ type: 'done' });
    const program = loop.thread.messages.filter(({ origin }) => origin === 'program');
    const resumed = program.filter(({ blocks }) => blocks[0]?.type === 'text');
    expect(resumed.length).toBe(loop.thread.compactions.length);
    expect(resumed[0]?.blocks[0]).toEqual({ type: 'text', text: 'please continue' });
    expect(resumed[0]?.blocks[1]?.type).toBe('checkpoint');
  });

  it('C7 no request after a boundary has the reminders of before it, nor two of them', async () => {
    const loop = new Loop(world({ reply: reads(30, 8_000) }));
    for (const text of ['go', 'go on', 'and on']) await loop.send(text);
    expect(loop.thread.compactions.length).toBeGreaterThan(0);
    const maps = loop.thread.items.filter(({ message }) => message.blocks.some(({ type }) => type === 'reminder'));
    expect(maps.length).toBeLessThanOrEqual(1);
    for (const item of maps) expect(item.type === 'entry' && item.entry.id > loop.thread.boundary).toBe(true);
  });

  it('R16 gives the model a map of what it could compact once its window fills, one for each stretch between compactions', async () => {
    const loop = new Loop(world({ reply: reads(30, 8_000) }));
    await loop.send('go');
    const maps = loop.thread.messages.filter(({ blocks }) => blocks[0]?.type === 'reminder');
    expect(maps.length).toBeGreaterThan(0);
    expect(maps.length).toBeLessThanOrEqual(loop.thread.compactions.length + 1);
    expect(JSON.stringify(maps[0])).toMatch(/checkpoint|tokens/);
    const without = new Loop(world({ reply: reads(30, 8_000), config: { ...world({}).config, allowModel: false } }));
    await without.send('go');
    expect(JSON.stringify(without.thread.messages)).not.toContain('"reminder"');
  });

  it('case 16 R47 one turn of 60 rounds splits inside the turn, and the question stays', async () => {
    const loop = new Loop(world({ reply: reads(60, 4_000) }));
    expect(await loop.send('the only question')).toEqual({ type: 'call-limit' });
    expect(loop.thread.compactions.length).toBeGreaterThan(1);
    expect(saidBy(loop.requests.at(-1))).toContain('the only question');
  });

  it('R26 R45 the summarizing call goes to its model, is no message of the thread, and compacts nothing itself', async () => {
    const summarizer = scriptedModel([GOOD], { id: 'small' });
    const loop = new Loop(world({ summarizer, reply: (turn) => ({ blocks: said(`answer ${turn} `.repeat(2_000)) }) }));
    await talk(loop, 14);
    expect(summarizer.sent.length).toBeGreaterThan(0);
    expect(summarizer.sent.length).toBe(loop.thread.compactions.filter(({ model }) => model === 'small').length);
    expect(JSON.stringify(loop.thread.messages)).not.toContain('4711');
    expect(saidBy(loop.requests.at(-1))).toContain('use port 4711');
  });

  it('R25 without counts nothing fires where estimates are off, and the provider decides', async () => {
    const config = { ...DEFAULT_CONFIG, estimateWhenUnreported: false };
    const loop = new Loop(world({ config, reports: false, trueWindow: 1_000_000 }));
    await talk(loop, 12);
    expect(loop.thread.compactions).toEqual([]);
  });

  it('R29 case 29 what is queued survives a restart, and is sent before what is typed next, in order, once each', async () => {
    let loop = new Loop(world());
    await loop.send('question');
    loop.queue('first');
    loop.queue('second');
    loop = loop.restart();
    expect(loop.thread.queue.length).toBe(2);
    await loop.send('third');
    const typed = loop.thread.messages.flatMap((m) => (m.origin === 'typed' ? [textOf([{ role: 'user', ...m }])] : []));
    expect(typed.map((text) => text.split('\n')[0])).toEqual(['question', 'first', 'second', 'third']);
    expect(loop.thread.queue).toEqual([]);
  });

  it('R56 logs count, threshold and what remains, before and after', async () => {
    const loop = new Loop(world());
    await talk(loop, 8);
    const [due, done] = loop.log;
    expect(due).toMatchObject({ type: 'due', trigger: 'auto', threshold: 22_500 });
    expect(done).toMatchObject({ type: 'compacted', strategy: expect.any(String) });
    if (due?.type !== 'due' || done?.type !== 'compacted') throw new Error('not logged');
    expect(due.tokens + due.remaining).toBe(30_000);
    expect(done.after + (done.remaining ?? 0)).toBe(30_000);
    expect(done.before).toBe(due.tokens);
  });
});

describe('at the limit', () => {
  it('R27 a paste as large as half the window gets through, also right after a compaction and upon another paste', async () => {
    const loop = new Loop(world({ reply: reads(3, 8_000) }));
    await talk(loop, 6);
    const paste = 'a line that was pasted\n'.repeat(2_400);
    for (const n of [1, 2, 3]) expect(await loop.send(`${n} ${paste}`)).toEqual({ type: 'done' });
    expect(loop.requests.length).toBe(loop.replies);
    expect(saidBy(loop.requests.at(-1))).toContain(`3 ${paste}`);
  });

  it('case 18 learns the factor from a refusal, compacts, and is refused no second time', async () => {
    const loop = new Loop(world({ factor: 1.7, reports: false }));
    expect(new Set(await talk(loop, 12))).toEqual(new Set(['done']));
    expect(loop.knowledge.learned.factor).toBe(1.25);
    expect(loop.requests.length - loop.replies).toBe(1);
  });

  it('case 19 learns the true limit from a refusal', async () => {
    const loop = new Loop(world({ trueWindow: 18_000 }));
    expect(new Set(await talk(loop, 12))).toEqual(new Set(['done']));
    expect(loop.knowledge.learned.limit).toBe(18_000);
    expect(loop.requests.length - loop.replies).toBe(1);
  });

  it('with compaction off an overflow only offers to compact', async () => {
    const loop = new Loop(world({ config: { ...DEFAULT_CONFIG, enabled: false }, trueWindow: 10_000 }));
    expect(await talk(loop, 12)).toContain('failed');
    expect(loop.thread.compactions).toEqual([]);
  });

  it('case 14 what must stay alone exceeds the window: one end, no loop, nothing compacted', async () => {
    const loop = new Loop(world({ window: 3_000 }));
    expect(await loop.send('word '.repeat(20_000))).toMatchObject({ type: 'cannot-fit' });
    expect(loop.requests).toEqual([]);
    expect(loop.thread.entries).toEqual([]);
  });

  it('case 37 from 300,000 tokens to a window of 65,536: warned, then compacted at once', async () => {
    const loop = new Loop(world({ window: 1_000_000, reply: reads(9, 60_000) }));
    await talk(loop, 2);
    expect(loop.tokensOf(loop.requests.at(-1) ?? [])).toBeGreaterThan(250_000);
    const limits = limitsFor({ window: 65_536 }, DEFAULT_CONFIG);
    if (!limits.ok) throw new Error(limits.error.type);
    const before = loop.thread.entries.length;
    const plan = planSwitch({ thread: loop.thread, model: 'small', config: DEFAULT_CONFIG, limits: limits.value });
    expect(plan).toMatchObject({ fits: false, plan: { type: 'compaction' } });
    expect(loop.thread.entries.length).toBe(before);
    const small = loop.restart(world({ window: 65_536, reply: reads(1, 1_000) }));
    expect(await small.send('go on')).toEqual({ type: 'done' });
    expect(small.requests.length).toBe(2);
    for (const request of small.requests) expect(small.tokensOf(request)).toBeLessThan(65_536);
  });

  it('case 27 a compaction that can not be written leaves log and queue as they were, and the breaker opens', async () => {
    const loop = new Loop(world({ failsToWrite: () => true, trueWindow: 1_000_000, window: 40_000 }));
    loop.queue('typed meanwhile');
    await talk(loop, 5);
    expect(loop.thread.compactions).toEqual([]);
    expect(loop.log.filter(({ type }) => type === 'not-compacted')[0]).toMatchObject({ detail: 'ENOSPC' });
    expect(loop.knowledge.breaker.failures).toBeGreaterThan(0);
  });

  it('R27 R50 what is pasted right after a compaction gets through while it fits beside what must stay', async () => {
    const loop = new Loop(world({ reply: (turn) => ({ blocks: said(`answer ${turn} `.repeat(500)) }) }));
    for (let turn = 1; turn < 30 && loop.thread.entries.at(-1)?.type !== 'compaction'; turn++)
      expect(await loop.send(`question ${turn}`)).toEqual({ type: 'done' });
    expect(loop.thread.entries.at(-1)?.type).toBe('compaction');
    expect(await loop.send('word '.repeat(19_000))).toEqual({ type: 'done' });
  });

  it('case 26 a stop while room is made after a refusal ends the turn as stopped, with nothing changed', async () => {
    const signal = { aborted: false };
    const summarizer = scriptedModel([GOOD]);
    const complete: typeof summarizer.complete = (request, given) => {
      signal.aborted = true;
      return summarizer.complete(request, given);
    };
    const loop = new Loop(world({ trueWindow: 8_000, summarizer: { ...summarizer, complete }, signal }));
    let end = await loop.send('question 1');
    for (let turn = 2; turn < 6 && !signal.aborted; turn++) end = await loop.send(`question ${turn}`);
    expect(loop.requests.length - loop.replies).toBe(1);
    expect(summarizer.sent.length).toBe(1);
    expect(end).toEqual({ type: 'stopped' });
    expect(loop.thread.compactions).toEqual([]);
  });
});
