/** Which failed calls are made again, when, and what the caller sees of it. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ModelError, type ModelEvent, ReplyBuilder } from '../../../src/core/agent/model-event.ts';
import type { AgentModel, ModelRequest } from '../../../src/core/agent/ports.ts';
import { RETRY_POLICY, type RetryPorts, retrying } from '../../../src/core/agent/retry.ts';
import { err, ok } from '../../../src/core/lang/result.ts';

const REQUEST: ModelRequest = {
  system: '',
  messages: [],
  tools: [],
  toolChoice: 'auto',
  maxTokens: 1,
  isEdited: false,
  thread: 't',
};
const END: ModelEvent = { type: 'end', reason: 'done' };
const said = (text: string): ModelEvent => ({ type: 'text', text });
const failed = (error: ModelError): ModelEvent => ({ type: 'error', error });

/** Streams one script after the other, the last one again and again; `waits` are the pauses that were made. */
function setUp(scripts: readonly (readonly ModelEvent[])[], more: Partial<RetryPorts> = {}) {
  const waits: number[] = [];
  let calls = 0;
  const next = () => scripts[Math.min(++calls, scripts.length) - 1] ?? [];
  const failure = () => {
    const last = next().at(-1);
    return last?.type === 'error' ? err(last.error) : undefined;
  };
  const model: AgentModel = {
    id: 'm',
    modelKey: 'm',
    async *stream() {
      yield* next();
    },
    compact: async () => failure() ?? ok({ data: null }),
    count: async () => failure() ?? ok(7),
  };
  const ports: RetryPorts = {
    wait: async (ms) => {
      waits.push(ms);
    },
    now: () => 1_000_000,
    random: () => 1,
    ...more,
  };
  return { agent: retrying(model, ports), waits, calls: () => calls };
}

async function streamed(agent: AgentModel, signal = { aborted: false }): Promise<readonly ModelEvent[]> {
  const events: ModelEvent[] = [];
  for await (const event of agent.stream(REQUEST, signal)) events.push(event);
  return events;
}

it('makes no pause once it was stopped, and no further call', async () => {
  for (const run of [
    (agent: AgentModel, signal: { aborted: boolean }) => streamed(agent, signal),
    (agent: AgentModel, signal: { aborted: boolean }) => agent.compact?.(REQUEST, signal),
  ]) {
    const given = setUp([[failed({ kind: 'overloaded', message: '529' })]]);
    await run(given.agent, { aborted: true });
    expect(given.calls()).toBe(1);
    expect(given.waits).toEqual([]);
  }
});

