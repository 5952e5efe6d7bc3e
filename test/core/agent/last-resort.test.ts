/** What is too large for a window, each kind by its smallest case: the turn goes on, or one sentence says what is too large. */
import { describe, expect, it } from 'vitest';
import { runCompaction } from '../../../src/core/agent/run-compaction.ts';
import { applyBoundary } from '../../../src/core/compaction/apply-boundary.ts';
import { DEFAULT_CONFIG } from '../../../src/core/compaction/config.ts';
import { limitsFor } from '../../../src/core/compaction/limits.ts';
import type { Block } from '../../../src/core/message/message.ts';
import { checkContext } from '../../../src/core/thread/check-context.ts';
import { projectContext } from '../../../src/core/thread/context.ts';
import { append, type Thread } from '../../../src/core/thread/thread.ts';
import { estimateMessage } from '../../../src/core/tokens/estimate.ts';
import { type MessageDraft, numbered } from '../arbitrary/thread.ts';
import { round, run, threadOf, typed } from '../tool-output/rounds.ts';
import { Loop, type ScriptedReply, type World } from './loop.ts';

const lines = (tokens: number) => 'a line of text\n'.repeat(Math.ceil(tokens / 4));
const done: ScriptedReply = { blocks: [{ type: 'text', text: 'Done.' }] };

/** A reply that calls a tool with so many tokens in the input and in the result. */
function calls(turn: number, input: number, result: number, more: Partial<ScriptedReply> = {}): ScriptedReply {
  const id = `c${turn}`;
  const content = [{ type: 'text', text: `result ${turn} ${lines(result)}` }] as const;
  return {
    blocks: [{ type: 'tool_use', id, name: 'run_command', input: { command: `make ${turn}`, text: lines(input) } }],
    results: [{ type: 'tool_result', toolUseId: id, content }],
    ...more,
  };
}

/** The true window is what is left beside the reply, so that a request without room for one is refused. */
function world(window: number, reply: World['reply'], more: Partial<World> = {}): World {
  return { config: DEFAULT_CONFIG, window, trueWindow: roomOf(window), reply, ...more };
}

function limitsOf(window: number) {
  const limits = limitsFor({ window }, DEFAULT_CONFIG);
  if (!limits.ok) throw new Error(limits.error.type);
  return limits.value;
}

function roomOf(window: number): number {
  const { window: size, reserve } = limitsOf(window);
  return size - reserve;
}

function checked(loop: Loop): Loop {
  for (const request of loop.requests) expect(checkContext(request)).toEqual([]);
  return loop;
}

const stepsOf = ({ thread }: Pick<Loop, 'thread'>) =>
  thread.compactions.flatMap(({ steps }) => steps.map(({ kind }) => kind));

describe('the newest round is larger than the window', () => {
  it.each([
    ['an input', 16_000, 10],
    ['a result', 10, 16_000],
    ['both', 9_000, 9_000],
  ])('%s: the turn goes on with a shortened round, and no request is refused', async (_, input, result) => {
    const loop = new Loop(world(12_000, (turn) => (turn === 1 ? calls(1, input, result) : done)));
    expect(await loop.send('Write it.')).toEqual({ type: 'done' });
    expect(checked(loop).requests).toHaveLength(2);
    expect(stepsOf(loop)).toEqual(['shorten']);
    expect(loop.thread.compactions[0]?.strategy).toBe('outputs');
    expect(JSON.stringify(loop.requests.at(-1))).toContain('make 1');
  });

  it('again and again in one turn: each round is read before it goes, and the turn ends by itself', async () => {
    const loop = new Loop(world(16_384, (turn) => (turn < 12 ? calls(turn, 8_000, 8_000) : done)));
    expect(await loop.send('Write it all.')).toEqual({ type: 'done' });
    expect(checked(loop).requests).toHaveLength(12);
    for (let turn = 1; turn < 12; turn++) expect(JSON.stringify(loop.requests[turn])).toContain(`result ${turn} `);
  });

  it.each([2_048, 4_096, 8_192])('in a window of %i', async (window) => {
    const loop = new Loop(
      world(window, (turn) => (turn < 4 ? calls(turn, 6_000, 9_000) : done), { fixed: window / 4 }),
    );
    expect(await loop.send('Write it.')).toEqual({ type: 'done' });
    expect(checked(loop).requests).toHaveLength(4);
    expect(await loop.send('And again.')).toEqual({ type: 'done' });
  });

  it('is a call that the output limit cut', async () => {
    const cut = calls(1, 18_000, 10, { ending: 'length' });
    const loop = new Loop(world(16_384, (turn) => (turn === 1 ? cut : done)));
    expect(await loop.send('Write it.')).toEqual({ type: 'done' });
    checked(loop);
  });

  it('where the window was learned from a refusal', async () => {
    const reply = (turn: number) => (turn === 1 ? calls(1, 9_000, 9_000) : done);
    const loop = new Loop(world(200_000, reply, { trueWindow: 12_000 }));
    expect(await loop.send('Write it.')).toEqual({ type: 'done' });
    expect(checked(loop).requests).toHaveLength(3);
  });

  it('the model reads back what was left out, in pages that are larger than the window themselves', async () => {
    const reply = (turn: number) => (turn === 1 ? calls(1, 16_000, 10) : turn < 4 ? calls(turn, 10, 16_000) : done);
    const loop = new Loop(world(16_384, reply));
    expect(await loop.send('Write it.')).toEqual({ type: 'done' });
    checked(loop);
  });

  it('and compaction is not automatic: the person is asked, and their compaction makes the request fit', async () => {
    const config = { ...DEFAULT_CONFIG, auto: false } as const;
    const loop = new Loop(world(16_384, (turn) => (turn === 1 ? calls(1, 14_000, 6_000) : done), { config }));
    expect(await loop.send('Write it.')).toMatchObject({ type: 'ask', why: 'too-large' });
    const input = { thread: loop.thread, config, limits: limitsOf(16_384), trigger: 'manual' } as const;
    const outcome = await runCompaction(input, { model: undefined }, { aborted: false });
    if (outcome.type !== 'compacted') throw new Error(outcome.type);
    const fitting = append(loop.thread, applyBoundary(loop.thread, outcome.draft, 0));
    expect(fitting.tokens).toBeLessThan(roomOf(16_384));
    const next = new Loop(
      world(16_384, () => done, { config }),
      [...fitting.entries],
    );
    expect(await next.send()).toEqual({ type: 'done' });
  });

  it('of an imported thread in which nobody typed anything', async () => {
    const said: Block = { type: 'text', text: lines(30_000) };
    const message: MessageDraft = { type: 'message', origin: 'model', blocks: [said] };
    const entries = numbered([message]);
    const loop = new Loop(
      world(8_192, () => done),
      entries,
    );
    expect(await loop.send('Go on.')).toEqual({ type: 'done' });
    expect(checked(loop).requests).toHaveLength(1);
  });

  it('and waits for a person’s answer: the call stays as it is, whatever is compacted', async () => {
    const open: Block = { type: 'tool_use', id: 'q', name: 'run_command', input: { command: lines(14_000) } };
    const before: readonly Thread[] = [
      threadOf(typed('go'), round(run('ls', lines(2_000))), { type: 'message', origin: 'model', blocks: [open] }),
    ];
    for (const thread of before) {
      const input = { thread, config: DEFAULT_CONFIG, limits: limitsOf(16_384), trigger: 'manual' } as const;
      const outcome = await runCompaction(input, { model: undefined }, { aborted: false });
      const after = outcome.type === 'compacted' ? append(thread, applyBoundary(thread, outcome.draft, 0)) : thread;
      expect(projectContext(after).messages.flatMap(({ blocks }) => blocks)).toContain(open);
    }
  });
});

