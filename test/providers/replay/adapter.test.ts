/** A recording as a model: reply by reply, sealed, counted, stopped, and over. */
import { describe, expect, it } from 'vitest';
import { readReply } from '../../../src/core/agent/read-reply.ts';
import type { MessageEntry } from '../../../src/core/thread/entry.ts';
import { entryId } from '../../../src/core/thread/entry-id.ts';
import { readableBy } from '../../../src/core/thread/readable-blocks.ts';
import { replay } from '../../../src/core/thread/thread.ts';
import { createReplay } from '../../../src/providers/replay/adapter.ts';
import { AT_ONCE, eventsOf, messagesAfter, modelOf, NEVER, recording, requestWith, typed } from './recordings.ts';

const replyTo = async (messages: Parameters<typeof requestWith>[0], more = {}) =>
  readReply(modelOf(), requestWith(messages, more), NEVER);
const textOf = ({ blocks }: Awaited<ReturnType<typeof replyTo>>) =>
  blocks.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('');

describe('a recording', () => {
  it('is a model that says what it is', async () => {
    const models = await createReplay([recording]).models({}, new AbortController().signal);
    expect(models.ok && models.value).toMatchObject([
      { id: 'small', name: 'A small one', size: { window: 100_000 }, takesTools: true },
    ]);
    expect(textOf(await replyTo([typed('hi')]))).toMatch(/^\*\*This is a recording, no model.\*\*/);
  });

  it('gives each reply in turn, with what was asked before it', async () => {
    const first = await replyTo(await messagesAfter(0));
    expect(textOf(first)).toMatch(/\n\n> \*\*Asked in the recording:\*\* First\?\n\nI look\.$/);
    expect(first.blocks.slice(1)).toMatchObject([
      { type: 'tool_use', id: 'c1', input: { path: 'a' } },
      { type: 'tool_use', id: 'c2', input: { path: 'b' } },
    ]);
    expect(first.end).toEqual({ type: 'end', reason: 'calls' });
    const second = await replyTo(await messagesAfter(1));
    expect(second.blocks).toMatchObject([{ type: 'thinking', text: 'Once more.' }, { id: 'c3' }]);
    const third = await replyTo(await messagesAfter(2));
    expect([textOf(third), third.end]).toEqual(['That was it. 🧵', { type: 'end', reason: 'done' }]);
    expect(textOf(await replyTo(await messagesAfter(3)))).toBe(
      '> **Asked in the recording:** Second?\n> With two lines.\n\nDone.',
    );
  });

  it.each([4, 5])('is over after its last reply, and says so each time it is asked (%i)', async (count) => {
    const reply = await replyTo(await messagesAfter(count));
    expect(textOf(reply)).toContain('is over');
    expect(reply.end).toEqual({ type: 'end', reason: 'done' });
  });

  it('is over at once where it ships no more', async () => {
    const model = createReplay([], AT_ONCE).model({ id: 'gone' }, {});
    expect(textOf(await readReply(model, requestWith([typed('hi')]), NEVER))).toContain('“gone” is over');
  });
});

describe('the place in a recording', () => {
  it('is in the messages alone: another process goes on from there', async () => {
    const messages = JSON.parse(JSON.stringify(await messagesAfter(2)));
    expect(textOf(await replyTo(messages))).toBe('That was it. 🧵');
  });

  it('follows a restore to an earlier message', async () => {
    const messages = await messagesAfter(3);
    expect(textOf(await replyTo(messages.slice(0, 3)))).toBe(textOf(await replyTo(await messagesAfter(1))));
    expect(textOf(await replyTo(messages.slice(0, 1)))).toContain('First?');
  });

  it('stays where a reply was stopped before its end', async () => {
    const [go] = await messagesAfter(0);
    const controller = new AbortController();
    const pace = { speed: 1_000, wait: async () => void (++waited === 3 && controller.abort()) };
    let waited = 0;
    const stopped = await readReply(modelOf(recording, pace), requestWith([typed('go')]), controller.signal);
    expect(stopped.end).toMatchObject({ type: 'error', error: { kind: 'cancelled' } });
    expect(stopped.blocks).toHaveLength(1);
    const again = await replyTo([...(go ? [go] : []), { role: 'assistant', blocks: stopped.blocks }, typed('again')]);
    expect(textOf(again)).toContain('I look.');
  });

  it('is read from the newest round where all before it is gone', async () => {
    const messages = await messagesAfter(2);
    expect(textOf(await replyTo([typed('[summary]'), ...messages.slice(-2)]))).toBe('That was it. 🧵');
  });

  it('is read from the summary that it wrote where no reply is left', async () => {
    const messages = await messagesAfter(3);
    const summary = textOf(await replyTo(messages, { toolChoice: 'none' }));
    expect(summary).toContain('- Asked: First?\n  Answered: That was it. 🧵');
    expect(textOf(await replyTo([typed(summary), typed('go on')]))).toContain('Second?');
    // A later summary of a transcript that holds the earlier one.
    expect(textOf(await replyTo([typed(`Summarize:\n\n${summary}`)], { toolChoice: 'none' }))).toContain('3 of 4');
  });

  it('is found by its own words in a transcript', async () => {
    const asked = typed('Summarize:\n\nUser: go\n\nAssistant: I look.\n\nUser: go on');
    expect(textOf(await replyTo([asked], { toolChoice: 'none' }))).toContain('Played so far: 1 of 4');
  });

  it('is no matter of another model: what that one is sent has no seal in it', async () => {
    expect(JSON.stringify(readableBy(await messagesAfter(2), 'anthropic/m'))).not.toMatch(/signature|Once more/);
    expect(textOf(await replyTo(readableBy(await messagesAfter(0), 'anthropic/m')))).toContain('First?');
  });
});

