/** Answers the calls of a reply: the tools' results, and the compaction that the model's `compact` call asks for. */

import type { PlannedCompaction } from '../compaction/plan-input.ts';
import { mayModelCompact, planCompactCall } from '../compaction/replace/compact-call.ts';
import { COMPACT_TOOL } from '../compaction/replace/compact-tool.ts';
import { err, ok, type Result } from '../lang/result.ts';
import type { ToolResultBlock, ToolUseBlock } from '../message/message.ts';
import { append, nextId } from '../thread/thread.ts';
import { failed } from '../tool-output/tool.ts';
import { heldBack } from './call-order.ts';
import { callTools, resultOf, type ToolRound } from './call-tools.ts';
import { unreadableResult } from './cut-calls.ts';
import { lostResult, openCalls } from './open-calls.ts';
import type { AppendFailure, Tool, ToolContext } from './ports.ts';
import { appendAll, type Turn, turnBase, turnPrefix } from './turn.ts';
import { resultsMessage } from './turn-messages.ts';

type Unread = Pick<ToolRound, 'unreadable' | 'cut'>;

const ALL_READ: Unread = { unreadable: new Set() };

/** Appends one result for each call, then the model's compaction; the value says whether there was one. */
export async function answerCalls(
  turn: Turn,
  calls: readonly ToolUseBlock[],
  { unreadable, cut }: Unread,
): Promise<Result<{ readonly compacted: boolean }, AppendFailure>> {
  const compactCall = calls.find(compactCallTest(turn));
  const results = await resultsOf(turn, calls, { unreadable, cut }, compactCall);
  const isUnread = compactCall !== undefined && unreadable.has(compactCall.id);
  const read = isUnread ? undefined : compactCall;
  const plan = isUnread ? err(unreadableResult(cut)) : read && planCompaction(turn, read, results);
  const answered = compactCall && plan && !plan.ok ? withRefusal(results, compactCall, plan.error) : results;
  const draft = plan?.ok ? plan.value : undefined;
  const failure = await appendAll(turn, [resultsMessage(answered), ...(draft ? [draft] : [])]);
  if (failure) return err(failure);
  if (draft) {
    const { strategy, tokensBefore: before, tokensAfter: after } = draft;
    turn.ports.log.write({ type: 'compacted', strategy, before, after });
  }
  return ok({ compacted: draft !== undefined });
}

/**
 * Answers calls that a closed window left without results. Those that waited for a person's answer have done nothing, nor have those
 * that waited for them, so they are run and asked for again. Of the others the tool may know the outcome; where it doesn't, they may
 * have been done, and their results say so.
 */
export async function answerOpenCalls(turn: Turn): Promise<AppendFailure | undefined> {
  const { items, openQuestions } = turn.ports.threadLog.thread;
  const open = openCalls(items.map(({ message }) => message));
  if (open.length === 0) return undefined;
  const { tools } = turnPrefix(turn);
  const resources = open.map(({ name, input }) => tools.find((tool) => tool.name === name)?.resource?.(input));
  const asked = new Set(open.flatMap(({ id }, at) => (openQuestions.has(id) ? [at] : [])));
  const held = heldBack(resources, asked);
  const waiting = open.filter((_, at) => held.has(at));
  const again = (await resultsOf(turn, waiting, ALL_READ, undefined)).values();
  const begun = open.filter((_, at) => !held.has(at));
  const left = (await recoveredResults(turn, begun)).values();
  const results = open.map((call, at) => (held.has(at) ? again : left).next().value ?? lostResult(call));
  return appendAll(turn, [resultsMessage(results)]);
}

/** In the order of the calls. */
async function recoveredResults(turn: Turn, calls: readonly ToolUseBlock[]): Promise<readonly ToolResultBlock[]> {
  const tools = turnPrefix(turn).tools.flatMap(({ recover, ...tool }) =>
    recover ? [{ ...tool, run: (_: unknown, context: ToolContext) => recover(context) }] : [],
  );
  const names = new Set(tools.map(({ name }) => name));
  const known = calls.filter(({ name }) => names.has(name));
  const recovered = (await callTools(roundOf(turn, known, ALL_READ, tools), turn.signal)).values();
  return calls.map((call) => (names.has(call.name) && recovered.next().value) || lostResult(call));
}

function roundOf(
  { input, ports }: Turn,
  calls: readonly ToolUseBlock[],
  unread: Unread,
  tools: readonly Tool[],
): ToolRound {
  const { outputs, threadLog, endedOutcome } = ports;
  const { toolOutput: config } = input.config;
  return { calls, ...unread, tools, outputs, config, thread: threadLog.thread, endedOutcome };
}

/** Whether a call is one of `compact`. Where the settings allow it and the tool is still not offered, as to a sub-agent, `compact` is an unknown tool. */
function compactCallTest(turn: Turn): (call: ToolUseBlock) => boolean {
  const isOffered = turnPrefix(turn).tools.some(({ name }) => name === COMPACT_TOOL.name);
  const isKnown = isOffered || !mayModelCompact(turn.input.config);
  return ({ name }) => isKnown && name === COMPACT_TOOL.name;
}

/** In the order of the calls, and not by their ids: a model may give two calls one id. */
async function resultsOf(
  turn: Turn,
  calls: readonly ToolUseBlock[],
  unread: Unread,
  compactCall: ToolUseBlock | undefined,
): Promise<readonly ToolResultBlock[]> {
  const isCompactCall = compactCallTest(turn);
  const toolCalls = calls.filter((call) => !isCompactCall(call));
  const round = roundOf(turn, toolCalls, unread, turnPrefix(turn).tools);
  const left = (await callTools(round, turn.signal)).values();
  return calls.flatMap((call) =>
    isCompactCall(call) ? compactResult(call, call === compactCall) : (left.next().value ?? []),
  );
}

/** The result of a `compact` call until it is planned; a second one in the same reply is refused. */
function compactResult(call: ToolUseBlock, isFirst: boolean): ToolResultBlock {
  if (isFirst) return resultOf(call, { content: [{ type: 'text', text: 'Accepted.' }] });
  return resultOf(call, failed('Only the first compact call of a reply is done: give all replacements in one call.'));
}

/** Planned on the thread as it will be with all results in it, so that no range leaves half a round behind (R12). */
function planCompaction(
  turn: Turn,
  { id: callId, input }: ToolUseBlock,
  results: readonly ToolResultBlock[],
): Result<PlannedCompaction, string> {
  const { thread: before } = turn.ports.threadLog;
  const thread = append(before, { ...resultsMessage(results), id: nextId(before), at: 0 });
  return planCompactCall({ thread, config: turn.input.config, input, callId, base: turnBase(turn) });
}

function withRefusal(
  results: readonly ToolResultBlock[],
  compactCall: ToolUseBlock,
  refusal: string,
): readonly ToolResultBlock[] {
  return results.map((result) =>
    result.toolUseId === compactCall.id ? resultOf(compactCall, failed(refusal)) : result,
  );
}
