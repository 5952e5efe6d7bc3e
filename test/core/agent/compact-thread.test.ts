/** What becomes of log, breaker and thread when a compaction ends in each of its ways (R53, R56, reliability cases 25–27). */
import { describe, expect, it } from 'vitest';
import { afterFailure, type Breaker, CLOSED_BREAKER } from '../../../src/core/agent/breaker.ts';
import { compactThread } from '../../../src/core/agent/compact-thread.ts';
import type { CompactionEvent, ModelFailure } from '../../../src/core/agent/ports.ts';
import { recoverFromOverflow } from '../../../src/core/agent/refusals/recover-overflow.ts';
import { type CompactionConfig, DEFAULT_CONFIG } from '../../../src/core/compaction/config.ts';
import { limitsFor } from '../../../src/core/compaction/limits.ts';
import { err, ok } from '../../../src/core/lang/result.ts';
import { projectContext } from '../../../src/core/thread/context.ts';
import { decodeEntry } from '../../../src/core/thread/decode-entry.ts';
import type { Planned } from '../../../src/core/thread/entry.ts';
import { append, nextId, replay, type Thread } from '../../../src/core/thread/thread.ts';
import { limitsWith } from '../arbitrary/operations.ts';
import { work } from '../arbitrary/work.ts';
import { scriptedModel } from './scripted-model.ts';

const GOOD = '<summary>It went on.</summary>';
const USED = { input: 900, output: 100, cacheCreation: 0, cacheRead: 0, total: 1_000 };
const once = afterFailure(CLOSED_BREAKER, 0);

interface Case {
  readonly thread?: Thread;
  readonly config?: CompactionConfig;
  readonly trigger?: 'auto' | 'manual';
  readonly answer?: string | ModelFailure;
  readonly breaker?: Breaker;
  readonly writes?: boolean;
  readonly aborted?: boolean;
}

async function run({ thread = work(10), config = DEFAULT_CONFIG, trigger = 'auto', writes = true, ...more }: Case) {
  const log: CompactionEvent[] = [];
  const ports = {
    model: scriptedModel([more.answer ?? GOOD]),
    log: { write: (event: CompactionEvent) => log.push(event) },
    now: () => 1_000,
    threadLog: {
      append: async (planned: Planned) =>
        writes
          ? ok(append(thread, { ...planned, id: nextId(thread), at: 0 }))
          : err({ type: 'write-failed', reason: 'ENOSPC' } as const),
    },
  };
  const request = { thread, config, limits: limitsWith(4_000), trigger };
  const { aborted = false, breaker = CLOSED_BREAKER } = more;
  return { ports, log, before: thread, ...(await compactThread(request, ports, { aborted }, breaker)) };
}

describe('compactThread', () => {
  it.each([
    ['a compaction closes the breaker', { breaker: once }, 'compacted', 0],
    ['case 25 an empty summary falls to the next strategy by itself', { answer: ' ' }, 'compacted', 0],
    ['and is a failure for a person who asked for a summary', { answer: ' ', trigger: 'manual' }, 'summary-failed', 0],
    ['which closes the breaker all the same', { answer: ' ', trigger: 'manual', breaker: once }, 'summary-failed', 0],
    ['case 26 a cancelled call is no failure', { answer: { type: 'cancelled' }, breaker: once }, 'cancelled', 1],
    ['nor is one that was stopped as it ended', { aborted: true, breaker: once }, 'cancelled', 1],
    ['case 27 a failed write is one', { writes: false }, 'write-failed', 1],
    ['and counts on', { writes: false, breaker: once }, 'write-failed', 2],
    ['R54 nothing old enough is none', { thread: work(1, 100), breaker: once }, 'unchanged', 1],
    ['nor is a switch that is off', { config: { ...DEFAULT_CONFIG, enabled: false } }, 'refused', 0],
  ] as const)('%s', async (_, given, type, failures) => {
    const { outcome, thread, before, breaker, log } = await run(given);
    expect([outcome.type, breaker.failures]).toEqual([type, failures]);
    expect(thread.items === before.items).toBe(type !== 'compacted');
    const ends = log.map((event) => event.type).filter((event) => event !== 'planned' && event !== 'asking');
    expect(ends).toEqual(['due', type === 'compacted' ? 'compacted' : 'not-compacted']);
  });

  it('R53 R56 says in the log what was used and what it fell from', async () => {
    const { log } = await run({ answer: { type: 'error', message: 'the server is on fire' } });
    expect(log.at(-1)).toMatchObject({
      strategy: 'extract',
      fellFrom: { strategy: 'summarize', reason: 'model-failed', detail: 'the server is on fire' },
    });
  });
});

