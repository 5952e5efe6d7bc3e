/** Reads Chat Completions messages, which many agents record. */

import type { Json } from '../../lang/json.ts';
import { type ForeignRecord, field, filledText, isList, isRecord, stringOf, timeOf } from '../../lang/json-fields.ts';
import type { Block, ToolUseBlock } from '../../message/message.ts';
import { decodeBlocks } from '../anthropic/blocks.ts';
import type { ImportedMessage, Part } from '../reader/import-format.ts';
import { systemPrompt } from '../reader/message-list.ts';
import { openaiUsage } from '../reader/recorded-usage.ts';
import { userMessages } from '../reader/user-message.ts';
import { decodeParts } from './parts.ts';
import { toolArguments } from './tool-arguments.ts';

export const CHAT_ROLES: readonly unknown[] = ['developer', 'tool', 'function', 'system', 'user', 'assistant'];

export interface ChatImportOptions {
  /** The time of messages that carry none. */
  readonly at: number;
  /** The model of messages that name none. */
  readonly model?: string | undefined;
  /** True for a text in a user's message that the recorded program wrote. */
  readonly isProgram?: (text: string) => boolean;
}

/** Reads the messages of one thread, in their order. */
export class ChatReader {
  readonly #options: ChatImportOptions;
  /** Calls and results of the old form carry no ids: by name, those that wait for a result. */
  readonly #unnamed: ToolUseBlock[] = [];
  #ids = 0;
  #began = false;

  constructor(options: ChatImportOptions) {
    this.#options = options;
  }

  /** `number` is the message's, from 1. */
  read(message: Json, number: number): readonly Part[] {
    const odd = (detail: string): Part => ({ type: 'odd', line: number, detail: `message ${number}: ${detail}` });
    if (!isRecord(message)) return [odd('not an object')];
    const at = timeOf(message.timestamp ?? message.created_at) ?? this.#options.at;
    if (!CHAT_ROLES.includes(message.role))
      return [odd(`unknown role ${JSON.stringify(message.role ?? null).slice(0, 40)}`)];
    const isSystem = message.role === 'system' || message.role === 'developer';
    if (isSystem && !this.#began) return systemPrompt(message.content, at);
    this.#began = true;
    const { blocks, odd: details } = decodeParts(message.content);
    const unread = [...details];
    const messages = this.#messages(message, at, blocks, unread);
    return [...unread.map(odd), ...messages.map((said): Part => ({ type: 'message', message: said }))];
  }

  #messages(
    message: ForeignRecord,
    at: number,
    content: ReturnType<typeof decodeParts>['blocks'],
    odd: string[],
  ): readonly ImportedMessage[] {
    switch (message.role) {
      case 'assistant':
        return this.#assistant(message, at, content, odd);
      case 'tool':
      case 'function': {
        const toolUseId = filledText(message.tool_call_id) ?? this.#answered(stringOf(message.name));
        const failed = message.is_error === true;
        const result: Block = { type: 'tool_result', toolUseId, content, ...(failed && { isError: true }) };
        return [{ type: 'message', at, origin: 'tools', source: 'imported', blocks: [result] }];
      }
      default: {
        const { isProgram = () => false } = this.#options;
        return userMessages({ at, blocks: content, isProgram, program: message.role !== 'user' });
      }
    }
  }

  #assistant(message: ForeignRecord, at: number, content: readonly Block[], odd: string[]): readonly ImportedMessage[] {
    const thoughts = isList(message.thinking_blocks) ? decodeBlocks(message.thinking_blocks, 'assistant').blocks : [];
    const thought = thoughts.length > 0 ? undefined : filledText(message.reasoning_content ?? message.reasoning);
    const refusal = filledText(message.refusal);
    const calls = isList(message.tool_calls) ? message.tool_calls.flatMap((call) => this.#call(call, odd)) : [];
    const old = isRecord(message.function_call) ? this.#call({ function: message.function_call }, odd) : [];
    const blocks: readonly Block[] = [
      ...thoughts.filter(({ type }) => type === 'thinking' || type === 'redacted_thinking'),
      ...(thought === undefined ? [] : [{ type: 'thinking', text: thought } as const]),
      ...content,
      ...(refusal === undefined ? [] : [{ type: 'text', text: refusal } as const]),
      ...calls,
      ...old,
    ];
    const model = filledText(message.model) ?? this.#options.model;
    const usage = openaiUsage(message.usage);
    const head = { type: 'message', at, origin: 'model', source: 'imported' } as const;
    return blocks.length > 0
      ? [{ ...head, ...(model !== undefined && { model }), ...(usage && { usage }), blocks }]
      : [];
  }

  #call(call: Json, odd: string[]): readonly Block[] {
    const custom = field(call, 'custom');
    const named = custom ?? field(call, 'function');
    const name = filledText(field(named, 'name'));
    if (name === undefined) {
      odd.push('a call without a name kept as text');
      return [{ type: 'text', text: JSON.stringify(call) }];
    }
    const input = custom ? { input: field(custom, 'input') ?? '' } : toolArguments(field(named, 'arguments'));
    const id = filledText(field(call, 'id'));
    const use: ToolUseBlock = { type: 'tool_use', id: id ?? this.#freshId(), name, input };
    if (id === undefined) this.#unnamed.push(use);
    return [use];
  }

  /** The id of the oldest call without one that this result can belong to; a fresh one for an orphan. */
  #answered(name: string | undefined): string {
    const index = this.#unnamed.findIndex((call) => name === undefined || call.name === name);
    const [call] = index < 0 ? [] : this.#unnamed.splice(index, 1);
    return call?.id ?? this.#freshId();
  }

  #freshId(): string {
    return `unnamed-${++this.#ids}`;
  }
}
