/** Pairs, thinking and order under a strict provider, whatever made the thread smaller (reliability cases 16, 17, 20–24). */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Block, ToolResultBlock } from '../../../src/core/message/message.ts';
import { projectContext } from '../../../src/core/thread/context.ts';
import type { MessageEntry } from '../../../src/core/thread/entry.ts';
import type { Thread } from '../../../src/core/thread/thread.ts';
import { runs } from '../../property/runs.ts';
import { perform, restarted, someOperations } from '../arbitrary/operations.ts';
import { threadOf, typed } from '../tool-output/rounds.ts';
import { answers, contextOf, sendable, smaller, textOf, WAYS } from './sendable.ts';

type Draft = Omit<MessageEntry, 'id' | 'at'>;

const RUNS = runs(200);
const OUTPUT = 'a line of output that says something\n'.repeat(40);
const said = (text: string): Block => ({ type: 'text', text });
const thinking = (about: string): Block => ({ type: 'thinking', text: `about ${about}`, signature: `sig-${about}` });
const call = (id: string): Block => ({ type: 'tool_use', id, name: 'run_command', input: { command: `make ${id}` } });
const result = (id: string, text = `${id}: ${OUTPUT}`): ToolResultBlock => ({
  type: 'tool_result',
  toolUseId: id,
  content: text === '' ? [] : [{ type: 'text', text }],
});
const model = (...blocks: readonly Block[]): Draft => ({ type: 'message', origin: 'model', blocks });
const tools = (...blocks: readonly Block[]): Draft => ({ type: 'message', origin: 'tools', blocks });

/** Rounds of one call each; `thinks` says which begin with thinking. */
const rounds = (count: number, thinks: (i: number) => boolean) =>
  Array.from({ length: count }, (_, i) => {
    const id = `c${i}`;
    return [model(...(thinks(i) ? [thinking(id)] : []), call(id)), tools(result(id))];
  }).flat();

/** Each way alone, and all one after the other. */
function eachWay(thread: Thread, check: (after: Thread, way: string) => void): void {
  let all = thread;
  for (const [way, config] of WAYS) {
    check(smaller(thread, config), way);
    try {
      all = smaller(all, config, 0.8);
    } catch {
      continue;
    }
    check(all, `then ${way}`);
  }
}

describe('case 16: one turn of 60 tool rounds and no second user message', () => {
  const thread = threadOf(typed('Make it build.'), ...rounds(60, () => true));

  it.each(WAYS)('is cut inside the turn by %s; the question, the newest round and its thinking stay', (_, config) => {
    const after = smaller(thread, config);
    const messages = sendable(after, thread);
    expect(textOf(messages[0]?.blocks ?? [])).toContain('Make it build.');
    expect(messages.slice(-2)).toEqual(contextOf(thread).slice(-2));
    expect(answers(messages).c59).toBe(`c59: ${OUTPUT}`);
  });

  it('stays sendable at any size', () => {
    for (const share of [0.02, 0.1, 0.3, 0.7, 0.95])
      for (const [, config] of WAYS) sendable(smaller(thread, config, share), thread);
  });
});

describe('case 17: a thread that ends with a tool result', () => {
  it.each([2, 3, 12])('has something to compact from %i rounds on', (count) => {
    const thread = threadOf(
      typed('go'),
      ...rounds(count, () => false),
      model(call('last')),
      tools(result('last', 'ok')),
    );
    eachWay(thread, (after) => {
      const messages = sendable(after, thread);
      expect(messages.at(-1)?.role).toBe('user');
      expect(answers(messages).last).toBe('ok');
    });
  });
});

