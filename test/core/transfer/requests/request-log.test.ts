/** Request logs become the threads whose requests they hold. */
import { describe, expect, it } from 'vitest';
import { fixture, importText, outline } from '../imported.ts';

describe('a request log with every oddity', async () => {
  const text = fixture('odd.request-log.jsonl');
  const first = await importText(text);
  const second = await importText(text, undefined, undefined, 2);

  it('says how many threads it holds, and gives the longest', () => {
    expect(first.events.slice(0, 2)).toEqual([
      { type: 'format', format: 'request-log' },
      { type: 'threads', count: 2, thread: 1 },
    ]);
    expect(outline(first.messages)).toEqual([
      'typed: "Sort them by year."',
      'model: list r1 {}',
      'tools: result r1 "3 stamps"',
      'model: thinking "By year." (c2ln) + "Sorted."',
      'typed: "And by colour?"',
    ]);
    expect(first.notes).toEqual([
      'System prompt of the recorded agent, 16 characters, not sent with this thread:\n\nYou sort stamps.',
      'The request failed: timeout',
    ]);
  });

  it('gives the other when asked, in the form of its provider', () => {
    expect(second.events[1]).toEqual({ type: 'threads', count: 2, thread: 2 });
    expect(outline(second.messages)).toEqual([
      'typed: "Stamps"',
      'model: look t1 {}',
      'tools: result t1 "red"',
      'model: "Red stamps"',
    ]);
    expect(second.notes).toEqual([
      'System prompt of the recorded agent, 17 characters, not sent with this thread:\n\nYou name threads.',
    ]);
  });

  it('takes usage, model and time of each message from its own reply', () => {
    const said = [...first.messages, ...second.messages].filter(({ origin }) => origin === 'model');
    expect(
      said.map(({ model, usage, at }) => [model, usage?.input, usage?.output, new Date(at).getUTCSeconds()]),
    ).toEqual([
      ['model-a-1', 10, 2, 2],
      ['model-a-1', 20, 3, 8],
      ['model-c-1', 4, 5, 3],
      ['model-c', 6, 7, 9],
    ]);
  });

  it('counts what it leaves out', () => {
    expect(first.odd).toEqual(['2: a reply without a request', '14: no object']);
    expect(first.leftOut).toBe('1 bookkeeping, 3 other thread, 2 retried request');
    expect(second.leftOut).toBe('2 bookkeeping, 6 other thread, 2 retried request');
  });

  it.each([0, 3, 1.5])('says that there is no thread %d', async (thread) => {
    const { failure } = await importText(text, undefined, undefined, thread);
    const what = `it holds 2 threads, so there is no thread ${thread}. Choose a number from 1 to 2.`;
    const [reason, file] = ['no-such-thread', 'thread.jsonl'];
    expect(failure).toEqual({ reason, file, what, message: `${file}: ${what}` });
  });
});

it.each(['timesheet.claude-code.jsonl', 'odd.openai.json', 'odd.pi.jsonl'])('%s holds one thread', async (name) => {
  expect((await importText(fixture(name), undefined, undefined, 1)).failure).toBeUndefined();
  expect((await importText(fixture(name), undefined, undefined, 2)).failure?.message).toBe(
    'thread.jsonl: it holds one thread, so there is no thread 2. Leave the number out.',
  );
});

it('a request may hold its reply among its own fields, when the format is named', async () => {
  const log = ['a', 'b'].map((content) => ({
    messages: [{ role: 'user', content }],
    response: { choices: [{ message: { role: 'assistant', content: 'x' } }] },
  }));
  const text = log.map((one) => JSON.stringify(one)).join('\n');
  const imported = await importText(text, 'request-log', undefined, 2);
  expect(outline(imported.messages)).toEqual(['typed: "b"', 'model: "x"']);
});

describe('which requests are one thread', () => {
  const user = (content: string) => ({ role: 'user', content });
  const model = (content: string) => ({ role: 'assistant', content });
  const [a, b, c] = [user('a'), user('b'), user('c')];
  const [x, y] = [model('x'), model('y')];
  it.each([
    ['each extends the one before', [[a], [a, x, b], [a, x, b, y, c]], [5]],
    ['two begin differently', [[a], [b], [b, x, c]], [3, 1]],
    ['one was tried once and given up', [[a], [a, x, b], [a, x, c], [a, x, c, y, b]], [5]],
    ['one was sent twice', [[a], [a], [a, x, b]], [3]],
    ['two go on from the same place', [[a], [a, x, b], [a, x, c], [a, x, b, y, c], [a, x, c, y, b, x, c]], [7, 5]],
    ['a lone text is written in two ways', [[{ ...a, content: [{ type: 'text', text: 'a' }] }], [a, x, b]], [3]],
    ['a cache mark moves', [[{ ...a, cache_control: { type: 'ephemeral' } }], [a, x, b]], [3]],
    ['the system prompt differs', [[{ role: 'system', content: 's' }, a], [a]], [1, 1]],
  ])('%s', async (_, requests, lengths) => {
    const text = requests.map((messages) => JSON.stringify({ request: { messages } })).join('\n');
    for (const [index, length] of lengths.entries()) {
      const imported = await importText(text, undefined, undefined, index + 1);
      expect(imported.failure).toBeUndefined();
      expect(imported.messages).toHaveLength(length);
    }
    const beyond = await importText(text, undefined, undefined, lengths.length + 1);
    expect(beyond.failure?.reason).toBe('no-such-thread');
  });
});
