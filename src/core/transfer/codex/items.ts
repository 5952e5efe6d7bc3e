/** Converts Responses API items, as Codex records them, to blocks. */

import type { Json } from '../../lang/json.ts';
import {
  type ForeignRecord,
  field,
  filledText,
  isList,
  isRecord,
  parseJson,
  stringOf,
} from '../../lang/json-fields.ts';
import type { Block, Message } from '../../message/message.ts';
import { decodeParts } from '../openai/parts.ts';
import { toolArguments } from '../openai/tool-arguments.ts';

/** What an item is to a thread: a user's message, a piece of an assistant's, or results; undefined for an unknown type. */
export interface CodexItem {
  readonly type: 'user' | 'developer' | 'assistant' | 'results';
  readonly blocks: readonly Block[];
  /** What was odd, each in a few words. */
  readonly odd: readonly string[];
}

const ENCRYPTED_SUMMARY =
  '[The recorded agent kept a summary of the thread here, encrypted; it can only be read by its provider.]';

export function decodeItem(item: ForeignRecord): CodexItem | undefined {
  const type = stringOf(item.type);
  const callId = filledText(item.call_id) ?? filledText(item.id);
  switch (type) {
    case 'message': {
      const { blocks, odd } = decodeParts(item.content);
      if (item.role === 'assistant') return { type: 'assistant', blocks, odd };
      return { type: item.role === 'user' ? 'user' : 'developer', blocks, odd };
    }
    case 'reasoning':
      return { type: 'assistant', blocks: reasoning(item), odd: [] };
    case 'function_call':
    case 'custom_tool_call':
    case 'local_shell_call':
    case 'tool_search_call': {
      const name = filledText(item.name) ?? type.slice(0, -'_call'.length);
      const input =
        type === 'custom_tool_call' ? { input: item.input ?? '' } : toolArguments(item.arguments ?? item.action);
      const call: Block = { type: 'tool_use', id: callId ?? '', name, input };
      return { type: 'assistant', blocks: [call], odd: callId === undefined ? ['a call without an id'] : [] };
    }
    case 'function_call_output':
    case 'custom_tool_call_output':
    case 'local_shell_call_output':
    case 'tool_search_output':
      return results(callId ?? '', item.output ?? item.tools);
    default:
      return otherCall(type, item);
  }
}

/** The messages that a recorded compaction put in the thread's place. */
export function decodeHistory(history: readonly Json[]): readonly Message[] {
  return history.flatMap((value): readonly Message[] => {
    if (!isRecord(value)) return [];
    const isSummary = stringOf(value.type)?.includes('compaction') === true;
    if (isSummary) return [{ role: 'user', blocks: [{ type: 'text', text: ENCRYPTED_SUMMARY }] }];
    const item = decodeItem(value);
    if (!item || item.blocks.length === 0) return [];
    return [{ role: item.type === 'assistant' ? 'assistant' : 'user', blocks: item.blocks }];
  });
}

/** Codex wraps what it injects in one tag, or heads it with the file's name. */
export function isProgram(blocks: readonly Block[]): boolean {
  const texts = blocks.flatMap((block) => (block.type === 'text' ? [block.text.trim()] : []));
  return (
    texts.length === blocks.length &&
    texts.every((text) => text.startsWith('# AGENTS.md instructions') || /^<(\w+)[^>]*>[\s\S]*<\/\1>$/.test(text))
  );
}

/** Encrypted reasoning is bound to its place like signed thinking, so it is kept as a signature. */
function reasoning(item: ForeignRecord): readonly Block[] {
  const texts = [item.summary, item.content].flatMap((list) => (isList(list) ? list : []));
  const text = texts.flatMap((part) => filledText(field(part, 'text')) ?? []).join('\n\n');
  const signature = filledText(item.encrypted_content);
  if (text === '' && signature === undefined) return [];
  return [{ type: 'thinking', text, ...(signature !== undefined && { signature }) }];
}

/** The provider ran these calls itself: there is no result of ours to pair them with, so they are text. */
function otherCall(type: string | undefined, item: ForeignRecord): CodexItem | undefined {
  if (!type?.endsWith('_call')) return undefined;
  const text = `[${type.replaceAll('_', ' ')}: ${JSON.stringify(item.action ?? item)}]`;
  return { type: 'assistant', blocks: [{ type: 'text', text }], odd: [] };
}

function results(toolUseId: string, output: Json | undefined): CodexItem {
  const content = isRecord(output) && output.content !== undefined ? output.content : output;
  const listed =
    isList(content) && !content.every((part) => isRecord(part) && stringOf(part.type)?.startsWith('input_'));
  const { blocks, odd } = decodeParts(listed ? JSON.stringify(content) : content);
  const result: Block = { type: 'tool_result', toolUseId, content: blocks, ...(failed(output) && { isError: true }) };
  return { type: 'results', blocks: [result], odd };
}

/** Codex says how a command ended in a header or in JSON around the output; other tools say `success`. */
function failed(output: Json | undefined): boolean {
  if (isRecord(output)) return output.success === false;
  if (typeof output !== 'string') return false;
  const header = output.slice(0, 400).split(/^Output:$/m, 1)[0] ?? '';
  const code = /^(?:Process exited with code|Exit code:) (-?\d+)$/m.exec(header)?.[1];
  if (code !== undefined) return code !== '0';
  if (!output.startsWith('{"output":')) return false;
  const wrapped = parseJson(output);
  const exit = wrapped.ok ? field(field(wrapped.value, 'metadata'), 'exit_code') : undefined;
  return typeof exit === 'number' && exit !== 0;
}
