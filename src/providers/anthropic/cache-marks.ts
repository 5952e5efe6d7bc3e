/** Sets prompt-cache breakpoints (`cache_control`) on requests to Anthropic. */
import type { AnthropicMessage } from './to-messages.ts';

/** How long the provider keeps what a mark names: five minutes where nothing is said (platform.claude.com, "Prompt caching"). */
export type CacheLife = '5m' | '1h';

type Mark = { readonly type: 'ephemeral'; readonly ttl?: '1h' };

const MARKS: Readonly<Record<CacheLife, Mark>> = {
  '5m': { type: 'ephemeral' },
  '1h': { type: 'ephemeral', ttl: '1h' },
};

/** Marked user messages: one to read the last call's cache, one to write this call's. The API allows four marks; system and tools have the other two. */
const MARKED_MESSAGES = 2;

export function marked<T extends object>(block: T, life: CacheLife): T & { readonly cache_control: Mark } {
  return { ...block, cache_control: MARKS[life] };
}

/** The messages with a mark on the final block of the newest user messages; the others are the same objects. */
export function markNewest(messages: readonly AnthropicMessage[], life: CacheLife): readonly AnthropicMessage[] {
  const ends = messages.flatMap(({ role }, at) => (role === 'user' ? [at] : [])).slice(-MARKED_MESSAGES);
  return messages.map((message, at) => {
    if (!ends.includes(at)) return message;
    const { role, content } = message;
    return { role, content: content.map((block, i) => (i === content.length - 1 ? marked(block, life) : block)) };
  });
}
