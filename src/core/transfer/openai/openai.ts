/** Plain OpenAI chat messages: an array of messages, or a request's object around it. */

import type { Json } from '../../lang/json.ts';
import { field, filledText, isList, isRecord } from '../../lang/json-fields.ts';
import type { DocumentFormat } from '../reader/import-format.ts';
import { holdsMessages, messagesOf, titleOf } from '../reader/message-list.ts';
import { CHAT_ROLES, ChatReader } from './chat-messages.ts';

const OWN_ROLES: readonly unknown[] = ['developer', 'tool', 'function'];
const OWN_PARTS: readonly unknown[] = ['image_url', 'input_audio', 'file', 'refusal'];

export const openaiMessages: DocumentFormat<'openai'> = {
  id: 'openai',
  label: 'OpenAI messages (JSON)',
  shape: 'document',
  matches: (document) => {
    const messages = messagesOf(document) ?? [];
    return holdsMessages(document, CHAT_ROLES) && (field(messages[0], 'role') === 'system' || messages.some(isOwn));
  },
  read: (document, at) => {
    const reader = new ChatReader({ at, model: filledText(field(document, 'model')) });
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
