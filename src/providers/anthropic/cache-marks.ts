/** Marks up to where the provider keeps a request for the next one; the marks are no part of what is kept. */
import type { AnthropicMessage } from './to-messages.ts';

const MARK = { type: 'ephemeral' } as const;

/** Newest user messages that are marked: what the last call wrote is read, and this call's is written. With the system's and the tools' mark they are the four that the API takes. */
const MARKED_MESSAGES = 2;

export function marked<T extends object>(block: T): T & { readonly cache_control: typeof MARK } {
  return { ...block, cache_control: MARK };
}

/** The messages with a mark on the final block of the newest user messages; the others are the same objects. */
export function markNewest(messages: readonly AnthropicMessage[]): readonly AnthropicMessage[] {
  const ends = messages.flatMap(({ role }, at) => (role === 'user' ? [at] : [])).slice(-MARKED_MESSAGES);
  return messages.map((message, at) => {
    if (!ends.includes(at)) return message;
    const { role, content } = message;
    return { role, content: content.map((block, i) => (i === content.length - 1 ? marked(block) : block)) };
  });
}
