/** The tool calls of a head: what each did, and how it ended. */
import type { Json } from '../../lang/json.ts';
import type { MessageEntry } from '../../thread/entry.ts';
import type { ToolResultBlock } from '../../thread/message.ts';
import { type CallDescription, commandText, describeCall } from '../../thread/tool-kind.ts';

export interface Call extends CallDescription {
  readonly id: string;
  readonly name: string;
  readonly input: Json;
  /** Its place among the entries. */
  readonly at: number;
  /** All lines of a command that was run; empty for other calls. */
  readonly command: string;
  /** Undefined: no result is there. */
  readonly outcome: Outcome | undefined;
}

export interface Outcome {
  readonly failed: boolean;
  /** As the tool reported it, where it did. */
  readonly exitCode?: number;
  readonly text: string;
}

export function callsOf(entries: readonly MessageEntry[]): readonly Call[] {
  const outcomes = new Map<string, Outcome>();
  for (const { blocks } of entries) {
    for (const block of blocks) if (block.type === 'tool_result') outcomes.set(block.toolUseId, outcomeOf(block));
  }
  return entries.flatMap(({ blocks }, at) =>
    blocks.flatMap((block): readonly Call[] => {
      if (block.type !== 'tool_use') return [];
      const { id, name, input } = block;
      const description = describeCall(name, input);
      const command = description.kind === 'run' ? commandText(input) : '';
      return [{ ...description, id, name, input, at, command, outcome: outcomes.get(id) }];
    }),
  );
}

const known = new WeakMap<ToolResultBlock, Outcome>();

function outcomeOf(block: ToolResultBlock): Outcome {
  const found = known.get(block);
  if (found) return found;
  const text = block.content.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
  const exitCode = exitCodeIn(text);
  const failed = block.isError === true || (exitCode !== undefined && exitCode !== 0);
  const outcome = { failed, text, ...(exitCode !== undefined && { exitCode }) };
  known.set(block, outcome);
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
