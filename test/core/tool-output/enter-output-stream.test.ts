/** R17, R33, R34: the text of a tool that still runs is cut and stored as it comes. */
import { describe, expect, it } from 'vitest';
import { callTools, type ToolRound } from '../../../src/core/agent/call-tools.ts';
import { err, ok } from '../../../src/core/lang/result.ts';
import { replay } from '../../../src/core/thread/thread.ts';
import { DEFAULT_TOOL_OUTPUT_CONFIG } from '../../../src/core/tool-output/config.ts';
import { enterOutputStream } from '../../../src/core/tool-output/enter-output-stream.ts';
import { Excerpt } from '../../../src/core/tool-output/excerpt.ts';
import type { OutputStream } from '../../../src/core/tool-output/tool.ts';
import { inChunks, MemoryOutputs, textsOf } from './samples.ts';

const config = DEFAULT_TOOL_OUTPUT_CONFIG;
const ending = { type: 'text', text: '[exit code 0]' } as const;
const full = { put: async () => err({ reason: 'ENOSPC' }) };

function streamOf(chunks: Iterable<string> | AsyncIterable<string>): OutputStream {
  const text = Symbol.asyncIterator in chunks ? chunks : inChunks(chunks);
  return { chunks: text, end: () => ({ content: [ending] }) };
}

describe('enterOutputStream', () => {
  it('keeps a short text whole, with what the tool says at its end', async () => {
    const outputs = new MemoryOutputs();
    const entered = await enterOutputStream(streamOf(['a\n', 'b\n']), config, outputs);
    expect(entered).toEqual({ content: [{ type: 'text', text: 'a\nb\n' }, ending] });
    expect(outputs.texts.size).toBe(0);
  });

  it('says only how it ended where there was no text', async () => {
    expect(await enterOutputStream(streamOf([]), config, new MemoryOutputs())).toEqual({ content: [ending] });
  });

  it.each([
    ['lines', Array.from({ length: 20_000 }, (_, n) => `line ${n}\n`)],
    ['one line', Array.from({ length: 100 }, () => 'x'.repeat(10_000))],
    ['characters of three bytes', Array.from({ length: 5_000 }, () => '日本語テキスト\n')],
  ])('cuts a long text of %s within the limit, stores it whole and shows its end', async (_, chunks) => {
    const outputs = new MemoryOutputs();
    const entered = await enterOutputStream(streamOf(chunks), config, outputs);
    const shown = textsOf(entered).join('\n');
    expect(Buffer.byteLength(shown)).toBeLessThanOrEqual(config.maxMessageBytes);
    for (const line of shown.split('\n')) expect(line.length).toBeLessThanOrEqual(config.maxLineLength);
    expect(outputs.texts.get(entered.outputRef?.id ?? '')?.join('')).toBe(chunks.join(''));
    expect(shown).toContain(`ref_id=${entered.outputRef?.id}`);
    expect(shown.endsWith(`${chunks.at(-1)?.slice(-config.maxLineLength)}\n[exit code 0]`)).toBe(true);
  });

  it('keeps the start and the end when the store is full, and reads the stream to its end', async () => {
    let given = 0;
    async function* chunks() {
      for (; given < 50_000; given++) yield `line ${given}\n`;
    }
    const { content, outputRef } = await enterOutputStream(streamOf(chunks()), config, full);
    const shown = textsOf({ content }).join('\n');
    expect(given).toBe(50_000);
    expect(outputRef).toBeUndefined();
    expect(shown).toMatch(/^line 0\nline 1\n/);
    expect(shown).toContain('could not be stored (ENOSPC)');
    expect(shown).toMatch(/line 49999\n\n\[exit code 0\]$/);
  });

  it('a stream that throws gives what came before, as an error', async () => {
    async function* chunks() {
      yield 'begun\n';
      throw new Error('EIO');
    }
    const entered = await enterOutputStream(streamOf(chunks()), config, new MemoryOutputs());
    expect(entered.isError).toBe(true);
    expect(textsOf(entered).join()).toMatch(/^begun\n\n\[.*EIO/);
  });

  it('cuts at 10 MB even where nothing is to be cut', async () => {
    const chunk = `${'x'.repeat(999)}\n`.repeat(1000);
    const outputs = {
      put: async (text: AsyncIterable<string> | Iterable<string>) => {
        for await (const _ of text);
        return ok({ id: 'o_0000000000000001', byteSize: 1 });
      },
    };
    const entered = await enterOutputStream(
      streamOf(Array.from({ length: 12 }, () => chunk)),
      { ...config, enabled: false },
      outputs,
    );
    expect(entered.outputRef).toBeDefined();
    expect(Buffer.byteLength(textsOf(entered).join(''))).toBeLessThanOrEqual(10_000_000);
  });
});

describe('a call with a stream', () => {
  const call = { type: 'tool_use', id: 'c1', name: 'run', input: {} } as const;

  function round(stream: OutputStream, others: Partial<ToolRound> = {}): ToolRound {
    const resource = () => ({ type: 'workspace', mayChange: true }) as const;
    const run = { name: 'run', description: '', inputSchema: {}, resource, run: async () => ({ content: [], stream }) };
    const outputs = new MemoryOutputs();
    return { calls: [call], unreadable: new Set(), tools: [run], thread: replay([]), config, outputs, ...others };
  }

  it('holds its resource until the stream has ended', async () => {
    const order: string[] = [];
    let resolve = () => {};
    const promise = new Promise<void>((end) => {
      resolve = end;
    });
    async function* chunks() {
      yield 'a';
      await promise;
      order.push('stream ended');
    }
    const later = { name: 'later', description: '', inputSchema: {} };
    const { tools, ...rest } = round(streamOf(chunks()), {
      calls: [call, { type: 'tool_use', id: 'c2', name: 'later', input: {} }],
    });
    const all = [
      ...tools,
      {
        ...later,
        resource: () => ({ type: 'file', path: 'a' }) as const,
        run: async () => {
          order.push('later');
          return { content: [] };
        },
      },
    ];
    const results = callTools({ ...rest, tools: all }, { aborted: false });
    for (let n = 0; n < 5; n++) await new Promise((tick) => setImmediate(tick));
    expect(order).toEqual([]);
    resolve();
    await results;
    expect(order).toEqual(['stream ended', 'later']);
  });

  it('that is stopped keeps its output so far, and what it says of its end', async () => {
    const signal = { aborted: false };
    async function* chunks() {
      yield 'half\n';
      signal.aborted = true;
    }
    const stream: OutputStream = { chunks: chunks(), end: () => ({ content: [ending], isError: true }) };
    const [result] = await callTools(round(stream), signal);
    expect(result).toEqual({
      type: 'tool_result',
      toolUseId: 'c1',
      content: [{ type: 'text', text: 'half\n' }, ending],
      isError: true,
    });
  });
});

describe('Excerpt', () => {
  it('holds the start and the end of a long text, in whole lines at the end', () => {
    const excerpt = new Excerpt(20, 100);
    for (let n = 0; n < 1000; n++) excerpt.add(`line ${n}\n`);
    expect(excerpt.start).toBe('line 0\nline 1\nline 2');
    expect(excerpt.end).toBe('line 998\nline 999\n');
  });
});
