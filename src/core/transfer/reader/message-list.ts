/** Helpers for documents that are a list of messages: messages, title, system prompt. */

import type { Json } from '../../lang/json.ts';
import { field, filledText, isList, isRecord } from '../../lang/json-fields.ts';
import type { Part } from './import-format.ts';

/** The messages of a document that is a list of them, or an object with `messages`. */
export function messagesOf(document: Json): readonly Json[] | undefined {
  const messages = isList(document) ? document : field(document, 'messages');
  return isList(messages) ? messages : undefined;
}

/** True for a list of messages, whatever is odd among them, and for an empty one. */
export function holdsMessages(document: Json, roles: readonly unknown[]): boolean {
  const messages = messagesOf(document);
  if (!messages) return false;
  return messages.length === 0 || messages.some((one) => isRecord(one) && roles.includes(one.role) && 'content' in one);
}

export function titleOf(document: Json): readonly Part[] {
  const title = filledText(field(document, 'title'));
  return title === undefined ? [] : [{ type: 'title', title: title.trim(), rank: 1 }];
}

/**
 * A note that keeps the system prompt of the recorded agent: it is no part of our thread, which has its own. `system` is a
 * text or a list of text blocks.
 */
export function systemPrompt(system: Json | undefined, at: number): readonly Part[] {
  const blocks = isList(system) ? system : [system];
  const texts = blocks.flatMap((block) => filledText(isRecord(block) ? block.text : block) ?? []);
  if (texts.length === 0) return [];
  const text = texts.join('\n\n');
  const said = `System prompt of the recorded agent, ${text.length} characters, not sent with this thread:`;
  return [{ type: 'note', at, text: `${said}\n\n${text}` }];
}
