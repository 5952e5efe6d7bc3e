/** What Anthropic's Messages API rejects in `messages` (docs/wire-rules.md, "Order and pairs", "Anthropic Messages"). */
import { isDeepStrictEqual } from 'node:util';
import { findImageSize } from '../../src/core/tokens/image-size.ts';

type Content = { readonly [key: string]: unknown };
interface Wire {
  readonly role: string;
  readonly content: readonly Content[];
}

const ID = /^[a-zA-Z0-9_-]{1,64}$/;
const NAME = /^[a-zA-Z0-9_-]{1,128}$/;
const IMAGE_LENGTH = 5 * 1024 * 1024;
const MANY_IMAGES = 20;
const SIDE_AMONG_MANY = 2000;
const SIDE = 8000;
const IMAGE = ['image/jpeg', 'image/png', 'image/gif', 'image/webp'];

/** One line for each reason to answer 400; a thread at rest may end with the assistant, a request may not. */
export function anthropicRejects(messages: readonly Wire[], { request = false } = {}): readonly string[] {
  const found: string[] = [];
  const seen = new Set<string>();
  let open: readonly string[] = [];
  const opensCompacted = messages[0]?.role === 'assistant' && messages[0].content[0]?.type === 'compaction';
  if (messages[0] && messages[0].role !== 'user' && !opensCompacted) found.push('first message is not the user');
  if (request && messages.at(-1)?.role === 'assistant') found.push('last message is the assistant');
  for (const [at, { role, content }] of messages.entries()) {
    const say = (what: string) => found.push(`messages.${at}: ${what}`);
    if (messages[at - 1]?.role === role) say('roles do not alternate');
    if (content.length === 0) say('empty content');
    const results = content.filter((c) => c.type === 'tool_result').map((c) => String(c.tool_use_id));
    const head = content.slice(0, results.length).every((c) => c.type === 'tool_result');
    if (results.length > 0 && !head) say('tool results are not at the head');
    if (!isDeepStrictEqual([...open].sort(), [...results].sort())) say(`calls ${open} answered by ${results}`);
    if (isThinking(content.at(-1))) say('the final block is thinking');
    open = content.filter((c) => c.type === 'tool_use').map((c) => String(c.id));
    for (const id of open) {
      if (seen.has(id)) say(`tool id ${id} twice`);
      seen.add(id);
    }
    for (const [i, block] of content.entries()) {
      rejectBlock(block, role, say);
      if (block.type === 'compaction' && (at > 0 || i > 0 || role !== 'assistant'))
        say('a compaction block that is not first');
    }
  }
  found.push(...rejectSides(messages.flatMap(({ content }) => content.flatMap(imagesIn))));
  if (open.length > 0) found.push(`calls ${open} without results at the end`);
  const round = messages.at(-2)?.content ?? [];
  const isUnfinished = request && messages.at(-1)?.content[0]?.type === 'tool_result';
  if (isUnfinished && round.some(isThinking) && !isThinking(openingOf(round)))
    found.push('an unfinished tool round does not start with its thinking');
  return found;
}

function imagesIn(block: Content): readonly Content[] {
  return (Array.isArray(block.content) ? block.content : [block]).filter(({ type }) => type === 'image');
}

function rejectSides(images: readonly Content[]): readonly string[] {
  const most = images.length > MANY_IMAGES ? SIDE_AMONG_MANY : SIDE;
  const sides = images.map(({ source }) => findImageSize(String((source as Content).data ?? '')));
  return sides.some((size) => Math.max(size?.width ?? 0, size?.height ?? 0) > most)
    ? [`an image exceeds the dimension limit of ${most} pixels`]
    : [];
}

/** What a reply begins with; a compaction in its message stands for what was before it. */
export function openingOf(content: readonly Content[]): Content | undefined {
  return content.find(({ type }) => type !== 'compaction');
}

const isThinking = (block: Content | undefined) => /thinking$/.test(String(block?.type));

function rejectBlock(block: Content, role: string, say: (what: string) => void): void {
  const { type } = block;
  if (type === 'text' && String(block.text).trim() === '') say('blank text');
  if (type === 'tool_use') {
    if (role !== 'assistant') say('a call of the user');
    if (!ID.test(String(block.id))) say(`tool id ${block.id}`);
    if (!NAME.test(String(block.name))) say(`tool name ${block.name}`);
    if (typeof block.input !== 'object' || block.input === null || Array.isArray(block.input))
      say('input is no object');
  }
  if (type === 'tool_result') {
    if (role !== 'user') say('a result of the assistant');
    const parts = Array.isArray(block.content) ? block.content : [];
    if (block.is_error === true && parts.length === 0) say('an error result without content');
    for (const part of parts) rejectBlock(part, role, say);
  }
  if ((type === 'thinking' || type === 'redacted_thinking') && role !== 'assistant') say('thinking of the user');
  if (type === 'thinking' && String(block.signature ?? '') === '') say('thinking without a signature');
  if (type === 'document' && (block.source as Content).media_type !== 'application/pdf') say('document type');
  if (type === 'image' && String((block.source as Content).data ?? '').length > IMAGE_LENGTH)
    say('image exceeds 5 MB maximum');
  if (type === 'image' && !IMAGE.includes(String((block.source as Content).media_type))) say('image type');
}
