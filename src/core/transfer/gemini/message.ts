/** Reads a message of Gemini CLI's session files; results are inside the calls. */

import type { Json } from '../../lang/json.ts';
import {
  countOf,
  type ForeignRecord,
  field,
  filledText,
  isList,
  isRecord,
  stringOf,
  timeOf,
} from '../../lang/json-fields.ts';
import type { Block, TokenUsage, ToolResultBlock } from '../../message/message.ts';
import { toolArguments } from '../openai/tool-arguments.ts';
import type { ImportedMessage, Part } from '../reader/import-format.ts';
import { nonZeroUsage } from '../reader/recorded-usage.ts';
import { userMessages } from '../reader/user-message.ts';
import { GeminiParts } from './parts.ts';
import { isGeminiProgramText } from './text.ts';

const NOTES: readonly unknown[] = ['info', 'warning', 'error'];
const SPEAKERS: readonly unknown[] = ['user', 'gemini', ...NOTES];

/** True for what is a message of such a file, and of no other. */
export function isGeminiMessage(value: Json | undefined): boolean {
  return SPEAKERS.includes(field(value, 'type')) && field(value, 'role') === undefined;
}

/** `odd` says what of it can't be read; `at` is its time when it carries none. */
export function readGeminiMessage(message: Json, at: number, odd: (detail: string) => Part): readonly Part[] {
  if (!isRecord(message)) return [odd('not an object')];
  const time = timeOf(message.timestamp) ?? at;
  const { blocks, odd: details } = new GeminiParts().read(message.content);
  const said = blocks.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n');
  if (NOTES.includes(message.type)) {
    return said.trim() === '' ? [] : [{ type: 'note', at: time, text: `Gemini CLI said: ${said}` }];
  }
  if (message.type === 'user') {
    const messages = userMessages({ at: time, blocks, isProgram: isGeminiProgramText, program: false });
    return [...details.map(odd), ...messages.map((one): Part => ({ type: 'message', message: one }))];
  }
  if (message.type !== 'gemini') return [odd(`unknown type ${JSON.stringify(message.type ?? null).slice(0, 40)}`)];
  return [...details.map(odd), ...reply(message, blocks, time, odd)];
}

function reply(
  message: ForeignRecord,
  content: readonly Block[],
  at: number,
  odd: (detail: string) => Part,
): readonly Part[] {
  const unread: string[] = [];
  const calls = isList(message.toolCalls) ? message.toolCalls.filter(isRecord) : [];
  const uses = calls.flatMap((call, index): readonly Block[] => {
    const name = filledText(call.name);
    if (name !== undefined)
      return [{ type: 'tool_use', id: idOf(message, call, index), name, input: toolArguments(call.args) }];
    unread.push('a call without a name kept as text');
    return [{ type: 'text', text: JSON.stringify(call) }];
  });
  const results = calls.flatMap((call, index) =>
    filledText(call.name) === undefined ? [] : resultOf(call, idOf(message, call, index), unread),
  );
  const blocks: readonly Block[] = [...thoughts(message.thoughts), ...content, ...uses];
  const model = filledText(message.model);
  const usage = geminiUsage(message.tokens);
  const head = { type: 'message', at, origin: 'model', source: 'imported' } as const;
  const own: ImportedMessage = { ...head, ...(model !== undefined && { model }), ...(usage && { usage }), blocks };
  const given: ImportedMessage = { type: 'message', at, origin: 'tools', source: 'imported', blocks: results };
  return [
    ...unread.map(odd),
    ...(blocks.length > 0 ? [{ type: 'message', message: own } as const] : []),
    ...(results.length > 0 ? [{ type: 'message', message: given } as const] : []),
  ];
}

function idOf(message: ForeignRecord, call: ForeignRecord, index: number): string {
  return filledText(call.id) ?? `${stringOf(message.id) ?? 'call'}-${index + 1}`;
}

/** One result for a call, whatever parts it was recorded in; none when the file has none. */
function resultOf(call: ForeignRecord, toolUseId: string, odd: string[]): readonly ToolResultBlock[] {
  if (call.result === undefined || call.result === null) return [];
  const { blocks, odd: inside } = new GeminiParts().read(call.result);
  odd.push(...inside);
  const content = blocks.flatMap((block) => {
    if (block.type === 'tool_result') return block.content;
    return block.type === 'text' || block.type === 'image' || block.type === 'document' ? [block] : [];
  });
  const failed = call.status === 'error' || call.status === 'cancelled';
  const isError = failed || blocks.some((block) => block.type === 'tool_result' && block.isError);
  return [{ type: 'tool_result', toolUseId, content, ...(isError && { isError: true }) }];
}

function thoughts(list: Json | undefined): readonly Block[] {
  const texts = (isList(list) ? list : []).flatMap((thought) => {
    const [subject, description] = [filledText(field(thought, 'subject')), filledText(field(thought, 'description'))];
    return filledText([subject && `**${subject}**`, description].filter(Boolean).join('\n')) ?? [];
  });
  return texts.length === 0 ? [] : [{ type: 'thinking', text: texts.join('\n\n') }];
}

/** The input includes what the cache gave; thoughts are apart from the output, and a tool's own prompt from the input. */
function geminiUsage(tokens: Json | undefined): TokenUsage | undefined {
  const count = (key: string) => countOf(field(tokens, key));
  const cacheRead = Math.min(count('input'), count('cached'));
  const input = count('input') - cacheRead + count('tool');
  return nonZeroUsage({ input, output: count('output') + count('thoughts'), cacheCreation: 0, cacheRead });
}
