/** Runs a sub-agent: turns in a thread of its own, within its budget, until it hands back an answer. */
import { isBlank } from '../../lang/lines.ts';
import type { Signal } from '../../lang/signal.ts';
import type { Block } from '../../message/message.ts';
import { failed } from '../../tool-output/tool.ts';
import { STOPPED } from '../call-tools.ts';
import { runTurn } from '../run-turn.ts';
import type { TurnEnd, TurnInput, TurnPorts } from '../turn.ts';
import { limitText, type ReachedLimit, type SubAgentBudget } from './budget.ts';
import { lastText, type SubAgentEnd } from './sub-agent-end.ts';
import type { TokenBudget } from './token-budget.ts';

export interface SubAgentInput {
  /** What its model is asked to do. */
  readonly task: string;
  readonly turn: Omit<TurnInput, 'blocks' | 'maxCalls'>;
  readonly budget: SubAgentBudget;
}

export interface SubAgentPorts {
  /** Of its own thread; its model and those of its compactions are counted by `tokenBudget`. */
  readonly turn: Omit<TurnPorts, 'mayCall'>;
  readonly tokenBudget: TokenBudget;
  /** The thread that asked was stopped. */
  readonly stop: Signal;
  /** Aborts with `stop`, and when only `answerTime` is left. */
  readonly work: Signal;
  /** Aborts with `stop`, and when the time is over. */
  readonly answer: Signal;
}

/** Never rejects where its ports don't. */
export async function runSubAgent(input: SubAgentInput, ports: SubAgentPorts): Promise<SubAgentEnd> {
  const { task, turn, budget } = input;
  const { threadLog } = ports.turn;
  const guarded: TurnPorts = {
    ...ports.turn,
    mayCall: () => !isNearTokenLimit(input, ports),
    endedOutcome: () => (ports.stop.aborted ? STOPPED : failed('The time was over before this call ended.')),
  };
  const first = await runTurn({ ...turn, blocks: textBlocks(task), maxCalls: budget.rounds - 1 }, guarded, ports.work);
  const textNow = () => lastText(threadLog.thread);
  if (ports.stop.aborted) return { type: 'stopped', text: textNow() };
  const limit = limitOf(first.end, ports, input);
  if (limit === undefined) {
    if (first.end.type === 'done') return { type: 'done', text: textNow() };
    return { type: 'failed', why: reasonOf(first.end), text: textNow() };
  }
  const before = threadLog.thread.messages.length;
  await runTurn(
    { ...turn, knowledge: first.knowledge, blocks: textBlocks(askFor(limit, budget)), maxCalls: 1 },
    withoutCalls(ports.turn),
    ports.answer,
  );
  const answered = lastText(threadLog.thread, before);
  if (ports.stop.aborted) return { type: 'stopped', text: textNow() };
  const isAnswer = !isBlank(answered);
  return { type: 'limited', limit, isAnswer, text: isAnswer ? answered : textNow() };
}

/** Requests as large as the next one that must still be affordable: itself, a compaction after it, and the answer. */
const KEPT_REQUESTS = 3;

function isNearTokenLimit({ turn }: SubAgentInput, { turn: { threadLog }, tokenBudget }: SubAgentPorts): boolean {
  const { system = 0, tools = 0 } = turn.base ?? {};
  return tokenBudget.left < KEPT_REQUESTS * tokenBudget.countOf(system + tools + threadLog.thread.tokens);
}

/** Which limit ended the turn; undefined: none did. */
function limitOf(end: TurnEnd, ports: SubAgentPorts, input: SubAgentInput): ReachedLimit | undefined {
  if (end.type === 'done') return undefined;
  if (ports.tokenBudget.hasRefused) return 'tokens';
  if (end.type === 'call-limit') return isNearTokenLimit(input, ports) ? 'tokens' : 'rounds';
  return ports.work.aborted ? 'time' : undefined;
}

function askFor(limit: ReachedLimit, budget: SubAgentBudget): string {
  return (
    `You have reached ${limitText(limit, budget, 'your')}. Make no call. ` +
    'Answer the task now with what you have found, and say what is missing.'
  );
}

/** The same request but for tool choice none; a server that ignores it gets a refusal for each call. */
function withoutCalls(ports: Omit<TurnPorts, 'mayCall'>): TurnPorts {
  const { agent, tools } = ports;
  return {
    ...ports,
    agent: { ...agent, stream: (request, signal) => agent.stream({ ...request, toolChoice: 'none' }, signal) },
    tools: tools.map((tool) => ({ ...tool, run: async () => failed('Nothing was done: the limit is reached.') })),
  };
}

function textBlocks(text: string): readonly Block[] {
  return [{ type: 'text', text }];
}

/** Why a turn ended that was neither done nor limited, as the asking model reads it. */
function reasonOf(end: TurnEnd): string {
  switch (end.type) {
    case 'failed':
      return end.error.message === '' ? `its model failed (${end.error.kind})` : end.error.message;
    case 'write-failed':
      return `its log could not be written (${end.reason})`;
    case 'cannot-fit':
      return `a request of ${end.tokens} tokens does not fit into its window of ${end.window} tokens`;
    case 'output-limit':
      return 'its replies reached the output limit in the middle of a call';
    case 'ask':
    case 'compaction-off':
      return 'its thread is too large for its window and could not be compacted';
    case 'done':
    case 'stopped':
    case 'call-limit':
      return 'it was ended';
  }
}