it('says what it is about to do before it calls a model', async () => {
  const { log, before } = await run({});
  const planned = log.find((event) => event.type === 'planned');
  expect(planned).toMatchObject({ strategy: 'summarize', before: before.tokens, estimated: true });
  expect(planned?.type === 'planned' && planned.after).toBeLessThan(before.tokens);
  expect(planned?.type === 'planned' && planned.steps.at(-1)).toMatchObject({ kind: 'summarize' });
});

describe('a compaction that changed nothing', () => {
  it.each([
    [
      { answer: ' ', trigger: 'manual' },
      { end: 'failed', reason: 'empty-summary', trigger: 'manual' },
    ],
    [
      { answer: { type: 'error', message: 'overloaded', usage: USED }, trigger: 'manual' },
      { end: 'failed', reason: 'model-failed', detail: 'overloaded', model: 'scripted', usage: USED },
    ],
    [{ answer: { type: 'cancelled', usage: USED } }, { end: 'cancelled', trigger: 'auto', usage: USED }],
    [{ aborted: true }, { end: 'cancelled' }],
  ] as const)('%j is an entry of the log, which no request holds', async (given, entry) => {
    const { outcome, thread, before } = await run(given);
    expect(outcome).toMatchObject({ recorded: true });
    const attempt = thread.entries.at(-1);
    expect(attempt).toMatchObject({ type: 'compaction_attempt', took: 0, strategy: 'summarize', ...entry });
    expect(decodeEntry(JSON.parse(JSON.stringify(attempt)))).toEqual(ok(attempt));
    expect(projectContext(thread)).toEqual(projectContext(before));
    expect(replay(thread.entries)).toEqual(thread);
  });

  it('is none where the disk takes no entry', async () => {
    const { outcome, thread, before } = await run({ answer: ' ', trigger: 'manual', writes: false });
    expect(outcome).not.toHaveProperty('recorded');
    expect(thread).toBe(before);
  });
});

describe('recoverFromOverflow', () => {
  const recover = async (thread: Thread, config: CompactionConfig = DEFAULT_CONFIG, window = 200_000) => {
    const { ports } = await run({ thread });
    const limits = (learned: { readonly limit?: number }) =>
      limitsFor({ window, ...(learned.limit !== undefined && { learned: learned.limit }) }, config);
    const message = `prompt is too long: ${2 * thread.tokens} tokens > ${thread.tokens} maximum`;
    const input = { request: { thread, config }, message, window, known: {}, limits, breaker: CLOSED_BREAKER };
    return recoverFromOverflow(input, ports, { aborted: false });
  };

  it.each([
    ['makes room and retries', work(10), DEFAULT_CONFIG, 'retry'],
    ['only offers it with compaction off', work(10), { ...DEFAULT_CONFIG, enabled: false }, 'offer'],
    ['or where nothing is automatic', work(10), { ...DEFAULT_CONFIG, auto: false }, 'offer'],
    ['or where it should ask', work(10), { ...DEFAULT_CONFIG, auto: 'ask' }, 'offer'],
    ['gives up where there is nothing to take out', replay(work(1).entries.slice(0, 1)), DEFAULT_CONFIG, 'give-up'],
  ] as const)('case 18 %s', async (_, thread, config, next) => {
    const recovery = await recover(thread, config);
    expect(recovery.next).toBe(next);
    // A single count teaches a factor up to 1.25, and only of a large request (R25).
    expect(recovery.learned).toEqual({ limit: thread.tokens, ...(thread.tokens >= 8_000 && { factor: 1.25 }) });
    if (next === 'retry') expect(recovery.thread.tokens * 2).toBeLessThan(thread.tokens);
  });
});
