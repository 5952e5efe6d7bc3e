/** A turn of the agent: what is called, in which order things are on disk, and what a stop or a crash leaves behind. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Resource } from '../../../src/core/agent/call-order.ts';
import type { Tool } from '../../../src/core/agent/ports.ts';
import { DEFAULT_CONFIG } from '../../../src/core/compaction/config.ts';
import type { Block } from '../../../src/core/message/message.ts';
import { checkContext } from '../../../src/core/thread/check-context.ts';
import { projectContext } from '../../../src/core/thread/context.ts';
import { entryId } from '../../../src/core/thread/entry-id.ts';
import type { Thread } from '../../../src/core/thread/thread.ts';
import { toAnthropicMessages } from '../../../src/providers/anthropic/to-messages.ts';
import { runs } from '../../property/runs.ts';
import { anthropicRejects } from '../../wire/anthropic.ts';
import { Loop, type ScriptedReply, type World } from './loop.ts';

const RUNS = runs(500);
const said = (text: string): Block => ({ type: 'text', text });
const call = (id: string, name = 'read_file', input: object = { path: id }): Block =>
  ({ type: 'tool_use', id, name, input: { ...input } }) as Block;
const result = (id: string, text: string) =>
  ({ type: 'tool_result', toolUseId: id, content: [{ type: 'text', text }] }) as const;

const world = (replies: readonly ScriptedReply[], more: Partial<World> = {}): World => ({
  config: DEFAULT_CONFIG,
  window: 100_000,
  reply: (turn) => replies[turn - 1] ?? { blocks: [said('done')] },
  ...more,
});

const kinds = ({ messages }: Thread) => messages.map(({ origin }) => origin);
const texts = (thread: Thread) => JSON.stringify(projectContext(thread).messages);

describe('a turn', () => {
  it('runs parallel calls together and gives their results in the order of the calls', async () => {
    const loop = new Loop(
      world([{ blocks: [said('I look.'), call('a'), call('b')], results: [result('a', 'A'), result('b', 'B')] }]),
    );
    expect(await loop.send('go')).toEqual({ type: 'done' });
    expect(kinds(loop.thread)).toEqual(['typed', 'model', 'tools', 'model']);
    const round = loop.thread.messages
      .at(2)
      ?.blocks.map((block) => (block.type === 'tool_result' ? block.toolUseId : ''));
    expect(round).toEqual(['a', 'b', '']);
  });

  it('case 21 gives each of two calls of one id its own result', async () => {
    const loop = new Loop(world([{ blocks: [call('a'), call('a')], results: [result('a', 'A'), result('a', 'B')] }]));
    expect(await loop.send('go')).toEqual({ type: 'done' });
    const given = loop.thread.messages
      .at(2)
      ?.blocks.flatMap((block) => (block.type === 'tool_result' ? block.content : []));
    expect(given).toEqual([said('A'), said('B')]);
  });

  it.each([
    ['a tool that does not exist', call('a', 'fly'), /There is no tool fly\. These exist: read_file, run_command/],
    ['a second compact call', call('z', 'compact', {}), /replacements is missing/],
  ])('answers %s by an error, and goes on', async (_, block, words) => {
    const loop = new Loop(world([{ blocks: [block], results: [result('a', 'A')] }]));
    expect(await loop.send('go')).toEqual({ type: 'done' });
    expect(texts(loop.thread)).toMatch(words);
  });

  it('R12 R13 lets the model compact: one line is left of its call, and the work goes on', async () => {
    const long = 'a line of output\n'.repeat(900);
    const loop = new Loop(
      world([], {
        reply: (turn, thread) => {
          if (turn <= 3) return { blocks: [call(`c${turn}`)], results: [result(`c${turn}`, `${turn} ${long}`)] };
          if (turn > 4) return { blocks: [said('done')] };
          const checkpoints = /<?"checkpoint","id":"(\w{6})"/g;
          const ids = [...JSON.stringify(thread.messages).matchAll(checkpoints)].map(([, id]) => id);
          const replacements = [{ from: ids[0], to: ids[2], summary: 'Two parts were read.' }];
          return { blocks: [call('k', 'compact', { replacements }), call('d')], results: [result('d', 'D')] };
        },
      }),
    );
    expect(await loop.send('go')).toEqual({ type: 'done' });
    expect(loop.thread.compactions).toMatchObject([{ trigger: 'model', strategy: 'replace' }]);
    const context = texts(loop.thread);
    expect(context).toContain('Two parts were read.');
    expect(context).toContain('I compacted the thread.');
    expect(context).toContain('please continue');
    expect(context).not.toContain('"name":"compact"');
  });

  it('R29 sends what was queued meanwhile when the turn is over, and goes on with it', async () => {
    let loop: Loop | undefined;
    const queueing = world([], { watch: (what) => what === 'tool' && loop?.queue('and then this') });
    const reply = (turn: number) =>
      turn === 1 ? { blocks: [call('a')], results: [result('a', 'A')] } : { blocks: [said(`answer ${turn}`)] };
    loop = new Loop({ ...queueing, reply });
    expect(await loop.send('go')).toEqual({ type: 'done' });
    expect(kinds(loop.thread)).toEqual(['typed', 'model', 'tools', 'model', 'typed', 'model']);
  });

  it('a window that was killed between calls and results goes on: the calls are said to be lost, and none is run again', async () => {
    const loop = new Loop(world([{ blocks: [call('a'), call('b')], results: [result('a', 'A'), result('b', 'B')] }]));
    await loop.send('go');
    const cut = loop.thread.entries.slice(0, 2);
    const again = new Loop(world([]), cut);
    expect(await again.send()).toEqual({ type: 'done' });
    expect(again.ran).toEqual([]);
    expect(texts(again.thread)).toContain('The window was closed before this call ended');
  });

  it('a lost call whose tool knows the outcome has it as its result; it is not run again', async () => {
    const loop = new Loop(world([{ blocks: [call('a'), call('b')], results: [result('a', 'A'), result('b', 'B')] }]));
    await loop.send('go');
    const [typed, reply] = loop.thread.entries;
    if (!typed || !reply) throw new Error('no reply');
    const ran: unknown[] = [];
    const tool: Tool = {
      name: 'look_up',
      description: '',
      inputSchema: {},
      run: async (input) => {
        ran.push(input);
        return { content: [] };
      },
      recover: async ({ call: id }) => ({ content: [{ type: 'text', text: `found by ${id}` }] }),
    };
    const lost = { ...reply, blocks: [call('a', 'look_up'), call('b'), call('c', 'look_up')] } as typeof reply;
    const again = new Loop(world([], { tools: [tool] }), [typed, lost]);
    expect(await again.send()).toEqual({ type: 'done' });
    expect([ran, again.ran]).toEqual([[], []]);
    expect(again.thread.messages.at(2)?.blocks.slice(0, 3)).toMatchObject([
      { toolUseId: 'a', content: [said('found by a')] },
      { toolUseId: 'b', isError: true },
      { toolUseId: 'c', content: [said('found by c')] },
    ]);
  });

  it('a call that waited for an answer when the window was killed is run, and the one beside it is not', async () => {
    const loop = new Loop(world([{ blocks: [call('a'), call('b')], results: [result('a', 'A'), result('b', 'B')] }]));
    await loop.send('go');
    const [typed, reply] = loop.thread.entries;
    if (!typed || !reply) throw new Error('no reply');
    const permission = (id: number, state: 'asked' | 'allowed', name: string) =>
      ({ type: 'permission', id: entryId(id), at: 0, call: name, state }) as const;
    const asked = [permission(3, 'asked', 'a'), permission(4, 'asked', 'b'), permission(5, 'allowed', 'a')];
    const ran: unknown[] = [];
    const ask = {
      name: 'edit_file',
      description: '',
      inputSchema: {},
      run: async (input: unknown) => {
        ran.push(input);
        return { content: [{ type: 'text', text: 'edited' }] } as const;
      },
    };
    const edits = { ...reply, blocks: [call('a', 'edit_file'), call('b', 'edit_file')] } as typeof reply;
    const again = new Loop(world([], { tools: [ask] }), [typed, edits, ...asked]);
    expect(await again.send()).toEqual({ type: 'done' });
    expect(ran).toEqual([{ path: 'b' }]);
    const round = again.thread.messages
      .at(2)
      ?.blocks.flatMap((block) =>
        block.type === 'tool_result' ? [[block.toolUseId, JSON.stringify(block.content)]] : [],
      );
    expect(round).toEqual([
      ['a', expect.stringContaining('may have been done or not')],
      ['b', expect.stringContaining('edited')],
    ]);
  });

  it('runs also what had to wait for the question, as it had not begun', async () => {
    const loop = new Loop(world([{ blocks: [call('a'), call('b')], results: [result('a', 'A'), result('b', 'B')] }]));
    await loop.send('go');
    const [typed, reply] = loop.thread.entries;
    if (!typed || !reply) throw new Error('no reply');
    const ran: string[] = [];
    const tool = (name: string, resource: Resource | undefined): Tool => ({
      name,
      description: '',
      inputSchema: {},
      resource: () => resource,
      run: async () => {
        ran.push(name);
        return { content: [{ type: 'text', text: name }] };
      },
    });
    const tools = [
      tool('write_file', { type: 'file', path: 'a' }),
      tool('run_all', { type: 'workspace', mayChange: true }),
      tool('todo', undefined),
    ];
    const blocks = [call('a', 'write_file'), call('b', 'run_all'), call('c', 'todo')];
    const asked = { type: 'permission', id: entryId(3), at: 0, call: 'a', state: 'asked' } as const;
    const again = new Loop(world([], { tools }), [typed, { ...reply, blocks } as typeof reply, asked]);
    expect(await again.send()).toEqual({ type: 'done' });
    expect(ran).toEqual(['write_file', 'run_all']);
    expect(texts(again.thread)).toContain('may have been done or not');
  });
});

describe('going on without a word', () => {
  it.each(['Then this.', ''])(
    'writes the result that a call before the last reply (%j) is missing, and nothing that was sent changes',
    async (text) => {
      const at = 0;
      const loop = new Loop(world([]), [
        { type: 'message', id: entryId(1), at, origin: 'typed', blocks: [said('go')] },
        { type: 'message', id: entryId(2), at, origin: 'model', blocks: [call('a'), call('b')] },
        { type: 'message', id: entryId(3), at, origin: 'model', blocks: text === '' ? [] : [said(text)] },
      ]);
      expect(await loop.send()).toEqual({ type: 'done' });
      expect(kinds(loop.thread)).toEqual(['typed', 'model', 'model', 'tools', 'model']);
      await loop.send('and then?');
      const [first = [], second = []] = loop.requests;
      expect(second.slice(0, first.length)).toEqual(first);
      expect(projectContext(loop.thread).repairs).toEqual([]);
    },
  );

  it('says "please continue" after the last word of the model, for no request may end with it', async () => {
    const loop = new Loop(world([]));
    await loop.send('go');
    expect(await loop.send()).toEqual({ type: 'done' });
    expect(kinds(loop.thread)).toEqual(['typed', 'model', 'program', 'model']);
  });

  it('R27 R28 makes room also where it goes on from results that were not sent yet', async () => {
    const long = 'a line of output\n'.repeat(1_500);
    const reads = world([], {
      reply: (turn) => ({ blocks: [call(`c${turn}`)], results: [result(`c${turn}`, `${turn} ${long}`)] }),
      events: (turn) => (turn === 9 ? [{ type: 'error', error: { kind: 'auth', message: 'no' } }] : undefined),
    });
    const loop = new Loop(reads);
    expect((await loop.send('read')).type).toBe('failed');
    const small = loop.restart(world([], { window: 20_000, trueWindow: 1_000_000 }));
    expect(await small.send()).toEqual({ type: 'done' });
    expect(small.tokensOf(small.requests[0] ?? [])).toBeLessThan(20_000);
    expect(kinds(small.thread).slice(-2)).toEqual(['program', 'model']);
  });

  it('R29 sends what was queued instead', async () => {
    const loop = new Loop(world([]));
    await loop.send('go');
    loop.queue('and this');
    expect(await loop.send()).toEqual({ type: 'done' });
    expect(kinds(loop.thread)).toEqual(['typed', 'model', 'typed', 'model']);
  });

  it('calls no model when the queue was taken back meanwhile, also where the map of what it could compact is due', async () => {
    const answers = [1, 2, 3].map((n) => ({ blocks: [said(`word${n} `.repeat(8_000))] }));
    const loop: Loop = new Loop(
      world(answers, { meanwhile: () => loop.thread.messages.length >= 6 && loop.takeBack() }),
    );
    for (const text of ['one', 'two', 'three']) await loop.send(text);
    loop.queue('and this');
    expect(await loop.send()).toEqual({ type: 'done' });
    expect(loop.requests).toHaveLength(3);
    expect(kinds(loop.thread).at(-1)).toBe('model');
  });

  it('is over when what was queued during it is taken back as it is written', async () => {
    const loop: Loop = new Loop(
      world([], {
        watch: () => loop.thread.queue.length === 0 && loop.replies === 1 && loop.queue('and this'),
        meanwhile: (what) => what === 'write' && loop.takeBack(),
      }),
    );
    expect(await loop.send('go')).toEqual({ type: 'done' });
    expect(loop.requests).toHaveLength(1);
    expect(kinds(loop.thread)).toEqual(['typed', 'model']);
  });
});

describe('Stop, at any event or tool', () => {
  const replies: readonly ScriptedReply[] = [
    { blocks: [said('I look.'), call('a'), call('b')], results: [result('a', 'A'), result('b', 'B')] },
    { blocks: [call('c')], results: [result('c', 'C')] },
    { blocks: [said('All three are read.')] },
  ];

  it('leaves a valid thread, which goes on, and runs no call twice that had ended', async () => {
    let events = 0;
    await new Loop(world(replies, { watch: () => events++ })).send('go');
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: events + 2 }), fc.boolean(), async (at, restarts) => {
        const signal = { aborted: false };
        let seen = 0;
        const watch = () => {
          seen++;
          signal.aborted = seen === at;
        };
        const first = new Loop(world(replies, { signal, watch }));
        const end = await first.send('go');
        expect(end.type).toBe(at < events ? 'stopped' : 'done');
        const { messages } = projectContext(first.thread);
        expect(checkContext(messages)).toEqual([]);
        expect(anthropicRejects(toAnthropicMessages(messages))).toEqual([]);
        const second = restarts ? first.restart(world([])) : new Loop(world([]), first.thread.entries.slice());
        expect(await second.send('go on')).toEqual({ type: 'done' });
        expect(second.ran).toEqual([]);
        for (const request of second.requests)
          expect(anthropicRejects(toAnthropicMessages(request), { request: true })).toEqual([]);
      }),
      RUNS,
    );
  });
});
