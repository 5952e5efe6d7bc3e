/** One call of the model in a turn: the request, its count, and the second attempt after a refusal as too long. */
import { err, ok, type Result } from '../lang/result.ts';
import type { Message } from '../message/message.ts';
import { withInstructionText } from '../thread/instruction-text.ts';
import { mayChangePrefix } from '../thread/prefix-change.ts';
import { buildRequest } from './build-request.ts';
import { CANCELLED, type ModelError, type Reply, SAID_NOTHING, saidNothing } from './model-event.ts';
import type { AppendFailure, ModelRequest } from './ports.ts';
import { readReply } from './read-reply.ts';
import { recoverFromOverflow } from './refusals/recover-overflow.ts';
import { appendDue, type Turn, turnBase, turnLimits, turnPrefix } from './turn.ts';

/**
 * The reply; a request that was too long is sent once more after room was made (R31). An error is a compaction that could not be
 * written.
 */
export async function callModel(turn: Turn): Promise<Result<Reply, AppendFailure>> {
  const failure = await appendDueAtBoundary(turn);
  if (failure) return err(failure);
  const reply = await ask(turn);
  if (reply.end.type !== 'error' || reply.end.error.kind !== 'overflow') return ok(reply);
  const { input, ports, signal, knowledge } = turn;
  const { config, limits, prices } = input;
  const { learned: known, breaker } = knowledge;
  const found = turnLimits(turn);
  const recovery = await recoverFromOverflow(
    {
      request: { thread: ports.threadLog.thread, config, base: turnBase(turn), ...(prices && { prices }) },
      message: reply.end.error.message,
      window: found.ok ? found.value.window : Number.POSITIVE_INFINITY,
      known,
      limits,
      breaker,
    },
    ports,
    signal,
  );
  turn.knowledge = { ...knowledge, learned: recovery.learned, breaker: recovery.run?.breaker ?? breaker };
  if (recovery.run?.outcome.type === 'write-failed') return err(recovery.run.outcome);
  if (signal.aborted) return ok({ ...reply, end: { type: 'error', error: CANCELLED } });
  if (recovery.next !== 'retry') return ok(reply);
  const unwritten = await appendDueAtBoundary(turn);
  return unwritten ? err(unwritten) : ok(await ask(turn));
}

/** A compaction may have come since what is due was looked for; the first request after it is the one whose beginning may change. */
async function appendDueAtBoundary(turn: Turn): Promise<AppendFailure | undefined> {
  return mayChangePrefix(turn.ports.threadLog.thread) ? appendDue(turn) : undefined;
}

/** Input tokens of the next request by the provider's own count; undefined where it has none or the count failed. */
export async function countRequest(turn: Turn): Promise<number | undefined> {
  const request = nextRequest(turn);
  // The pending message is not in it yet, and no provider takes a request that ends with its own words.
  const isOpen = request.messages.at(-1)?.role === 'user';
  const messages = isOpen ? request.messages : [...request.messages, PLACEHOLDER];
  const counted = await turn.ports.agent.count?.({ ...request, messages }, turn.signal);
  return counted?.ok ? counted.value : undefined;
}

/** Takes the place of the person's next message in a request that is only counted. */
const PLACEHOLDER: Message = { role: 'user', blocks: [{ type: 'text', text: 'Go on.' }] };

/** A model that says nothing is asked once more; if it then says nothing again, the reply has failed. */
async function ask(turn: Turn): Promise<Reply> {
  const first = await stream(turn);
  if (!saidNothing(first) || turn.signal.aborted) return first;
  const { onEvent, now } = turn.ports;
  onEvent({ type: 'retry', error: errorOf(first), attempt: 1, most: 2, at: now() });
  const second = await stream(turn);
  return saidNothing(second) ? { ...second, end: { type: 'error', error: errorOf(second) } } : second;
}

function errorOf({ end }: Reply): ModelError {
  return end.type === 'error' ? end.error : SAID_NOTHING;
}

function stream(turn: Turn): Promise<Reply> {
  const { agent, onEvent } = turn.ports;
  return readReply(agent, nextRequest(turn), turn.signal, onEvent);
}

function nextRequest(turn: Turn): ModelRequest {
  const { agent, threadLog } = turn.ports;
  const { threadId, hasInstructions } = turn.input;
  const { system: prompt, tools } = turnPrefix(turn);
  const { thread } = threadLog;
  const limits = turnLimits(turn);
  const { reserve, window } = limits.ok ? limits.value : {};
  const system = hasInstructions ? withInstructionText(prompt, thread.instructions, window) : prompt;
  return buildRequest({ thread, modelKey: agent.modelKey, system, tools, reserve, threadId });
}