describe('retrying', () => {
  it.each<[string, ModelError, number]>([
    ['a rate limit again', { kind: 'rate-limit', message: '429' }, 8],
    ['a busy server again', { kind: 'overloaded', message: '529' }, 8],
    ['a server that nobody reaches again, but not for long', { kind: 'network', message: 'ECONNRESET' }, 4],
    ['a wrong key once', { kind: 'auth', message: '401' }, 1],
    ['what is too long once', { kind: 'overflow', message: 'prompt is too long' }, 1],
    ['a wrong request once', { kind: 'invalid-request', message: '400' }, 1],
    ['a refusal once', { kind: 'refused', message: 'no' }, 1],
    ['what was stopped once', { kind: 'cancelled', message: '' }, 1],
    ['a provider that asks for a pause of an hour once', { kind: 'rate-limit', message: '', retryAfter: 3_600_000 }, 1],
  ])('calls %s', async (_, error, calls) => {
    const given = setUp([[failed(error)]]);
    const events = await streamed(given.agent);
    expect(given.calls()).toBe(calls);
    expect(given.waits.length).toBe(calls - 1);
    expect(events.at(-1)).toEqual(failed(error));
    const whole = setUp([[failed(error)]]);
    expect(await whole.agent.compact?.(REQUEST, { aborted: false })).toEqual(err(error));
    expect(whole.calls()).toBe(calls);
    const counted = setUp([[failed(error)]]);
    expect(await counted.agent.count?.(REQUEST, { aborted: false })).toEqual(err(error));
    expect(counted.calls()).toBe(Math.min(2, calls));
  });

  it('waits twice as long each time up to half a minute, and as long as the provider asks', async () => {
    const busy = setUp([[failed({ kind: 'overloaded', message: '' })]]);
    await streamed(busy.agent);
    expect(busy.waits).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);
    const asked = setUp([[failed({ kind: 'rate-limit', message: '', retryAfter: 12_345 })]]);
    await streamed(asked.agent);
    expect(asked.waits).toEqual([12_345, 12_345, 12_345, 12_345, 16_000, 30_000, 30_000]);
  });

  it('says before each pause why, for which time, and until when, and that what came so far is void', async () => {
    const error: ModelError = { kind: 'overloaded', message: '529' };
    const { agent, calls } = setUp([[said('Hel'), failed(error)], [failed(error)], [said('Hello.'), END]]);
    const events = await streamed(agent);
    expect(events.map((event) => (event.type === 'retry' ? event : event.type))).toEqual([
      'text',
      { type: 'retry', error, attempt: 1, most: 8, at: 1_001_000 },
      { type: 'retry', error, attempt: 2, most: 8, at: 1_002_000 },
      'text',
      'end',
    ]);
    const builder = new ReplyBuilder();
    for (const event of events) builder.add(event);
    expect(builder.finish(END)).toMatchObject({ blocks: [{ type: 'text', text: 'Hello.' }] });
    expect(calls()).toBe(3);
  });

  it('ends the pause at once when it is stopped, and calls no more', async () => {
    const signal = { aborted: false };
    const busy: ModelError = { kind: 'overloaded', message: '' };
    const wait = async () => {
      signal.aborted = true;
    };
    const given = setUp([[failed(busy)], [END]], { wait });
    expect((await streamed(given.agent, signal)).at(-1)).toEqual(failed({ kind: 'cancelled', message: '' }));
    expect(given.calls()).toBe(1);
    signal.aborted = false;
    const whole = setUp([[failed(busy)], [END]], { wait });
    expect(await whole.agent.compact?.(REQUEST, signal)).toEqual(err({ kind: 'cancelled', message: '' }));
    expect(whole.calls()).toBe(1);
  });

  it('takes a stream that just ends for one that broke off', async () => {
    const given = setUp([[said('a')], [said('b'), END]]);
    expect((await streamed(given.agent)).map(({ type }) => type)).toEqual(['text', 'retry', 'text', 'end']);
  });

  it('has no compaction and no count where the model has none', () => {
    const bare: AgentModel = { id: 'm', modelKey: 'm', stream: () => streamOf([]) };
    expect(Object.keys(retrying(bare, { wait: async () => {}, now: () => 0, random: () => 0 }))).toEqual([
      'id',
      'modelKey',
      'stream',
    ]);
  });

  it('ends every stream once, in an end or an error, and never calls after an end or more often than allowed', async () => {
    const kinds = ['rate-limit', 'overloaded', 'network', 'auth', 'overflow', 'refused'] as const;
    const error = fc
      .record({ kind: fc.constantFrom(...kinds), message: fc.constant(''), retryAfter: fc.nat({ max: 400_000 }) })
      .map(failed);
    const ending = fc.oneof(error, error, fc.constant(END));
    const script = fc.tuple(fc.array(fc.constant(said('x')), { maxLength: 3 }), fc.option(ending));
    await fc.assert(
      fc.asyncProperty(
        fc.array(script, { minLength: 1, maxLength: 12 }),
        fc.double({ min: 0, max: 0.999, noNaN: true }),
        async (parts, random) => {
          const scripts = parts.map(([texts, last]) => (last ? [...texts, last] : texts));
          const given = setUp(scripts, { random: () => random });
          const events = await streamed(given.agent);
          const ends = events.filter(({ type }) => type === 'end' || type === 'error');
          expect(ends).toEqual(events.slice(-1));
          const retries = events.filter(({ type }) => type === 'retry');
          expect(retries.length).toBe(given.waits.length);
          expect(given.calls()).toBe(retries.length + 1);
          expect(given.calls()).toBeLessThanOrEqual(8);
          expect(scripts.slice(0, given.calls() - 1).every((one) => one.at(-1)?.type !== 'end')).toBe(true);
          for (const [at, pause] of given.waits.entries()) {
            expect(pause).toBeLessThanOrEqual(RETRY_POLICY.maxWait);
            expect(pause).toBeGreaterThanOrEqual(Math.min(RETRY_POLICY.longestPause, 1_000 * 2 ** at) / 2);
          }
        },
      ),
      { numRuns: 200 },
    );
  });
});

async function* streamOf(events: readonly ModelEvent[]): AsyncGenerator<ModelEvent> {
  yield* events;
}
