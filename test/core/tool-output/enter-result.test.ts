/** R21, R33, R34: what of a result enters the context, and that the rest is stored before. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ToolResultBlock } from '../../../src/core/message/message.ts';
import { DEFAULT_TOOL_OUTPUT_CONFIG, type ToolOutputConfig } from '../../../src/core/tool-output/config.ts';
import { enterResult, enterStream } from '../../../src/core/tool-output/enter-result.ts';
import { compressToolResult } from '../../../src/core/tool-output/truncate-result.ts';
import { deepFreeze } from '../arbitrary/deep-freeze.ts';
import { endsAtGrapheme, hardText, inChunks, MemoryOutputs, PICTURE, RUNS, resultOf, textsOf } from './samples.ts';

const ID = 'o_0000000000000001';

function config(changes: Partial<ToolOutputConfig> = {}): ToolOutputConfig {
  return { ...DEFAULT_TOOL_OUTPUT_CONFIG, ...changes };
}

async function entered(block: ToolResultBlock, changes: Partial<ToolOutputConfig> = {}, outputs = new MemoryOutputs()) {
  const result = await enterResult(deepFreeze(block), config(changes), outputs);
  if (!result.ok) throw new Error(result.error.reason);
  return { block: result.value, stored: outputs.texts.get(ID)?.join('') };
}

const lines = (count: number, length = 20) =>
  Array.from({ length: count }, (_, i) => `${i + 1} `.padEnd(length, '.')).join('\n');

describe('R34 the view of a result', () => {
  it('is the very block when nothing is over a limit, and nothing is stored', async () => {
    const block = resultOf('x'.repeat(2000), `${'line\n'.repeat(9000)}`);
    const result = await entered(block);
    expect(result.block).toBe(block);
    expect(result.stored).toBeUndefined();
  });

  it('R33 stops at maxMessageBytes with the note, which comes last and names the ref; all is stored', async () => {
    const full = lines(5000);
    const { block, stored } = await entered(resultOf(full));
    expect(stored).toBe(full);
    expect(block.outputRef).toEqual({ id: ID, byteSize: full.length, lineCount: 5000 });
    const [text = ''] = textsOf(block);
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(51_200);
    expect(Buffer.byteLength(text)).toBeGreaterThan(51_000);
    const body = text.slice(0, text.lastIndexOf('\n'));
    expect(full.startsWith(body)).toBe(true);
    const next = body.split('\n').length;
    expect(text.slice(body.length)).toBe(
      `\n[truncated in line ${next} of 5000; the rest: tool_output_cache ref_id=${ID} offset=${next}]`,
    );
  });

  it.each([
    ['one byte less', 51_200, false],
    ['one byte more', 51_201, true],
  ])('%s than the limit', async (_, bytes, isCut) => {
    const { block } = await entered(resultOf(lines(10_000).slice(0, bytes)));
    expect(block.outputRef !== undefined).toBe(isCut);
  });

  it('counts bytes as UTF-8', async () => {
    const japanese = '日本語のテキスト\n'.repeat(2100);
    const { block } = await entered(resultOf(japanese));
    expect(japanese.length).toBeLessThan(51_200);
    expect(Buffer.byteLength(textsOf(block)[0] ?? '')).toBeLessThanOrEqual(51_200);
    expect(block.outputRef).toMatchObject({ byteSize: Buffer.byteLength(japanese), lineCount: 2100 });
  });

  it('cuts each line at maxLineLength, and the note counts them', async () => {
    const full = `short\n${'a'.repeat(2000)}\n${'b'.repeat(2001)}\n${'c'.repeat(5000)}\nend`;
    const { block, stored } = await entered(resultOf(full));
    expect(stored).toBe(full);
    expect(textsOf(block)).toEqual([
      `short\n${'a'.repeat(2000)}\n${'b'.repeat(2000)}\n${'c'.repeat(2000)}\nend\n[truncated 2 lines cut at 2000 characters; the rest: tool_output_cache ref_id=${ID}]`,
    ]);
  });

  it('case 32: one huge line gives a view that is not empty, and all of it is stored', async () => {
    const base64 = 'QUJD'.repeat(250_000);
    const { block, stored } = await entered(resultOf(base64));
    expect(stored).toBe(base64);
    expect(textsOf(block)).toEqual([
      `${base64.slice(0, 2000)}\n[truncated 1 line cut at 2000 characters; the rest: tool_output_cache ref_id=${ID}]`,
    ]);
  });

  it('R21 is the smaller of R17 and R34, with one note', async () => {
    const full = lines(5000);
    const { block, stored } = await entered(resultOf(full), { maxToolResultTokens: 100 });
    const [text = ''] = textsOf(block);
    expect(stored).toBe(full);
    expect(text.startsWith(full.slice(0, 400))).toBe(true);
    expect(text.slice(400)).toMatch(/^\n\[truncated in line 20 of 5000; [^\n]*\]$/);
    expect(text.match(/\[truncated/g)?.length).toBe(1);
    const wide = await entered(resultOf(full), { maxToolResultTokens: 1_000_000 });
    expect(wide.block).toEqual((await entered(resultOf(full))).block);
  });

  it('R17 counts texts of several blocks together', async () => {
    const { block } = await entered(resultOf('a'.repeat(300), PICTURE, 'b'.repeat(900)), { maxToolResultTokens: 100 });
    const [first, second = ''] = textsOf(block);
    expect(first).toBe('a'.repeat(300));
    expect(second.slice(0, second.indexOf('\n'))).toBe('b'.repeat(100));
  });

  it('R17 gives the block itself where the note would make it as long', async () => {
    const block = resultOf('x'.repeat(450));
    expect((await entered(block, { maxToolResultTokens: 100 })).block).toBe(block);
  });

  it('R36 in the last line too the note says where to read on', async () => {
    const { block } = await entered(resultOf(`${'x'.repeat(999)}\n${'y'.repeat(999)}`), { maxToolResultTokens: 300 });
    expect(textsOf(block)[0]).toMatch(
      /y\n\[truncated in line 2 of 2; the rest: tool_output_cache ref_id=\w+ offset=2\]$/,
    );
  });

  it('R37 keeps pictures whole and in their place; the note still comes last', async () => {
    const block = { ...resultOf(PICTURE, lines(2000), PICTURE, lines(3000), PICTURE), isError: true };
    const result = await entered(block);
    expect(result.stored).toBe(`${lines(2000)}\n${lines(3000)}`);
    const { content } = result.block;
    expect(content.map(({ type }) => type)).toEqual(['image', 'text', 'image', 'text', 'image', 'text']);
    expect(textsOf(result.block)[0]).toBe(lines(2000));
    expect(textsOf(result.block).at(-1)).toMatch(/^\[truncated in line \d+ of 5000; .*\]$/);
    expect(result.block).toMatchObject({ toolUseId: 'call_1', isError: true, outputRef: { lineCount: 5000 } });
  });

  it('R35 with the cache off only R17 cuts, no ref is named, and the full output is still stored', async () => {
    const block = resultOf(lines(5000));
    expect((await entered(block, { enabled: false })).block).toBe(block);
    const { block: cut, stored } = await entered(block, { enabled: false, maxToolResultTokens: 100 });
    expect(cut.content).toEqual(compressToolResult(block, { maxToolResultTokens: 100 }).content);
    expect(stored).toBe(lines(5000));
    expect(cut.outputRef?.id).toBe(ID);
  });

  it('says why when the output can not be stored', async () => {
    const store = { put: async () => ({ ok: false, error: { reason: 'ENOSPC' } }) as const };
    const failure = { ok: false, error: { reason: 'ENOSPC' } };
    expect(await enterResult(resultOf(lines(5000)), config(), store)).toEqual(failure);
    let isEnded = false;
    async function* chunks() {
      try {
        for (;;) yield lines(500);
      } finally {
        isEnded = true;
      }
    }
    expect(await enterStream(chunks(), config(), store)).toEqual(failure);
    expect(isEnded).toBe(true);
  });

  const limits = fc.record({
    maxMessageBytes: fc.integer({ min: 1024, max: 3000 }),
    maxLineLength: fc.integer({ min: 200, max: 400 }),
    maxToolResultTokens: fc.option(fc.integer({ min: 1, max: 500 })),
  });
  const longText = fc
    .tuple(hardText, fc.integer({ min: 1, max: 60 }), fc.constantFrom('', '\n'))
    .map(([text, times, end]) => `${text}${end}`.repeat(times));
  // A text of no characters leaves no block behind, and so no line to compare.
  const contents = fc.array(
    fc.oneof(
      longText.filter((text) => text !== ''),
      fc.constant(PICTURE),
    ),
    { minLength: 1, maxLength: 3 },
  );

  it('on any text: within the limits, no grapheme parted, nothing lost, at rest', async () => {
    await fc.assert(
      fc.asyncProperty(contents, limits, async (content, changes) => {
        const { block, stored } = await entered(resultOf(...content), changes);
        const texts = textsOf(block);
        if (stored === undefined) return;
        expect(stored).toBe(content.filter((part) => typeof part === 'string').join('\n'));
        expect(block.content.length).toBeGreaterThan(0);
        expect(Buffer.byteLength(texts.join(''))).toBeLessThanOrEqual(changes.maxMessageBytes);
        const all = texts.join('\n').split('\n');
        for (const line of all) expect(line.length).toBeLessThanOrEqual(changes.maxLineLength);
        expect(all.at(-1)).toMatch(/^\[truncated .*ref_id=o_0000000000000001.*\]$/);
        const originals = stored.split('\n');
        for (const [at, line] of all.slice(0, -1).entries())
          expect(endsAtGrapheme(originals[at] ?? '', line)).toBe(true);
        const tokens = changes.maxToolResultTokens ?? Number.POSITIVE_INFINITY;
        const body = texts.join('').length - (all.at(-1)?.length ?? 0);
        if (content.reduce((sum, part) => sum + (typeof part === 'string' ? part.length : 0), 0) / 4 >= tokens + 1)
          expect(body).toBeLessThanOrEqual(tokens * 4 + 1);
      }),
      RUNS,
    );
  });

  it('in chunks of any size gives the same as at once', async () => {
    await fc.assert(
      fc.asyncProperty(longText, limits, fc.integer({ min: 1, max: 700 }), async (text, changes, size) => {
        const chunks = Array.from({ length: Math.ceil(text.length / size) }, (_, i) =>
          text.slice(i * size, (i + 1) * size),
        );
        const outputs = new MemoryOutputs();
        const streamed = await enterStream(inChunks(chunks), config(changes), outputs);
        const { block, stored } = await entered(resultOf(text), changes);
        const { content, outputRef } = block;
        expect(streamed).toEqual({ ok: true, value: { content, ...(outputRef && { outputRef }) } });
        expect(outputs.texts.get(ID)?.join('')).toBe(stored);
      }),
      RUNS,
    );
  });

  it('of a first character that is longer than the cut gives the note alone, in a stream too', async () => {
    const families = '👩‍👩‍👧\n'.repeat(400);
    const changes = { maxMessageBytes: 1024, maxToolResultTokens: 1 };
    const { block } = await entered(resultOf(families), changes);
    expect(textsOf(block)).toEqual([`[truncated in line 1 of 400; the rest: tool_output_cache ref_id=${ID} offset=1]`]);
    const streamed = await enterStream(inChunks([families]), config(changes), new MemoryOutputs());
    expect(streamed).toEqual({ ok: true, value: { content: block.content, outputRef: block.outputRef } });
  });

  it('holds no more of a stream than a view', async () => {
    let held = 0;
    const store = {
      put: async (text: AsyncIterable<string> | Iterable<string>) => {
        for await (const chunk of text) held = Math.max(held, chunk.length);
        return { ok: true, value: { id: ID, byteSize: 1 } } as const;
      },
    };
    let given = 0;
    async function* chunks() {
      for (; given < 3000; given++) yield 'y'.repeat(10_000);
    }
    const result = await enterStream(chunks(), config(), store);
    expect(given).toBe(3000);
    expect(held).toBe(10_000);
    expect(result).toMatchObject({ value: { outputRef: { lineCount: 1 } } });
  });
});
