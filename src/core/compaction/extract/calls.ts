/** Lists the tool calls of messages, each with its kind, input and result. */
import type { Json } from '../../lang/json.ts';
import type { ToolResultBlock, ToolUseBlock } from '../../message/message.ts';
import type { MessageEntry } from '../../thread/entry.ts';
import { type CallDescription, commandText, describeCall } from '../../thread/tool-kind.ts';

interface CallInput extends CallDescription {
  readonly id: string;
  readonly name: string;
  readonly input: Json;
  /** All lines of a command that was run; empty for other calls. */
  readonly command: string;
}

export interface PastCall {
  readonly request: CallInput;
  /** Index of its entry. */
  readonly at: number;
  /** Undefined when the call has no result. */
  readonly result: CallResult | undefined;
}

export interface CallResult {
  readonly failed: boolean;
  /** The person, or the mode that they chose, did not allow the call: it never ran. */
  readonly isDenied: boolean;
  /** Absent when the tool reported none. */
  readonly exitCode?: number;
  readonly text: string;
}

export function callsOf(entries: readonly MessageEntry[]): readonly PastCall[] {
  const ended = new Map<string, CallResult>();
  for (const { blocks } of entries) {
    for (const block of blocks) if (block.type === 'tool_result') ended.set(block.toolUseId, resultOf(block));
  }
  const calls: PastCall[] = [];
  entries.forEach(({ origin, blocks }, at) => {
    if (origin !== 'model') return;
    for (const block of blocks) {
      if (block.type === 'tool_use') calls.push({ request: requestOf(block), at, result: ended.get(block.id) });
    }
  });
  return calls;
}

const requests = new WeakMap<ToolUseBlock, CallInput>();

function requestOf(block: ToolUseBlock): CallInput {
  const found = requests.get(block);
  if (found) return found;
  const { id, name, input } = block;
  const description = describeCall(name, input);
  const command = description.kind === 'run' ? commandText(input) : '';
  const made = { ...description, id, name, input, command };
  requests.set(block, made);
  return made;
}

const results = new WeakMap<ToolResultBlock, CallResult>();

function resultOf(block: ToolResultBlock): CallResult {
  const found = results.get(block);
  if (found) return found;
  const text = block.content.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
  const exitCode = exitCodeIn(text);
  const isDenied = block.intervention?.type === 'denied' || block.intervention?.type === 'plan';
  const failed = !isDenied && (block.isError === true || (exitCode !== undefined && exitCode !== 0));
  const outcome = { failed, isDenied, text, ...(exitCode !== undefined && { exitCode }) };
  results.set(block, outcome);
  return outcome;
}

/** Words in which the agents we know report an exit code, at the head or the foot of an output. */
const EXIT_CODE =
  /(?:exit(?:ed)?(?: with)?(?: code| status)?|return ?code|exit_code|exit status)["'>]?\s*[:=]?\s*(-?\d{1,5})\b/i;
const EDGE = 400;

function exitCodeIn(text: string): number | undefined {
  const match = EXIT_CODE.exec(text.slice(0, EDGE)) ?? EXIT_CODE.exec(text.slice(-EDGE));
  return match ? Number(match[1]) : undefined;
}
