/** The models of the editor, through a stand-in for its API that refuses what it refuses. */
import { describe, expect, it } from 'vitest';
import type { LanguageModelChat } from 'vscode';
import type { Message } from '../../../src/core/message/message.ts';
import { createVscodeLm } from '../../../src/providers/vscode-lm/adapter.ts';
import { errorOf } from '../../../src/providers/vscode-lm/errors.ts';
import type { Fake, FakeAnswer, FakeFailure, FakeOptions } from '../../wire/fake.ts';
import { fakeApi, lmError } from '../../wire/vscode-lm-api.ts';
import { startVscodeLmFake } from '../../wire/vscode-lm-fake.ts';
import { eventsOf, heardUntilStopped, modelOf, replyOf, requestFor, says } from '../drive.ts';

function start(reply: FakeOptions['reply'] | FakeAnswer | FakeFailure, window?: number): Promise<Fake> {
  return startVscodeLmFake({ reply: typeof reply === 'function' ? reply : () => reply, ...(window && { window }) });
}

const HELLO = requestFor([says('user', 'Hello')]);
const answer = (more: Omit<FakeAnswer, 'type'>): FakeAnswer => ({ type: 'answer', ...more });
const CALL = { id: 'c1', name: 'look', input: { path: 'a.ts' } };
const OTHER = { id: 'c2', name: 'look', input: { path: 'b.ts', more: ['ü', 1, null] } };

describe('a stream', () => {
  const table = [
    { name: 'text', told: answer({ text: 'Hello you' }), blocks: [{ type: 'text', text: 'Hello you' }] },
    {
      name: 'text character by character',
      told: answer({ text: 'Größe 😀', delivery: { pieceBytes: 1 } }),
      blocks: [{ type: 'text', text: 'Größe 😀' }],
    },
    {
      name: 'parallel calls',
      told: answer({ text: 'Looking', calls: [CALL, OTHER] }),
      blocks: [
        { type: 'text', text: 'Looking' },
        { type: 'tool_use', ...CALL },
        { type: 'tool_use', ...OTHER },
      ],
      end: 'calls',
    },
    { name: 'parts that nobody knows', told: answer({}), blocks: [] },
  ];
  it.each(table)('$name', async ({ told, blocks, end = 'done' }) => {
    const fake = await start(told);
    const reply = await replyOf(modelOf(fake), HELLO);
    expect(reply.end).toEqual({ type: 'end', reason: end });
    expect(reply.blocks).toEqual(blocks);
    expect(reply.usage).toBeUndefined();
    expect(fake.rejections).toEqual([]);
  });

  it('leaves out calls where none may be made', async () => {
    const fake = await start(answer({ text: 'So far', calls: [CALL] }));
    const reply = await replyOf(modelOf(fake), { ...HELLO, toolChoice: 'none' });
    expect(reply.end).toEqual({ type: 'end', reason: 'done' });
    expect(reply.blocks).toEqual([{ type: 'text', text: 'So far' }]);
    expect(fake.requests).toMatchObject([{ tools: ['look'] }]);
  });

  it('stops at once, and the editor hears of it', async () => {
    const fake = await start(answer({ text: 'Hello', delivery: { stallAfter: 1 } }));
    expect(await heardUntilStopped(modelOf(fake), HELLO)).toEqual(['text', 'cancelled']);
  });

  it('that a stop was asked for before gives nothing', async () => {
    const fake = await start(answer({ text: 'Hello' }));
    const events = await eventsOf(modelOf(fake), HELLO, AbortSignal.abort());
    expect(events).toEqual([{ type: 'error', error: { kind: 'cancelled', message: '' } }]);
  });

  it('that is stopped while the editor looks for the model sends nothing', async () => {
    let asked = 0;
    const sendRequest = async () => {
      asked++;
      throw new Error('Nobody waits for this.');
    };
    const chat = { id: 'x', vendor: 'copilot', sendRequest };
    const stop = new AbortController();
    const selectChatModels = async () => {
      stop.abort();
      await new Promise((resolve) => setTimeout(resolve, 5));
      return [chat as unknown as LanguageModelChat];
    };
    const api = { ...fakeApi([]), lm: { selectChatModels } };
    const model = createVscodeLm(api).model({ id: 'copilot/x' }, {});
    expect((await eventsOf(model, HELLO, stop.signal)).map(({ type }) => type)).toEqual(['error']);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(asked).toBe(0);
  });

  it('that is silent for too long is dead', async () => {
    const fake = await start(answer({ text: 'Hello', delivery: { stallAfter: 1 } }));
    const { end } = await replyOf(modelOf(fake, { access: { idleMs: 30 } }), HELLO);
    expect(end).toMatchObject({
      type: 'error',
      error: { kind: 'network', message: expect.stringMatching(/^Nothing came/) },
    });
  });

  it('cut after any part ends in an error and keeps no half of a reply', async () => {
    for (let cutAfter = 0; cutAfter < 4; cutAfter++) {
      const fake = await start(answer({ text: 'Looking', calls: [CALL, OTHER], delivery: { cutAfter } }));
      const { end, blocks } = await replyOf(modelOf(fake), HELLO);
      expect(end).toMatchObject({ type: 'error', error: { kind: 'network' } });
      expect(blocks.every(({ type }) => type === 'text')).toBe(true);
    }
  });
});