describe('what no compaction can take is larger than the window', () => {
  it('the message: it is kept, nothing is sent, and a larger window sends it', async () => {
    const loop = new Loop(world(16_384, () => done));
    const end = await loop.send(lines(20_000));
    const message = estimateMessage([{ type: 'text', text: lines(20_000) }]);
    expect(end).toMatchObject({ type: 'cannot-fit', window: 16_384, by: { base: 0, message } });
    expect(loop.requests).toEqual([]);
    const larger = loop.restart(world(64_000, () => done));
    expect(await larger.send(lines(20_000))).toEqual({ type: 'done' });
  });

  it('the message was sent to a model with a larger window: a shorter one goes through at once', async () => {
    const loop = new Loop(world(64_000, () => done));
    expect(await loop.send(lines(20_000))).toEqual({ type: 'done' });
    const smaller = loop.restart(world(16_384, () => done));
    expect(await smaller.send('In short?')).toEqual({ type: 'done' });
    expect(checked(smaller).requests).toHaveLength(1);
  });

  it('system prompt and tools', async () => {
    const loop = new Loop(world(8_192, () => done, { fixed: 9_000 }));
    expect(await loop.send('Hello.')).toMatchObject({ type: 'cannot-fit', by: { base: 9_000 }, room: roomOf(8_192) });
    expect(loop.requests).toEqual([]);
    expect(await loop.restart(world(64_000, () => done, { fixed: 9_000 })).send('Hello.')).toEqual({ type: 'done' });
  });
});

describe('a complete reply leaves no room for the next message', () => {
  it.each([
    ['compaction is off', { enabled: false }, 'compaction-off'],
    ['no strategy is allowed', { strategy: 'disabled' }, 'compaction-off'],
    ['compaction is not automatic', { auto: false }, 'ask'],
    ['the person is asked first', { auto: 'ask' }, 'ask'],
  ] as const)('%s: the turn is done, and the next message says what is in the way', async (_, more, type) => {
    const reply: ScriptedReply = { blocks: [{ type: 'text', text: lines(24_000) }] };
    const loop = new Loop(world(16_384, () => reply, { config: { ...DEFAULT_CONFIG, ...more } }));
    expect(await loop.send('Write it.')).toEqual({ type: 'done' });
    loop.queue('And now?');
    expect(await loop.send()).toMatchObject({ type });
    expect(loop.thread.queue).toHaveLength(1);
  });

  it('a message that was queued meanwhile is what the turn ends for', async () => {
    const config = { ...DEFAULT_CONFIG, enabled: false };
    const loop: Loop = new Loop(
      world(
        16_384,
        () => {
          loop.queue('And now?');
          return { blocks: [{ type: 'text', text: lines(24_000) }] };
        },
        { config },
      ),
    );
    expect(await loop.send('Write it.')).toMatchObject({ type: 'compaction-off' });
  });
});
