/** Streams end as they should: at once when stopped, not while something comes, and nothing of them is kept. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ModelEvent } from '../../../src/core/agent/model-event.ts';
import { anthropic } from '../../../src/providers/anthropic/adapter.ts';
import { openai } from '../../../src/providers/openai-responses/adapter.ts';
import type { Access } from '../../../src/providers/shared/provider.ts';
import { guardCall, guardStream } from '../../../src/providers/shared/stream.ts';
import { requestFor, says } from '../drive.ts';

const never = new AbortController().signal;
const errorOf = (thrown: unknown) => ({ kind: 'invalid-request', message: String(thrown) }) as const;
const MINUTE = 60_000;

/** A server that answers when it is told to, piece by piece. */
function serverOf() {
  let body: ReadableStreamDefaultController<Uint8Array> | undefined;
  let answer: ((response: Response) => void) | undefined;
  const fetching: typeof fetch = () =>
    new Promise((resolve) => {
      answer = resolve;
    });
  const stream = new ReadableStream<Uint8Array>({
    start: (controller) => {
      body = controller;
    },
  });
  return {
    access: { fetch: fetching },
    answer: () => answer?.(new Response(stream, { status: 200 })),
    says: (text: string) => body?.enqueue(new TextEncoder().encode(text)),
  };
}

/** Each piece that comes is an event; one that begins with a colon is none. */
async function* eventsFrom({ fetch: own = fetch }: Access): AsyncGenerator<ModelEvent> {
  const response = await own('http://127.0.0.1/');
  for await (const piece of response.body?.pipeThrough(new TextDecoderStream()) ?? [])
    if (!piece.startsWith(':')) yield { type: 'text', text: piece };
}

describe('silence', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  async function listening() {
    const server = serverOf();
    const events: ModelEvent[] = [];
    const guard = { signal: never, access: server.access, errorOf };
    const done = (async () => {
      for await (const event of guardStream((_, access) => eventsFrom(access), guard)) events.push(event);
    })();
    await vi.advanceTimersByTimeAsync(0);
    return { ...server, events, done };
  }

  it('is no end while bytes come that are no events: a model may think for long', async () => {
    const { answer, says, events, done } = await listening();
    answer();
    for (let n = 0; n < 5; n++) {
      await vi.advanceTimersByTimeAsync(1.5 * MINUTE);
      says(': ping');
    }
    says('Hello');
    await vi.advanceTimersByTimeAsync(0);
    expect(events).toEqual([{ type: 'text', text: 'Hello' }]);
    await vi.advanceTimersByTimeAsync(2 * MINUTE);
    await done;
    expect(events.at(-1)).toEqual({
      type: 'error',
      error: { kind: 'network', message: 'Nothing came for 120 seconds.' },
    });
  });

  it('is longer before the answer begins: a server at home reads a long request first', async () => {
    const { answer, says, events, done } = await listening();
    await vi.advanceTimersByTimeAsync(4 * MINUTE);
    answer();
    says('Hello');
    await vi.advanceTimersByTimeAsync(2 * MINUTE);
    await done;
    expect(events).toMatchObject([{ type: 'text' }, { type: 'error', error: { kind: 'network' } }]);
  });

  it('ends a call whose answer never begins', async () => {
    const { events, done } = await listening();
    await vi.advanceTimersByTimeAsync(5 * MINUTE);
    await done;
    expect(events).toMatchObject([{ type: 'error', error: { kind: 'network', message: /for 300 seconds/ } }]);
  });
});

it.each([anthropic, openai])('R57 a compaction by $id may take ten minutes, and no longer', async (provider) => {
  vi.useFakeTimers();
  const info = { id: 'some-model', compacts: true };
  const { access } = serverOf();
  const request = requestFor([says('user', 'Hello')], { toolChoice: 'none' });
  const made = provider.model(info, { ...access, apiKey: 'known' }).compact?.(request, never);
  let isOver = false;
  void made?.then(() => {
    isOver = true;
  });
  await vi.advanceTimersByTimeAsync(9 * MINUTE);
  expect(isOver).toBe(false);
  await vi.advanceTimersByTimeAsync(MINUTE);
  expect(await made).toMatchObject({ ok: false, error: { kind: 'network' } });
  vi.useRealTimers();
});

describe('a call that was stopped before it began', () => {
  const guard = { signal: AbortSignal.abort(), access: {}, errorOf };
  const cancelled = { kind: 'cancelled', message: '' };

  it('is not made', async () => {
    const made = vi.fn();
    const events: ModelEvent[] = [];
    for await (const event of guardStream(made, guard)) events.push(event);
    expect(events).toEqual([{ type: 'error', error: cancelled }]);
    expect(await guardCall(made, guard)).toEqual({ ok: false, error: cancelled });
    expect(made).not.toHaveBeenCalled();
  });
});

it('case 39: what was streamed is not kept until the stream ends', async () => {
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  const given: WeakRef<ModelEvent>[] = [];
  async function* many(): AsyncGenerator<ModelEvent> {
    for (let n = 0; n < 1000; n++) {
      const event: ModelEvent = { type: 'text', text: `${n}` };
      given.push(new WeakRef(event));
      yield event;
    }
    await new Promise((resolve) => setTimeout(resolve));
    collect();
    const kept = given.filter((event) => event.deref() !== undefined).length;
    yield { type: 'text', text: `${kept} kept` };
    yield { type: 'end', reason: 'done' };
  }
  let last = '';
  for await (const event of guardStream(many, { signal: new AbortController().signal, access: {}, errorOf }))
    if (event.type === 'text') last = event.text;
  expect(Number.parseInt(last, 10)).toBeLessThan(100);
});
