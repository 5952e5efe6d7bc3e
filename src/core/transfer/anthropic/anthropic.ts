/** Plain Anthropic messages: an array of messages, or a request's object around it. */

import type { Json } from '../../lang/json.ts';
import { filledText, isList, isRecord, stringOf, timeOf } from '../../lang/json-fields.ts';
import type { Block } from '../../message/message.ts';
import { parseCheckpoint } from '../../thread/checkpoint.ts';
import type { DocumentFormat, Part } from '../reader/import-format.ts';
import { holdsMessages, messagesOf, systemPrompt, titleOf } from '../reader/message-list.ts';
import { anthropicUsage } from '../reader/recorded-usage.ts';
import { userMessages } from '../reader/user-message.ts';
import { decodeBlocks } from './blocks.ts';

const ROLES: readonly unknown[] = ['user', 'assistant', 'system'];

export const anthropicMessages: DocumentFormat<'anthropic'> = {
  id: 'anthropic',
  label: 'Anthropic messages (JSON)',
  shape: 'document',
  matches: (document) => holdsMessages(document, ROLES),
  read: (document, at) => {
    const model = isRecord(document) ? filledText(document.model) : undefined;
    const system = isRecord(document) ? systemPrompt(document.system, at) : [];
    const messages = messagesOf(document) ?? [];
    return [
      ...titleOf(document),
      ...system,
      ...messages.flatMap((message, index) => readAnthropicMessage(message, index + 1, at, model)),
    ];
  },
};

/** `number` is the message's, from 1; `at` and `model` count where it names none of its own. */
export function readAnthropicMessage(
  message: Json,
  number: number,
  at: number,
  model: string | undefined,
): readonly Part[] {
  const odd = (detail: string): Part => ({ type: 'odd', line: number, detail: `message ${number}: ${detail}` });
  if (!isRecord(message)) return [odd('not an object')];
  const role = stringOf(message.role);
  const time = timeOf(message.timestamp) ?? at;
  if (role === 'assistant') {
    const { blocks, odd: details } = decodeBlocks(message.content, 'assistant');
    const usage = anthropicUsage(message.usage);
    const own = filledText(message.model) ?? model;
    const head = { type: 'message', at: time, origin: 'model', source: 'imported' } as const;
    const said = { ...head, ...(own !== undefined && { model: own }), ...(usage && { usage }), blocks };
    return [...details.map(odd), ...(blocks.length > 0 ? [{ type: 'message', message: said } as const] : [])];
  }
  if (role !== 'user' && role !== 'system')
    return [odd(`unknown role ${JSON.stringify(message.role ?? null).slice(0, 40)}`)];
  const { blocks, odd: details } = decodeBlocks(message.content, 'user');
  const program = role === 'system';
  const found = isList(message.content) ? withCheckpoint(blocks) : blocks;
  const messages = userMessages({ at: time, blocks: found, isProgram: () => false, program });
  return [...details.map(odd), ...messages.map((said): Part => ({ type: 'message', message: said }))];
}

/** A checkpoint's wire form is one only as a last block of its own; all else that looks like it is text (R3). */
function withCheckpoint(blocks: readonly Block[]): readonly Block[] {
  const last = blocks.at(-1);
  const id = last?.type === 'text' ? parseCheckpoint(last.text) : undefined;
  return id === undefined ? blocks : [...blocks.slice(0, -1), { type: 'checkpoint', id }];
}
