/** One turn of the agent: from the person's message, through calls and tools, to the last reply; every entry on disk before the next effect. */
import { nextRequest } from '../compaction/trigger.ts';
import type { Signal } from '../lang/signal.ts';
import { projectContext } from '../thread/context.ts';
import type { MessageEntry, Planned } from '../thread/entry.ts';
import { estimateMessage } from '../tokens/estimate.ts';
import { answerCalls, answerOpenCalls } from './answer-calls.ts';
import { callModel } from './call-model.ts';
import { callsIn } from './call-tools.ts';
import { withCompactMap } from './compact-map.ts';
import { cutReply, MOST_CUT_REPLIES } from './cut-calls.ts';
import { queuedMessages, resumeMessages } from './queued-messages.ts';
import {
  appendAll,
  appendDue,
  type Turn,
  type TurnEnd,
  type TurnInput,
  type TurnOutcome,
  type TurnPorts,
  turnBase,
  turnLimits,
} from './turn.ts';
import { makeRoomInTurn } from './turn-compaction.ts';
import { replyMessage, typedMessage } from './turn-messages.ts';

/** However the turn ends, the thread is valid; a turn that is run again goes on from there and does nothing twice. */
export async function runTurn(input: TurnInput, ports: TurnPorts, signal: Signal): Promise<TurnOutcome> {
  const turn: Turn = { input, ports, signal, knowledge: input.knowledge, isTyped: false, cutReplies: 0 };
  const end = await loop(turn);
  return { end, knowledge: turn.knowledge, isTyped: turn.isTyped };
}

async function loop(turn: Turn): Promise<TurnEnd> {
  const begun = (await answerOpenCalls(turn)) ?? (await appendDue(turn, true)) ?? (await appendPending(turn));
  if (begun) return begun;
  for (let calls = 0; calls < turn.input.maxCalls; calls++) {
    if (turn.ports.mayCall?.() === false) break;
    const end = await step(turn);
    if (end) return end;
  }
  return { type: 'call-limit' };
}

/**
 * Appends the queue, then the person's message; where there is neither and the model spoke last, a message that makes it go on.
 * They count before they are appended, so that they are in no summary (R27, R28).
 */
async function appendPending(turn: Turn): Promise<TurnEnd | undefined> {
  const { threadLog } = turn.ports;
  const { blocks } = turn.input;
  const pending = pendingMessages(turn);
  const room = await makeRoomInTurn(
    turn,
    pending.reduce((sum, message) => sum + estimateMessage(message.blocks), 0),
  );
  const failed = room.obstacle ?? (room.compacted ? await appendDue(turn) : undefined);
  if (failed) return failed;
  if (pending.length === 0) {
    // After a compaction the model is asked to go on; a typed message that was not answered asks for itself.
    const isAsked = threadLog.thread.messages.at(-1)?.origin === 'typed';
    return room.compacted && !isAsked ? appendAll(turn, resumeMessages(threadLog.thread)) : undefined;
  }
  const { queue, messages } = threadLog.thread;
  const left = pending.filter(({ queued }) => queued === undefined || queue.some(({ id }) => id === queued));
  // Without a message the map alone would be a reason to call the model.
  const failure = await appendAll(turn, left.length === 0 ? [] : withCompactMap(turn, left));
  turn.isTyped = failure === undefined && blocks !== undefined;
  if (failure) return failure;
  // The person took all of it back meanwhile.
  if (threadLog.thread.messages.length === messages.length) return { type: 'done' };
  // The message that was the newest until now had to stay, and may go only now.
  return fits(turn) ? undefined : (await makeRoomInTurn(turn, 0)).obstacle;
}

function fits(turn: Turn): boolean {
  const limits = turnLimits(turn);
  const { thread } = turn.ports.threadLog;
  return !limits.ok || nextRequest({ thread, limits: limits.value, base: turnBase(turn) }).fits;
}

function pendingMessages({ input: { blocks }, ports }: Turn): readonly Planned<MessageEntry>[] {
  const { thread } = ports.threadLog;
  const pending = [...queuedMessages(thread), ...(blocks ? [typedMessage(blocks)] : [])];
  if (pending.length > 0) return pending;
  // A request can't end with the model's own words.
  const isAnswered = projectContext(thread, ports.agent.modelKey).messages.at(-1)?.role === 'assistant';
  return isAnswered ? resumeMessages(thread) : [];
}

/** One call with what follows from it; undefined when the turn goes on. */
async function step(turn: Turn): Promise<TurnEnd | undefined> {
  if (turn.signal.aborted) return { type: 'stopped' };
  const called = await callModel(turn);
  if (!called.ok) return called.error;
  const { blocks, end, unreadable } = called.value;
  const limits = turnLimits(turn);
  const cut = cutReply(called.value, limits.ok ? limits.value.reserve : undefined);
  const message = replyMessage(called.value, turn.ports.agent.id, turn.ports.isClosing?.());
  const failure = message && (await appendAll(turn, [message]));
  if (failure) return failure;
  if (end.type === 'error')
    return end.error.kind === 'cancelled' ? { type: 'stopped' } : { type: 'failed', error: end.error };
  const calls = callsIn(blocks);
  if (calls.length === 0) return finish(turn);
  const answered = await answerCalls(turn, calls, { unreadable, cut });
  if (!answered.ok) return answered.error;
  if (cut && ++turn.cutReplies >= MOST_CUT_REPLIES) return { type: 'output-limit', ...cut };
  return resume(turn, answered.value.compacted);
}

/** Prepares the call after tool results. `compacted`: one of the calls compacted the thread. */
async function resume(turn: Turn, compacted: boolean): Promise<TurnEnd | undefined> {
  if (turn.signal.aborted) return { type: 'stopped' };
  const failed = await appendDue(turn);
  if (failed) return failed;
  const room = await makeRoomInTurn(turn, 0);
  if (room.obstacle) return room.obstacle;
  if (!compacted && !room.compacted) return appendAll(turn, withCompactMap(turn, []));
  const failure = room.compacted ? await appendDue(turn) : undefined;
  return failure ?? appendAll(turn, resumeMessages(turn.ports.threadLog.thread));
}

/** The turn is done, unless messages were queued meanwhile (R29, R50). Where there is no room for a next call, the next message says so. */
async function finish(turn: Turn): Promise<TurnEnd | undefined> {
  const { obstacle } = await makeRoomInTurn(turn, 0);
  if (obstacle?.type === 'stopped' || obstacle?.type === 'write-failed') return obstacle;
  const { threadLog, agent } = turn.ports;
  const { queue, messages, isModelChosen, model } = threadLog.thread;
  // A message that is queued after the person chose another model is answered by that model, in a turn of its own.
  const isOurs = !isModelChosen || model === agent.id;
  if (queue.length === 0 || !isOurs) return { type: 'done' };
  const failure = obstacle ?? (await appendAll(turn, queuedMessages(threadLog.thread)));
  if (failure) return failure;
  // The person took all of it back meanwhile: no request can end with the model's own words.
  return threadLog.thread.messages.length === messages.length ? { type: 'done' } : undefined;
}
