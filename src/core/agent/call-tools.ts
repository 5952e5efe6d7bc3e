/** Runs the tool calls of one reply, some in parallel, and returns their results in the order of the calls. */
import { ellipsize } from '../lang/clip.ts';
import { errorText } from '../lang/error-text.ts';
import { mapLimited } from '../lang/map-limited.ts';
import { isObject, readField, readList } from '../lang/read-value.ts';
import type { Result } from '../lang/result.ts';
import type { Signal } from '../lang/signal.ts';
import type { Block, TextBlock, ToolResultBlock, ToolUseBlock } from '../message/message.ts';
import { decodeIntervention, decodePart } from '../thread/decode-entry.ts';
import type { MessageEntry } from '../thread/entry.ts';
import type { Thread } from '../thread/thread.ts';
import type { ToolOutputConfig } from '../tool-output/config.ts';
import { enterOutputStream } from '../tool-output/enter-output-stream.ts';
import { enterResult } from '../tool-output/enter-result.ts';
import type { OutputStore } from '../tool-output/output-store.ts';
import { failed, type OutputStream, type ToolOutcome } from '../tool-output/tool.ts';
import { CallOrder } from './call-order.ts';
import { type CutReply, unreadableResult } from './cut-calls.ts';
import type { Tool } from './ports.ts';

export interface ToolRound {
  readonly calls: readonly ToolUseBlock[];
  /** Calls whose input is no JSON. */
  readonly unreadable: ReadonlySet<string>;
  /** The reply was cut in one of them. */
  readonly cut?: CutReply | undefined;
  readonly tools: readonly Tool[];
  readonly thread: Thread;
  readonly config: ToolOutputConfig;
  readonly outputs: Pick<OutputStore, 'put'>;
  /** The result of a call that the signal ended; absent: the person did. */
  readonly endedOutcome?: (() => ToolOutcome) | undefined;
}

const NO_PART: TextBlock = { type: 'text', text: '[A part of this result could not be read.]' };
/** Calls of one reply that run at the same time: a reply can hold hundreds. */
const MAX_PARALLEL_CALLS = 8;
/** UTF-16 units of an unknown tool's name that are repeated. */
const NAME_LENGTH = 100;
export const STOPPED = failed('The person stopped this call before it ended.', { type: 'stopped' });

/**
 * One result for each call, whatever happens in it: a tool that throws, or is stopped, gives an error that says so. Calls that
 * touch the same thing run in their order (`CallOrder`).
 */
export async function callTools(round: ToolRound, signal: Signal): Promise<readonly ToolResultBlock[]> {
  const order = new CallOrder();
  return mapLimited(round.calls, MAX_PARALLEL_CALLS, async (call) => {
    const tool = round.tools.find(({ name }) => name === call.name);
    return order.run(tool?.resource?.(call.input), async () => {
      const outcome = await outcomeOf(round, call, tool, signal);
      if (outcome.stream) return enterStreamed(round, call, outcome, outcome.stream);
      const result = resultOf(call, outcome);
      return tool?.isBounded ? boundError(result) : enterContext(round, result, tool);
    });
  });
}

async function outcomeOf(
  { unreadable, cut, tools, thread, endedOutcome = () => STOPPED }: ToolRound,
  call: ToolUseBlock,
  tool: Tool | undefined,
  signal: Signal,
): Promise<ToolOutcome> {
  if (signal.aborted) return endedOutcome();
  const isUnreadable = unreadable.has(call.id);
  if (isUnreadable && cut) return failed(unreadableResult(cut));
  if (!tool)
    return failed(
      `There is no tool ${ellipsize(call.name, NAME_LENGTH)}. These exist: ${tools.map(({ name }) => name).join(', ')}.`,
    );
  if (isUnreadable) return failed(unreadableResult(undefined));
  try {
    const outcome = readOutcome(await tool.run(call.input, { thread, signal, call: call.id }));
    return signal.aborted && !saysHowItEnded(tool, outcome) ? endedOutcome() : outcome;
  } catch (error) {
    if (signal.aborted) return endedOutcome();
    return failed(`${call.name} failed: ${errorText(error)}`);
  }
}

/**
 * Whether a stopped call's outcome is kept: it says itself that the call was stopped, as a stream does after the output so far, or it says
 * that a change was made.
 */
function saysHowItEnded({ effect }: Tool, { stream, intervention, isError }: ToolOutcome): boolean {
  return stream !== undefined || intervention?.type === 'stopped' || (effect === 'changes' && !isError);
}

/** An error of a bounded tool can repeat an argument of any length; UTF-16 units of it that are kept. */
const ERROR_LENGTH = 2_000;

function boundError(block: ToolResultBlock): ToolResultBlock {
  if (!block.isError) return block;
  const content = block.content.map((part) =>
    part.type === 'text' ? { ...part, text: ellipsize(part.text, ERROR_LENGTH) } : part,
  );
  return { ...block, content };
}

/** Decodes a tool's return value; a note replaces each part that the log can't hold. */
function readOutcome(given: unknown): ToolOutcome {
  const content = readList(readField(given, 'content')).map((part) => decodePart(part) ?? NO_PART);
  const stream = readField(given, 'stream');
  const intervention = decodeIntervention(readField(given, 'intervention'));
  return {
    content,
    ...(readField(given, 'isError') === true && { isError: true }),
    ...(intervention && { intervention }),
    ...(isOutputStream(stream) && { stream }),
  };
}

function isOutputStream(value: unknown): value is OutputStream {
  if (!isObject(value) || !('chunks' in value) || !('end' in value)) return false;
  const { chunks, end } = value;
  return isObject(chunks) && Symbol.asyncIterator in chunks && typeof end === 'function';
}

/** Cuts and stores a result; keeps it whole when storing fails, since a cut result could not be read again (R33). */
async function enterContext(
  { config, outputs }: ToolRound,
  block: ToolResultBlock,
  tool: Tool | undefined,
): Promise<ToolResultBlock> {
  const most = Math.min(
    tool?.mostTokens ?? Number.POSITIVE_INFINITY,
    config.maxToolResultTokens ?? Number.POSITIVE_INFINITY,
  );
  const own = { ...config, maxToolResultTokens: Number.isFinite(most) ? most : null };
  const entered: Result<ToolResultBlock, unknown> = await enterResult(block, own, outputs);
  return entered.ok ? entered.value : block;
}

async function enterStreamed(
  { config, outputs }: ToolRound,
  call: ToolUseBlock,
  { content, isError }: ToolOutcome,
  stream: OutputStream,
): Promise<ToolResultBlock> {
  const entered = await enterOutputStream(stream, config, outputs);
  const { outputRef, intervention } = entered;
  const outcome = readOutcome({
    content: [...content, ...entered.content],
    isError: isError ?? entered.isError,
    intervention,
  });
  return { ...resultOf(call, outcome), ...(outputRef && { outputRef }) };
}

export function resultOf(
  { id }: Pick<ToolUseBlock, 'id'>,
  { content, isError, intervention }: ToolOutcome,
): ToolResultBlock {
  return {
    type: 'tool_result',
    toolUseId: id,
    content,
    ...(isError && { isError }),
    ...(intervention && { intervention }),
  };
}

export function callsIn(blocks: MessageEntry['blocks'] | readonly Block[]): readonly ToolUseBlock[] {
  return blocks.filter((block) => block.type === 'tool_use');
}
