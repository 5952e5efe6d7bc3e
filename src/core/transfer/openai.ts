/** Plain OpenAI chat messages: an array of messages, or a request's object around it. */
import type { Json } from '../lang/json.ts';
import type { Block, ToolUseBlock } from '../thread/message.ts';
import { type ForeignRecord, field, filledText, isList, isRecord, textOf, timeOf } from './foreign.ts';
import type { DocumentFormat, ImportedMessage, Part } from './format.ts';
import { holdsMessages, messagesOf, systemPrompt, titleOf } from './message-list.ts';
import { decodeParts } from './openai-parts.ts';
import { openaiUsage } from './recorded-usage.ts';
import { toolArguments } from './tool-arguments.ts';
import { userMessages } from './user-message.ts';

const OWN_ROLES: readonly unknown[] = ['developer', 'tool', 'function'];
const ROLES: readonly unknown[] = [...OWN_ROLES, 'system', 'user', 'assistant'];
const OWN_PARTS: readonly unknown[] = ['image_url', 'input_audio', 'file', 'refusal'];

export const openai: DocumentFormat<'openai'> = {
  id: 'openai',
  label: 'OpenAI messages (JSON)',
  shape: 'document',
  matches: (document) => {
    const messages = messagesOf(document) ?? [];
    return holdsMessages(document, ROLES) && (field(messages[0], 'role') === 'system' || messages.some(isOwn));
  },
  read: (document, at) => {
    const reader = new Reader(at, filledText(field(document, 'model')));
    return [...titleOf(document), ...(messagesOf(document) ?? []).flatMap((message, i) => reader.read(message, i + 1))];
  },
};

/** True for a message that only OpenAI's form has. */
function isOwn(message: Json): boolean {
  if (!isRecord(message)) return false;
  const hasCalls = isList(message.tool_calls) || isRecord(message.function_call);
  const parts = isList(message.content) ? message.content : [];
  return OWN_ROLES.includes(message.role) || hasCalls || parts.some((part) => OWN_PARTS.includes(field(part, 'type')));
}

class Reader {
  readonly #at: number;
  readonly #model: string | undefined;
  /** Calls and results of the old form carry no ids: by name, those that wait for a result. */
  readonly #unnamed: ToolUseBlock[] = [];
  #ids = 0;
  #began = false;

  constructor(at: number, model: string | undefined) {
    this.#at = at;
    this.#model = model;
  }

  read(message: Json, number: number): readonly Part[] {
    const odd = (detail: string): Part => ({ type: 'odd', line: number, detail: `message ${number}: ${detail}` });
    if (!isRecord(message)) return [odd('not an object')];
    const at = timeOf(message.timestamp ?? message.created_at) ?? this.#at;
    if (!ROLES.includes(message.role))
      return [odd(`unknown role ${JSON.stringify(message.role ?? null).slice(0, 40)}`)];
    const isSystem = message.role === 'system' || message.role === 'developer';
    if (isSystem && !this.#began) return systemPrompt(message.content, at);
    this.#began = true;
    const { blocks, odd: details } = decodeParts(message.content);
    return [
      ...details.map(odd),
      ...this.#messages(message, at, blocks).map((said): Part => ({ type: 'message', message: said })),
    ];
  }

  #messages(
    message: ForeignRecord,
    at: number,
    content: ReturnType<typeof decodeParts>['blocks'],
  ): readonly ImportedMessage[] {
    switch (message.role) {
      case 'assistant':
        return this.#assistant(message, at, content);
      case 'tool':
      case 'function': {
        const toolUseId = filledText(message.tool_call_id) ?? this.#answered(textOf(message.name));
        const result: Block = { type: 'tool_result', toolUseId, content };
        return [{ type: 'message', at, origin: 'tools', source: 'imported', blocks: [result] }];
      }
      default:
        return userMessages({ at, blocks: content, isProgram: () => false, program: message.role !== 'user' });
    }
  }

  #assistant(message: ForeignRecord, at: number, content: readonly Block[]): readonly ImportedMessage[] {
    const thought = filledText(message.reasoning_content) ?? filledText(message.reasoning);
    const refusal = filledText(message.refusal);
    const calls = isList(message.tool_calls) ? message.tool_calls.flatMap((call) => this.#call(call)) : [];
    const old = isRecord(message.function_call) ? this.#call({ function: message.function_call }) : [];
    const blocks: readonly Block[] = [
      ...(thought === undefined ? [] : [{ type: 'thinking', text: thought } as const]),
      ...content,
      ...(refusal === undefined ? [] : [{ type: 'text', text: refusal } as const]),
      ...calls,
      ...old,
    ];
    const model = filledText(message.model) ?? this.#model;
    const usage = openaiUsage(message.usage);
    const head = { type: 'message', at, origin: 'model', source: 'imported' } as const;
    return blocks.length > 0
      ? [{ ...head, ...(model !== undefined && { model }), ...(usage && { usage }), blocks }]
      : [];
  }

  #call(call: Json): readonly Block[] {
    const custom = field(call, 'custom');
    const named = custom ?? field(call, 'function');
    const name = filledText(field(named, 'name'));
    if (name === undefined) return [{ type: 'text', text: JSON.stringify(call) }];
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