describe('a failure', () => {
  const table: readonly { kind: FakeFailure['kind']; as: string; words: string }[] = [
    { kind: 'auth', as: 'auth', words: 'VS Code has no permission' },
    { kind: 'rate-limit', as: 'rate-limit', words: 'you have been rate-limited' },
    { kind: 'overloaded', as: 'overloaded', words: 'upstream connect error' },
    { kind: 'overflow', as: 'overflow', words: 'Message exceeds token limit.' },
    { kind: 'invalid-request', as: 'invalid-request', words: 'invalid_request_body' },
    { kind: 'not-found', as: 'invalid-request', words: 'no longer offers this model' },
    { kind: 'html', as: 'overloaded', words: 'Bad gateway' },
    { kind: 'empty', as: 'network', words: 'The stream ended before the reply did.' },
  ];
  it.each(table)('$kind', async ({ kind, as, words }) => {
    const fake = await start({ type: 'failure', kind });
    const { end } = await replyOf(modelOf(fake), HELLO);
    expect(end).toEqual({ type: 'error', error: { kind: as, message: expect.stringContaining(words) } });
  });

  it.each([
    lmError('Blocked', 'You have used up your premium requests.'),
    lmError('Unknown', 'No.', Object.assign(new Error('No.'), { name: 'ChatQuotaExceeded' })),
  ])('of a quota that is used up is not mended by asking again: %s', (thrown) => {
    expect(errorOf(thrown)).toEqual({ kind: 'quota', message: expect.stringMatching(/quota .*used up.* (You|No)/) });
  });

  it('inside a stream', async () => {
    const fake = await start(answer({ text: 'Hello', delivery: { failAfter: 1 } }));
    const { end } = await replyOf(modelOf(fake), HELLO);
    expect(end).toMatchObject({ type: 'error', error: { kind: 'overloaded' } });
  });

  it('of a request that is too long', async () => {
    const fake = await start(answer({ text: 'Hello' }), 20);
    const { end } = await replyOf(modelOf(fake), HELLO);
    expect(end).toMatchObject({ type: 'error', error: { kind: 'overflow' } });
  });

  it('of a request that breaks a rule, which no repetition would mend', async () => {
    const fake = await start(answer({ text: 'Hello' }));
    const call = { type: 'tool_use', id: 'c1', name: 'look', input: {} } as const;
    const { end } = await replyOf(modelOf(fake), requestFor([says('user', 'Hello'), says('assistant', call)]));
    expect(end).toMatchObject({ type: 'error', error: { kind: 'invalid-request' } });
  });

  it('where the model is gone', async () => {
    const model = createVscodeLm(fakeApi([])).model({ id: 'copilot/gone' }, {});
    const { end } = await replyOf(model, HELLO);
    const message = 'VS Code no longer offers this model. (copilot/gone)';
    expect(end).toEqual({ type: 'error', error: { kind: 'invalid-request', message } });
  });
});

