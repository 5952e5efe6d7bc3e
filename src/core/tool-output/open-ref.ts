/** Opens a ref: streams the text of a stored output or of a span of the log. */
import { err, ok, type Result } from '../lang/result.ts';
import { findEntry } from '../thread/find-entry.ts';
import { messagesBetween, type Thread } from '../thread/thread.ts';
import { knownRefs } from './known-refs.ts';
import type { Chunks } from './line-windows.ts';
import type { OutputStore } from './output-store.ts';
import { parseRef, type Ref } from './ref.ts';
import { type Media, type Rendered, renderBlocks, renderEntries } from './render.ts';

export interface OutputSource {
  readonly ref: string;
  /** Streams the text from its start at each call. */
  readonly chunks: () => Chunks;
  /** Images and documents by the number of the line that stands for them (from 1); a stored output has none. */
  readonly media: ReadonlyMap<number, Media>;
}

export interface UnknownRef {
  readonly type: 'unknown-ref';
  readonly ref: string;
  /** The newest refs of the thread, the newest last; `more` is how many older ones there are. */
  readonly known: readonly string[];
  readonly more: number;
}

/** Opens a ref. Only outputs that this thread refers to are opened, so an id can't reach another thread's output. */
export async function openRef(
  ref: string,
  thread: Thread,
  outputs: Pick<OutputStore, 'open'>,
): Promise<Result<OutputSource, UnknownRef>> {
  const parsed = parseRef(ref);
  const source = parsed && (parsed.type === 'output' ? await stored(ref, thread, outputs) : ofLog(ref, parsed, thread));
  return source ? ok(source) : err({ type: 'unknown-ref', ref, ...knownRefs(thread) });
}

async function stored(
  ref: string,
  thread: Thread,
  outputs: Pick<OutputStore, 'open'>,
): Promise<OutputSource | undefined> {
  const isNamed = thread.messages.some(({ blocks }) =>
    blocks.some((block) => block.type === 'tool_result' && block.outputRef?.id === ref),
  );
  const text = isNamed ? await outputs.open(ref) : undefined;
  return text && { ref, chunks: () => text, media: new Map() };
}

function ofLog(ref: string, parsed: Exclude<Ref, { type: 'output' }>, thread: Thread): OutputSource | undefined {
  if (parsed.type === 'blocks') {
    const blocks = findEntry(thread.messages, parsed.entry)?.blocks;
    if (!blocks || parsed.from > parsed.to || parsed.to >= blocks.length) return undefined;
    return rendered(ref, () => renderBlocks(blocks.slice(parsed.from, parsed.to + 1)));
  }
  const entries = messagesBetween(thread, parsed.from, parsed.to);
  return entries.length > 0 ? rendered(ref, () => renderEntries(entries)) : undefined;
}

function rendered(ref: string, render: () => Iterable<Rendered>): OutputSource {
  const media = new Map<number, Media>();
  let line = 1;
  for (const part of render()) {
    if (part.media) media.set(line, part.media);
    line += part.text.split('\n').length - 1;
  }
  return { ref, media, chunks: () => texts(render()) };
}

function* texts(parts: Iterable<Rendered>): Generator<string> {
  for (const { text } of parts) yield text;
}
