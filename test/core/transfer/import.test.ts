/** What holds for every import, whatever the format and the input. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Block } from '../../../src/core/message/message.ts';
import type { Entry, MessageEntry } from '../../../src/core/thread/entry.ts';
import { FORMATS } from '../../../src/core/transfer/import-types.ts';
import { documentLike, lineLike } from './foreign-values.ts';
import { fixture, importText, ODD, outline } from './imported.ts';

const THREADS = [
  'timesheet.claude-code.jsonl',
  'timesheet.codex.jsonl',
  'timesheet.anthropic.json',
  'timesheet.openai.json',
];
describe('one thread in four formats', async () => {
  const threads = await Promise.all(THREADS.map(async (name) => importText(fixture(name))));

  it('is told apart', () => {
    expect(threads.map(({ events }) => events[0])).toEqual(
      ['claude-code', 'codex', 'anthropic', 'openai'].map((format) => ({ type: 'format', format })),
    );
  });

  it('says the same in each', () => {
    const [first, ...others] = threads.map(({ messages }) => said(messages));
    expect(first).toHaveLength(31);
    for (const other of others) expect(other).toEqual(first);
  });

  it('is used the same where usage is recorded', () => {
    const [claude, codex] = threads.map(({ messages }) => messages.flatMap((message) => message.usage ?? []));
    expect(claude).toHaveLength(11);
    expect(codex?.map(({ output, cacheRead }) => [output, cacheRead])).toEqual(
      claude?.map(({ output, cacheRead }) => [output, cacheRead]),
    );
    for (const usage of [...(claude ?? []), ...(codex ?? [])]) {
      expect(usage.total).toBe(usage.input + usage.output + usage.cacheCreation + usage.cacheRead);
    }
  });

  it('is named by its first typed line', () => {
    for (const { title } of threads) {
      expect(title).toBe('The weekly total in our timesheet tool prints NaN since Monday. Please find out…');
    }
  });
});

describe('every import', () => {
  it.each([...THREADS, ...ODD])('of %s numbers entries 1, 2, 3, … and names one title', async (name) => {
    const { entries, messages } = await importText(fixture(name));
    expect(entries.map((entry) => entry.id)).toEqual(entries.map((_, i) => i + 1));
    expect(entries.filter((entry) => entry.type === 'title')).toHaveLength(1);
    expect(messages.every((message) => message.source === 'imported' && message.blocks.length > 0)).toBe(true);
    for (const { origin, blocks } of messages) {
      const types = new Set(blocks.map((block) => block.type));
      expect(types.has('tool_result')).toBe(origin === 'tools');
      if (types.has('tool_use') || types.has('thinking')) expect(origin).toBe('model');
    }
  });

  it.each([...THREADS, ...ODD])('of %s gives the same from chunks of any size', async (name) => {
    const text = fixture(name);
    const whole = await importText(text, undefined, text.length);
    for (const size of [1, 2, 3, 64]) expect((await importText(text, undefined, size)).events).toEqual(whole.events);
  });

  it('I9 never throws on lines of any JSON, and makes no empty block', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(lineLike()), fc.constantFrom(undefined, ...FORMATS), async (lines, format) => {
        const { events, entries } = await importText(lines.join('\n'), format);
        expect(events.length).toBeGreaterThan(0);
        expect(entries.map((entry) => entry.id)).toEqual(entries.map((_, i) => i + 1));
        expect(emptyBlocks(entries)).toEqual([]);
      }),
      { numRuns: 200 },
    );
  });

  it('I9 never throws on documents of any JSON, and makes no empty block', async () => {
    await fc.assert(
      fc.asyncProperty(documentLike(), fc.constantFrom(undefined, ...FORMATS), async (value, format) => {
        const { events, entries } = await importText(JSON.stringify(value), format);
        expect(events.length).toBeGreaterThan(0);
        expect(emptyBlocks(entries)).toEqual([]);
      }),
      { numRuns: 200 },
    );
  });

  it('never throws on any text', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary' }), fc.constantFrom(undefined, ...FORMATS), async (text, format) => {
        expect((await importText(text, format)).failure).toBeDefined();
      }),
    );
  });
});

/** Blocks in which nothing is; a result may be empty. */
function emptyBlocks(entries: readonly Entry[]): readonly Block[] {
  const blocks = entries.flatMap((entry) => (entry.type === 'message' ? entry.blocks : []));
  const inside = blocks.flatMap((block) => (block.type === 'tool_result' ? block.content : []));
  return [...blocks, ...inside].filter((block) => {
    switch (block.type) {
      case 'text':
      case 'reminder':
        return block.text === '';
      case 'thinking':
        return block.text === '' && !block.signature;
      case 'redacted_thinking':
      case 'image':
      case 'document':
        return block.data === '' || ('mediaType' in block && block.mediaType === '');
      case 'tool_use':
        return block.name === '';
      default:
        return false;
    }
  });
}

/** What was said, as one list of blocks: formats differ in how they cut it into records. */
function said(messages: readonly MessageEntry[]): readonly string[] {
  return messages.flatMap(({ origin, blocks }) => {
    if (origin === 'program') return [];
    const plain = blocks.map((block) => (block.type === 'thinking' ? { type: block.type, text: block.text } : block));
    // OpenAI's form has no mark for a failed call.
    return outline(plain.map((block) => ({ origin, blocks: [block] }))).map((line) =>
      line.replace('tools: error', 'tools: result'),
    );
  });
}
