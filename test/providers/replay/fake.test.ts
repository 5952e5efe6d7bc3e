/** The fake of the recording does what a test tells it, and says so where it can't. */
import { expect, it } from 'vitest';
import type { FakeReply } from '../../wire/fake.ts';
import { startReplayFake } from '../../wire/replay-fake.ts';
import { eventsOf, modelOf, replyOf, requestFor, says } from '../drive.ts';

const fakeOf = (reply: FakeReply, window?: number) =>
  startReplayFake({ reply: () => reply, ...(window !== undefined && { window }) });
const go = [says('user', 'go')];

it('gives what it is told, by its own ids, at whatever place', async () => {
  const calls = [{ id: 'c1', name: 'look', input: { path: 'a' } }];
  const fake = await startReplayFake({
    reply: (n) => ({ type: 'answer', thinking: `Hm ${n}.`, text: `Text ${n}.`, calls, usage: { output: 7 } }),
  });
  const first = await replyOf(modelOf(fake), requestFor(go));
  expect(first.blocks).toMatchObject([
    { type: 'thinking', text: 'Hm 1.' },
    { type: 'text', text: 'Text 1.' },
    { type: 'tool_use', id: 'c1', name: 'look', input: { path: 'a' } },
  ]);
  expect([first.end, first.usage?.output]).toEqual([{ type: 'end', reason: 'calls' }, 7]);
  const result = { type: 'tool_result', toolUseId: 'c1', content: [] } as const;
  const second = requestFor([...go, { role: 'assistant', blocks: first.blocks }, says('user', result)]);
  expect((await replyOf(modelOf(fake), second)).blocks).toMatchObject([{ text: 'Hm 2.' }, { text: 'Text 2.' }, {}]);
  expect(fake.requests).toHaveLength(2);
  expect(fake.rejections).toEqual([]);
});

it('refuses what breaks a rule, and what is too long without asking', async () => {
  const fake = await startReplayFake({ reply: () => expect.unreachable('asked'), window: 100 });
  expect(await eventsOf(modelOf(fake), requestFor([...go, ...go]))).toMatchObject([
    { type: 'error', error: { kind: 'invalid-request' } },
  ]);
  expect(fake.rejections).not.toEqual([]);
  const long = requestFor([says('user', 'word '.repeat(400))]);
  expect(await eventsOf(modelOf(fake), long)).toMatchObject([{ type: 'error', error: { kind: 'overflow' } }]);
});

it('is too small where it is told so', async () => {
  const fake = await fakeOf({ type: 'failure', kind: 'overflow' });
  expect(await eventsOf(modelOf(fake), requestFor(go))).toMatchObject([{ error: { kind: 'overflow' } }]);
});

it.each<readonly [string, FakeReply]>([
  ['another failure', { type: 'failure', kind: 'rate-limit' }],
  ['a fault of delivery', { type: 'answer', text: 'x', delivery: { cutAfter: 1 } }],
  ['an empty reply', { type: 'answer' }],
  ['a reply cut at its length', { type: 'answer', text: 'x', end: 'length' }],
  ['an input that is no JSON', { type: 'answer', calls: [{ id: 'c', name: 'n', input: {}, rawInput: '{' }] }],
])('throws for %s', async (_, reply) => {
  const fake = await fakeOf(reply);
  await expect(eventsOf(modelOf(fake), requestFor(go))).rejects.toThrow('a recording');
});