describe('its tokens', () => {
  it('are counted by what is sent, and what was sent before is read from the cache', async () => {
    const model = modelOf();
    const usageOf = async (messages: Parameters<typeof requestWith>[0], more = {}) =>
      (await readReply(model, requestWith(messages, more), NEVER)).usage ?? expect.unreachable('no usage');
    const messages = await messagesAfter(2);
    const first = await usageOf(messages.slice(0, 3));
    expect(first).toMatchObject({ cacheRead: 0, cacheCreation: 0, total: first.input + first.output });
    const counted = await model.count?.(requestWith(messages.slice(0, 3)), NEVER);
    expect(counted).toEqual({ ok: true, value: first.input });
    const second = await usageOf(messages);
    expect(second.cacheRead).toBe(first.input);
    expect(second.input).toBeGreaterThan(0);
    expect((await usageOf([typed('[summary]')])).cacheRead).toBeLessThan(first.input);
    expect((await usageOf(messages, { thread: 'other' })).cacheRead).toBe(0);
    expect((await usageOf(messages, { thread: 'other', system: 'Changed.' })).cacheRead).toBe(0);
  });

  it('are those of the recording where it has them', async () => {
    const usage = { input: 1, output: 2, cacheCreation: 3, cacheRead: 4, total: 10 };
    const model = modelOf({ ...recording, replies: [{ text: 'Hi.', usage }] });
    expect((await readReply(model, requestWith([typed('go')]), NEVER)).usage).toEqual(usage);
  });

  it('case 12: more than its window is an overflow', async () => {
    const [event] = await eventsOf(modelOf({ ...recording, window: 10 }), requestWith([typed('word '.repeat(100))]));
    expect(event).toMatchObject({ type: 'error', error: { kind: 'overflow' } });
    expect(event?.type === 'error' && event.error.message).toMatch(/^prompt is too long: \d+ tokens > 10 maximum$/);
  });
});

describe('its pace', () => {
  it('is that of its characters, in small pieces', async () => {
    const waits: number[] = [];
    const text = '🧵'.repeat(40);
    const pace = { speed: 100, wait: async (ms: number) => void waits.push(ms) };
    const events = await eventsOf(modelOf({ ...recording, replies: [{ text }] }, pace), requestWith([typed('go')]));
    const pieces = events.flatMap((event) => (event.type === 'text' ? [event.text] : []));
    expect(pieces.join('')).toContain(text);
    for (const piece of pieces) expect(piece.isWellFormed()).toBe(true);
    expect(waits).toEqual(pieces.map(({ length }) => length * 10));
  });

  it('ends at once when it is stopped, also while it waits', async () => {
    const controller = new AbortController();
    const pace = { speed: 1, wait: () => new Promise<void>(() => controller.abort()) };
    expect(await eventsOf(modelOf(recording, pace), requestWith([typed('go')]), controller.signal)).toEqual([
      { type: 'error', error: { kind: 'cancelled', message: '' } },
    ]);
  });
});

describe('its tools', () => {
  const [tool] = modelOf().tools ?? [];
  const run = async (count: number, input: unknown) => {
    const messages = (await messagesAfter(count)).slice(0, -1);
    const thread = replay(
      messages.map(({ blocks, role }, at): MessageEntry => {
        const base = { type: 'message', id: entryId(at + 1), at, blocks } as const;
        return role === 'user' ? { ...base, origin: 'typed' } : { ...base, origin: 'model' };
      }),
    );
    return tool?.run(input, { thread, call: 'c1', signal: NEVER });
  };

  it.each([
    ['a call', 1, { path: 'a' }, { content: [{ type: 'text', text: 'text of a' }] }],
    ['one with an empty result', 1, { path: 'b' }, { content: [] }],
    ['the same call, later', 2, { path: 'a' }, { content: [{ type: 'text', text: 'no such file' }], isError: true }],
  ])('answer as recorded: %s', async (_, count, input, outcome) => {
    expect(await run(count, input)).toEqual(outcome);
  });

  it('answer two calls that are alike in their order', async () => {
    const call = { id: 'c1', name: 'read_file', input: { path: 'a' }, result: 'before' };
    const twice = { ...recording, replies: [{ calls: [call, { ...call, id: 'c2', result: 'after' }] }] };
    const [twin] = modelOf(twice).tools ?? [];
    const { blocks } = await readReply(modelOf(twice), requestWith([typed('go')]), NEVER);
    const thread = replay([{ type: 'message', id: entryId(1), at: 1, origin: 'model', model: 'm', blocks }]);
    const outcomes = [1, 2, 3].map(() => twin?.run({ path: 'a' }, { thread, call: 'c1', signal: NEVER }));
    expect(await Promise.all(outcomes)).toMatchObject([
      { content: [{ text: 'before' }] },
      { content: [{ text: 'after' }] },
      { isError: true },
    ]);
  });

  it('answer nothing else', async () => {
    expect(await run(1, { path: 'c' })).toMatchObject({ isError: true });
    expect(await run(0, { path: 'a' })).toMatchObject({ isError: true });
  });
});
