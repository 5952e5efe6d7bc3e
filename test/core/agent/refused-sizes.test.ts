/** Turns whose request is too long for a reason of its own: a smaller window, no known window, bytes, a tier of the account. */
import { describe, expect, it } from 'vitest';
import { CLOSED_BREAKER } from '../../../src/core/agent/breaker.ts';
import { type RecoverInput, recoverFromOverflow } from '../../../src/core/agent/refusals/recover-overflow.ts';
import { DEFAULT_CONFIG } from '../../../src/core/compaction/config.ts';
import { limitsFor } from '../../../src/core/compaction/limits.ts';
import { ok } from '../../../src/core/lang/result.ts';
import { tokenUsage } from '../../../src/core/message/usage.ts';
import type { Planned } from '../../../src/core/thread/entry.ts';
import { measure } from '../../../src/core/thread/measure.ts';
import { append, nextId, replay, type Thread } from '../../../src/core/thread/thread.ts';

/** `turns` of about 1,000 tokens each; the newest message is not answered. */
function threadOf(turns: number, reported?: number): Thread {
  let thread = replay([]);
  const add = (planned: Planned) => {
    thread = append(thread, { ...planned, id: nextId(thread), at: 0 });
  };
  for (let turn = 0; turn < turns; turn++) {
    const text = `Lake ${turn}: ${'herons and egrets '.repeat(200)}`;
    add({ type: 'message', origin: 'typed', blocks: [{ type: 'text', text }] });
    if (turn === turns - 1) break;
    const isCounted = reported !== undefined && turn === turns - 2;
    const usage = tokenUsage({ input: reported ?? 0, output: 10, cacheRead: 0, cacheCreation: 0 });
    const reply = {
      role: 'assistant',
      origin: 'model',
      model: 'p/m',
      blocks: [{ type: 'text', text: 'Seven.' }],
    } as const;
    add({ type: 'message', ...reply, ...(isCounted && { usage }) });
  }
  return thread;
}

async function recover(thread: Thread, message: string, window: number | undefined, more: Partial<RecoverInput> = {}) {
  let now = thread;
  const config = { ...DEFAULT_CONFIG, strategy: 'extract' } as const;
  const recovery = await recoverFromOverflow(
    {
      request: { thread, config, base: { system: 0, tools: 0, instructions: 0 } },
      message,
      window: window ?? Number.POSITIVE_INFINITY,
      known: {},
      limits: ({ limit }) => limitsFor({ window, ...(limit !== undefined && { learned: limit }) }, config),
      breaker: CLOSED_BREAKER,
      ...more,
    },
    {
      model: undefined,
      native: undefined,
      log: { write: () => undefined },
      now: () => 0,
      threadLog: {
        append: async (planned) => {
          now = append(now, { ...planned, id: nextId(now), at: 0 });
          return ok(now);
        },
      },
    },
    { aborted: false },
  );
  return { recovery, tokens: measure(now).tokens };
}

const TOO_LARGE =
  "'max_tokens' or 'max_completion_tokens' is too large: 16384. This model's maximum context length is 16384 tokens and your request has 1701 input tokens (16384 > 16384 - 1701).";

describe('W17 a window that is smaller than believed', () => {
  it('is learned, and the request is sent again with a shorter reply, without a compaction', async () => {
    const { recovery } = await recover(threadOf(1), TOO_LARGE, 131_072);
    expect(recovery).toMatchObject({ next: 'retry', learned: { limit: 16_384 } });
    expect(recovery.run).toBeUndefined();
  });

  it('so it is where compaction is off', async () => {
    const config = { ...DEFAULT_CONFIG, auto: false } as const;
    const thread = threadOf(1);
    const request = { thread, config, base: { system: 0, tools: 0, instructions: 0 } };
    expect((await recover(thread, TOO_LARGE, 131_072, { request })).recovery.next).toBe('retry');
  });
});

it.each(['context_length_exceeded', 'Your input exceeds the context window of this model.'])(
  'W16 an unknown window and no number: compacted to what was last taken: %s',
  async (message) => {
    const thread = threadOf(30, 9_000);
    const { recovery, tokens } = await recover(thread, message, undefined);
    expect(recovery.next).toBe('retry');
    expect(recovery.learned.limit).toBe(measure(thread).tokens);
    expect(tokens).toBeLessThanOrEqual(9_010);
  },
);

it('W18 bytes make the request smaller by as much, and teach neither limit nor factor', async () => {
  const thread = threadOf(30);
  const { recovery, tokens } = await recover(
    thread,
    'Maximum content size limit (1000000) exceeded (4000000 bytes read)',
    200_000,
  );
  expect(recovery).toMatchObject({ next: 'retry', learned: {} });
  expect(recovery.learned).toEqual({});
  expect(tokens).toBeLessThan(measure(thread).tokens / 4);
});

it.each([
  'Maximum content size limit (1000000) exceeded (4000000 bytes read)',
  'HTTP 413: Request Entity Too Large',
  "Invalid 'messages': array too long. Expected an array with maximum length 10, but got an array with length 59 instead.",
])('W18 bytes, or a number of messages, where no window is known: the request is made smaller: %s', async (message) => {
  const thread = threadOf(30);
  const { recovery, tokens } = await recover(thread, message, undefined);
  expect(recovery).toMatchObject({ next: 'retry', learned: {} });
  expect(recovery.learned).toEqual({});
  expect(tokens).toBeLessThan(measure(thread).tokens / 1.5);
});

it('W19 a request above what may be sent in a minute never fits: compacted to that', async () => {
  const { recovery, tokens } = await recover(
    threadOf(30),
    'Request too large for model `llama` on tokens per minute (TPM): Limit 12000, Requested 39830, please reduce your message size and try again.',
    131_072,
  );
  expect(recovery).toMatchObject({ next: 'retry', learned: { limit: 12_000 } });
  expect(tokens).toBeLessThan(12_000);
});
