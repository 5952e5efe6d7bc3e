/** A sub-agent in memory whose model plays from a script. */
import { CLOSED_BREAKER } from '../../../../src/core/agent/breaker.ts';
import type { ModelEvent } from '../../../../src/core/agent/model-event.ts';
import type { AgentModel, ModelRequest } from '../../../../src/core/agent/ports.ts';
import type { SubAgentBudget } from '../../../../src/core/agent/sub-agent/budget.ts';
import { runSubAgent } from '../../../../src/core/agent/sub-agent/run-sub-agent.ts';
import { TokenBudget } from '../../../../src/core/agent/sub-agent/token-budget.ts';
import { DEFAULT_CONFIG } from '../../../../src/core/compaction/config.ts';
import { limitsFor } from '../../../../src/core/compaction/limits.ts';
import { ok } from '../../../../src/core/lang/result.ts';
import type { Signal } from '../../../../src/core/lang/signal.ts';
import { tokenUsage } from '../../../../src/core/message/usage.ts';
import { append, nextId, replay } from '../../../../src/core/thread/thread.ts';
import { estimateMessage } from '../../../../src/core/tokens/estimate.ts';

export interface Script {
  /** What is streamed at the nth request, from 1; the end is put to it, and the usage unless `reports` is false. */
  readonly reply: (n: number, request: ModelRequest) => readonly ModelEvent[];
  readonly budget?: Partial<SubAgentBudget>;
  readonly window?: number;
  readonly reports?: boolean;
  /** Tokens that the server counts for each one that is estimated. */
  readonly factor?: number;
  /** What a call of `look` returns. */
  readonly seen?: string;
  /** What happens while `look` runs. */
  readonly onLook?: () => void;
  readonly task?: string;
  readonly stop?: Signal;
  readonly work?: Signal;
  readonly answer?: Signal;
}

export const says = (text: string): readonly ModelEvent[] => [{ type: 'text', text }];
export const looks = (id: string, text = ''): readonly ModelEvent[] => [
  ...(text === '' ? [] : says(text)),
  { type: 'call', id, name: 'look' },
  { type: 'input', id, json: '{}' },
];

const NEVER: Signal = { aborted: false };
export const BUDGET: SubAgentBudget = { rounds: 5, tokens: 1_000_000, time: 120_000, answerTime: 10_000 };

export async function play({
  reply,
  budget: own,
  window = 32_000,
  reports = true,
  factor = 1,
  seen = 'a heron',
  task = 'Find the heron.',
  onLook,
  stop = NEVER,
  work = stop,
  answer = stop,
}: Script) {
  const budget = { ...BUDGET, ...own };
  const requests: ModelRequest[] = [];
  let thread = replay([]);
  let looked = 0;
  let sent = 0;
  async function* stream(request: ModelRequest, signal: Signal): AsyncGenerator<ModelEvent> {
    requests.push(request);
    let [calls, isOver] = [false, false];
    for (const event of reply(requests.length, request)) {
      if (signal.aborted) return yield { type: 'error', error: { kind: 'cancelled', message: '' } };
      calls ||= event.type === 'call';
      isOver ||= event.type === 'error' || event.type === 'end';
      yield event;
    }
    if (isOver) return;
    const input = factor * request.messages.reduce((sum, { blocks }) => sum + estimateMessage(blocks), 0);
    sent += input + 5;
    if (reports) yield { type: 'usage', usage: tokenUsage({ input, output: 5 }) };
    yield { type: 'end', reason: calls ? 'calls' : 'done' };
  }
  const tokenBudget = new TokenBudget(budget.tokens);
  const agent: AgentModel = tokenBudget.counted({ id: 'scripted', modelKey: 'scripted', stream });
  const config = { ...DEFAULT_CONFIG, auto: true };
  const end = await runSubAgent(
    {
      task,
      budget,
      turn: {
        config,
        limits: ({ limit }) => limitsFor({ window, ...(limit !== undefined && { learned: limit }) }, config),
        knowledge: { breaker: CLOSED_BREAKER, learned: {} },
        system: 'You are a sub-agent.',
        threadId: 'sub',
      },
    },
    {
      turn: {
        agent,
        model: undefined,
        native: undefined,
        tools: [
          {
            name: 'look',
            description: 'Looks.',
            inputSchema: { type: 'object' },
            run: async () => {
              looked++;
              onLook?.();
              return { content: [{ type: 'text', text: seen }] };
            },
          },
        ],
        outputs: { put: async () => ok({ id: 'o_00000001', byteSize: 1 }) },
        threadLog: {
          get thread() {
            return thread;
          },
          append: async (planned) => {
            const id = nextId(thread);
            thread = append(thread, { ...planned, id, at: id });
            return ok(thread);
          },
        },
        log: { write: () => undefined },
        now: () => thread.entries.length * 1_000,
        onEvent: () => undefined,
      },
      tokenBudget,
      stop,
      work,
      answer,
    },
  );
  return { end, thread, requests, tokenBudget, looked, sent };
}