describe('case 20: parallel calls', () => {
  const burst = (...given: readonly string[]) =>
    threadOf(
      typed('go'),
      ...rounds(6, () => false),
      model(call('x'), call('y'), call('z')),
      tools(...given.map((id) => result(id, `answer ${id}`))),
      model(said('next')),
      typed('and now?'),
    );

  it.each([
    ['all of three, in another order', ['z', 'x', 'y']],
    ['one of three', ['y']],
    ['none of three', []],
  ])('keep each its own result: %s', (_, given) => {
    const { messages, repairs } = projectContext(burst(...given));
    const missing = ['x', 'y', 'z'].filter((id) => !given.includes(id));
    for (const id of given) expect(answers(messages)[id]).toBe(`answer ${id}`);
    for (const id of missing) expect(answers(messages)[id]).toMatch(/No result was recorded/);
    expect(repairs.map(({ type, toolUseId }) => `${type} ${toolUseId}`)).toEqual(
      missing.map((id) => `missing-result ${id}`),
    );
    sendable(burst(...given));
  });

  it.each([[['z', 'x', 'y']], [['y']], [[]]])('and no half after a compaction, with results of %j', (given) => {
    const thread = burst(...given);
    eachWay(thread, (after) => {
      for (const [id, text] of Object.entries(answers(sendable(after, thread))))
        if (given.includes(id)) expect(text).toContain(`answer ${id}`);
    });
  });
});

describe('case 21: two byte-identical empty results', () => {
  const thread = threadOf(
    typed('go'),
    ...rounds(6, () => false),
    model(call('x'), call('y')),
    tools(result('x', ''), result('y', '')),
    model(call('v')),
    tools(result('v', '')),
    model(said('done')),
    typed('and now?'),
  );

  it('answer their calls each, before and after a compaction', () => {
    expect(Object.keys(answers(sendable(thread)))).toEqual(expect.arrayContaining(['x', 'y', 'v']));
    eachWay(thread, (after, way) => {
      const messages = sendable(after, thread);
      const calls = messages.flatMap(({ blocks }) => blocks.flatMap((b) => (b.type === 'tool_use' ? [b.id] : [])));
      expect(Object.keys(answers(messages)).sort(), way).toEqual(calls.sort());
    });
  });
});

describe('case 22: a call without thinking where others have some', () => {
  it.each<[string, (i: number) => boolean]>([
    ['every second', (i) => i % 2 === 0],
    ['all but the first', (i) => i > 0],
    ['all but the last', (i) => i < 11],
    ['the last alone', (i) => i === 11],
  ])('is sent as it is where %s has it', (_, thinks) => {
    const thread = threadOf(typed('go'), ...rounds(12, thinks));
    sendable(thread);
    eachWay(thread, (after) => sendable(after, thread));
  });
});

describe('case 23: thinking whose results were cut later', () => {
  const thread = threadOf(
    typed('go'),
    ...rounds(8, () => true),
    model(said('All is built.')),
    typed('And the tests?'),
    ...rounds(2, () => false).map(renamed),
  );

  it.each(WAYS)('goes with %s, for it is bound to what stood before it', (_, config) => {
    sendable(smaller(thread, config), thread);
  });

  it('stays where only later results are cut', () => {
    const [, trim] = WAYS[2] ?? [];
    const early = threadOf(
      typed('go'),
      model(thinking('first'), call('a')),
      tools(result('a', 'ok')),
      ...rounds(6, () => true),
    );
    if (!trim) throw new Error('no trim');
    const messages = sendable(smaller(early, trim), early);
    expect(messages[1]?.blocks[0]).toEqual(thinking('first'));
  });
});

describe('case 24: a resumed thread', () => {
  it('gives the very bytes of the request, whatever was done to it', () => {
    fc.assert(
      fc.property(someOperations, (operations) => {
        const thread = operations.reduce(perform, threadOf(typed('go'), ...rounds(2, () => true)));
        expect(JSON.stringify(contextOf(restarted(thread)))).toBe(JSON.stringify(contextOf(thread)));
      }),
      RUNS,
    );
  });

  it('goes on to the same requests', () => {
    fc.assert(
      fc.property(someOperations, someOperations, (before, after) => {
        const thread = before.reduce(perform, threadOf(typed('go')));
        const resumed = after.reduce(perform, restarted(thread));
        expect(JSON.stringify(contextOf(resumed))).toBe(JSON.stringify(contextOf(after.reduce(perform, thread))));
      }),
      RUNS,
    );
  });
});

/** Under ids that no round before has. */
function renamed(draft: Draft): Draft {
  const blocks = draft.blocks.map((block): Block => {
    if (block.type === 'tool_use') return { ...block, id: `t-${block.id}` };
    return block.type === 'tool_result' ? { ...block, toolUseId: `t-${block.toolUseId}` } : block;
  });
  return { ...draft, blocks };
}