describe('a thread', () => {
  const THREAD: readonly Message[] = [
    says(
      'user',
      'Look',
      { type: 'image', mediaType: 'image/png', data: 'iVBORw==' },
      { type: 'checkpoint', id: 'abc123' },
    ),
    says(
      'assistant',
      { type: 'thinking', text: 'Hm.', signature: 's', by: 'x' },
      { type: 'tool_use', ...CALL },
      { type: 'tool_use', ...OTHER },
    ),
    says(
      'user',
      { type: 'tool_result', toolUseId: 'c1', content: [{ type: 'image', mediaType: 'image/png', data: 'iVBORw==' }] },
      { type: 'tool_result', toolUseId: 'c2', content: [], isError: true },
      { type: 'checkpoint', id: 'abc124' },
    ),
  ];

  it('has the system prompt first, and results in a message of their own behind their calls', async () => {
    const fake = await start(answer({ text: 'I see.' }));
    const { end } = await replyOf(modelOf(fake), requestFor(THREAD));
    expect(end.type).toBe('end');
    expect(fake.rejections).toEqual([]);
    const text = (words: string) => ({ type: 'text', text: words });
    const image = { type: 'data', mimeType: 'image/png', bytes: 4 };
    expect(fake.requests).toEqual([
      {
        tools: ['look'],
        messages: [
          { role: 'user', content: [text('Be brief.')] },
          { role: 'user', content: [text('Look'), image, text('<checkpoint:abc123>')] },
          {
            role: 'assistant',
            content: [
              { type: 'call', callId: 'c1', name: 'look', input: CALL.input },
              { type: 'call', callId: 'c2', name: 'look', input: OTHER.input },
            ],
          },
          {
            role: 'user',
            content: [
              { type: 'result', callId: 'c1', content: [image] },
              { type: 'result', callId: 'c2', content: [text('The call failed:'), text('[The call gave no output.]')] },
            ],
          },
          { role: 'user', content: [text('<checkpoint:abc124>')] },
        ],
      },
    ]);
  });

  it('grows: each request is the one before and what was appended', async () => {
    const fake = await start(answer({ text: 'I see.' }));
    const whole: readonly Message[] = [...THREAD, says('assistant', 'I see.'), says('user', 'And now?')];
    for (const until of [1, 3, 5]) await replyOf(modelOf(fake), requestFor(whole.slice(0, until)));
    const bodies = fake.requests.map((request) => JSON.stringify((request as { messages: unknown }).messages));
    for (const [at, body] of bodies.slice(1).entries())
      expect(body.startsWith(bodies[at]?.slice(0, -1) ?? '-')).toBe(true);
  });
});

describe('a provider', () => {
  it('R24 lists what the editor offers, with the input limit', async () => {
    const fake = await start(answer({}), 5000);
    const found = await fake.provider.models(fake.access, new AbortController().signal);
    expect(found).toEqual({
      ok: true,
      value: [{ id: 'copilot/gpt-5/fast', name: 'GPT-5 (fast)', size: { maxInput: 5000 } }],
    });
  });

  it('R24 counts message by message, and the tools', async () => {
    const fake = await start(answer({}));
    const signal = new AbortController().signal;
    const count = async (more: object) => {
      const counted = await modelOf(fake).count?.({ ...HELLO, ...more }, signal);
      return counted?.ok ? counted.value : undefined;
    };
    const all = (await count({})) ?? 0;
    expect(all - ((await count({ tools: [] })) ?? 0)).toBeGreaterThan(10);
    expect(all - ((await count({ system: '' })) ?? 0)).toBeGreaterThan(5);
  });

  it('R25, R57 reports no usage and has no compaction of its own', async () => {
    const fake = await start(answer({ text: 'Hello' }));
    expect(modelOf(fake).compact).toBeUndefined();
    const events = await eventsOf(modelOf(fake), HELLO);
    expect(events.map(({ type }) => type)).not.toContain('usage');
  });
});
