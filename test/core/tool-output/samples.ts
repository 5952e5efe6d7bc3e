/** Results, texts and an in-memory store for tests of tool outputs. */
import fc from 'fast-check';
import { ok } from '../../../src/core/lang/result.ts';
import type { ResultContent, ToolResultBlock } from '../../../src/core/message/message.ts';
import type { OutputStore } from '../../../src/core/tool-output/output-store.ts';
import { runs } from '../../property/runs.ts';

export const RUNS = runs(100);

export function resultOf(...content: readonly (string | ResultContent)[]): ToolResultBlock {
  const parts = content.map((part) => (typeof part === 'string' ? ({ type: 'text', text: part } as const) : part));
  return { type: 'tool_result', toolUseId: 'call_1', content: parts };
}

export const PICTURE = { type: 'image', mediaType: 'image/png', data: 'iVBORw0KGgo=' } as const;

export function textsOf(block: Pick<ToolResultBlock, 'content'>): readonly string[] {
  return block.content.flatMap((part) => (part.type === 'text' ? [part.text] : []));
}

/** Text that is hard to cut: surrogate pairs, flags, families, marks, Hangul in parts, line ends of both kinds. */
export const hardText: fc.Arbitrary<string> = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '🇩🇪',
        '👩‍👩‍👧',
        'e\u0301',
        'क्षि',
        '각',
        '\r\n',
        '\n',
        '日本',
        'ß',
        '\ud83d',
        '\udc00',
        '❤️',
        'x',
        ' ',
      ),
      fc.string({ unit: 'grapheme', maxLength: 6 }),
      fc.lorem({ maxCount: 3 }),
    ),
    { maxLength: 60 },
  )
  .map((parts) => parts.join(''));

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** True when `start` is a start of `text` that ends where a grapheme does. */
export function endsAtGrapheme(text: string, start: string): boolean {
  if (!text.startsWith(start)) return false;
  let at = 0;
  for (const { segment } of graphemes.segment(text)) {
    if (at >= start.length) break;
    at += segment.length;
  }
  return at === start.length;
}

/** Keeps outputs in memory, in the chunks in which they came. */
export class MemoryOutputs implements OutputStore {
  readonly texts = new Map<string, readonly string[]>();

  async put(text: AsyncIterable<string> | Iterable<string>) {
    const chunks: string[] = [];
    for await (const chunk of text) chunks.push(chunk);
    const id = `o_${String(this.texts.size + 1).padStart(16, '0')}`;
    this.texts.set(id, chunks);
    return ok({ id, byteSize: Buffer.byteLength(chunks.join('')) });
  }

  async open(id: string): Promise<AsyncIterable<string> | undefined> {
    const chunks = this.texts.get(id);
    return chunks && inChunks(chunks);
  }
}

export async function* inChunks(chunks: Iterable<string>): AsyncGenerator<string> {
  yield* chunks;
}
