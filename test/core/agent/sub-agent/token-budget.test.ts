/** A tokenBudget never lets a model use more tokens than it holds, whatever is asked of it and however its calls end. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { ModelEvent } from '../../../../src/core/agent/model-event.ts';
import type { AgentModel, ModelRequest } from '../../../../src/core/agent/ports.ts';
import { TokenBudget } from '../../../../src/core/agent/sub-agent/token-budget.ts';
import { ok } from '../../../../src/core/lang/result.ts';
import { tokenUsage } from '../../../../src/core/message/usage.ts';
import { estimateMessage, estimateText } from '../../../../src/core/tokens/estimate.ts';
import { runs } from '../../../property/runs.ts';

const requestOf = (words: number, maxTokens: number): ModelRequest => ({
  system: '',
  messages: [{ role: 'user', blocks: [{ type: 'text', text: 'heron '.repeat(words) }] }],
  tools: [],
  toolChoice: 'auto',
  maxTokens,
  isEdited: false,
  thread: 't',
});
const sizeOf = ({ messages }: ModelRequest) => messages.reduce((sum, { blocks }) => sum + estimateMessage(blocks), 0);
const NEVER = { aborted: false };

async function drain(agent: AgentModel, request: ModelRequest): Promise<readonly ModelEvent[]> {
  const events: ModelEvent[] = [];
  for await (const event of agent.stream(request, NEVER)) events.push(event);
  return events;
}

const call = fc.record({
  words: fc.nat(3_000),
  maxTokens: fc.integer({ min: 1, max: 20_000 }),
  /** How much more than the estimate the provider counts, in percent. */
  more: fc.nat(30),
  /** Of the most that the reply may be, in percent. */
  reply: fc.nat(100),
  end: fc.constantFrom('done', 'failed', 'retried'),
});

it('property: the usage that is reported never exceeds what the tokenBudget holds', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 0, max: 60_000 }), fc.array(call, { maxLength: 30 }), async (most, calls) => {
      const tokenBudget = new TokenBudget(most);
      let charged = 0;
      for (const { words, maxTokens, more, reply, end } of calls) {
        const agent = tokenBudget.counted({
          id: 'm',
          modelKey: 'm',
          async *stream(request) {
            const input = Math.floor(sizeOf(request) * (1 + more / 100));
            const output = Math.floor((request.maxTokens * reply) / 100);
            charged += input + output;
            yield { type: 'text', text: 'heron' };
            yield { type: 'usage', usage: tokenUsage({ input, output }) };
            if (end === 'failed') yield { type: 'error', error: { kind: 'network', message: '' } };
            else yield { type: 'end', reason: 'done' };
          },
        });
        await drain(agent, requestOf(words, maxTokens));
      }
      expect(charged).toBeLessThanOrEqual(most);
      expect(tokenBudget.used.total).toBe(charged);
    }),
    runs(100),
  );
});

it('counts what a call streamed that reported nothing, and nothing of one that failed at once', async () => {
  const tokenBudget = new TokenBudget(10_000);
  const silent = tokenBudget.counted({
    id: 'm',
    modelKey: 'm',
    async *stream() {
      yield { type: 'text', text: 'a heron in the reeds' };
      yield { type: 'end', reason: 'done' };
    },
  });
  const failing = tokenBudget.counted({
    id: 'm',
    modelKey: 'm',
    async *stream() {
      yield { type: 'error', error: { kind: 'rate-limit', message: '429' } };
    },
  });
  await drain(failing, requestOf(100, 500));
  expect(tokenBudget.used.total).toBe(0);
  const request = requestOf(100, 500);
  await drain(silent, request);
  expect(tokenBudget.used.total).toBe(sizeOf(request) + estimateText('a heron in the reeds'));
});

it('counts what was streamed before a concession, and the call after it', async () => {
  const tokenBudget = new TokenBudget(10_000);
  const agent = tokenBudget.counted({
    id: 'm',
    modelKey: 'm',
    async *stream() {
      yield { type: 'usage', usage: tokenUsage({ input: 10, output: 1 }) };
      yield { type: 'retry', error: { kind: 'network', message: '' }, attempt: 1, most: 2, at: 0 };
      yield { type: 'usage', usage: tokenUsage({ input: 20, output: 2 }) };
      yield { type: 'end', reason: 'done' };
    },
  });
  await drain(agent, requestOf(1, 500));
  expect(tokenBudget.used).toEqual(tokenUsage({ input: 30, output: 3 }));
});

it('counts the compactions of a provider, and makes none that it does not cover', async () => {
  const tokenBudget = new TokenBudget(3_000);
  let made = 0;
  const agent = tokenBudget.counted({
    id: 'm',
    modelKey: 'm',
    async *stream() {},
    compact: async () => {
      made++;
      return ok({ data: {}, usage: tokenUsage({ input: 1_000, output: 100 }) });
    },
  });
  const request = requestOf(900, 100);
  expect(await agent.compact?.(request, NEVER)).toMatchObject({ ok: true });
  expect(tokenBudget.used.total).toBe(1_100);
  expect(await agent.compact?.(requestOf(2_000, 100), NEVER)).toMatchObject({ ok: false });
  expect([made, tokenBudget.hasRefused]).toEqual([1, true]);
});
