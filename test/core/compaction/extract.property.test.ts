/** Properties of the deterministic summary over arbitrary heads and budgets. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { extract } from '../../../src/core/compaction/extract.ts';
import type { ExtractInput } from '../../../src/core/compaction/extract-input.ts';
import { tailShare } from '../../../src/core/compaction/tail-share.ts';
import type { Json } from '../../../src/core/lang/json.ts';
import type { MessageEntry } from '../../../src/core/thread/entry.ts';
import { estimateText } from '../../../src/core/tokens/estimate.ts';
import { runs } from '../../property/runs.ts';
import { someLog, someText } from '../arbitrary/thread.ts';

const RUNS = runs(100);

const someMessages = someLog.map((log) => log.filter((entry): entry is MessageEntry => entry.type === 'message'));
const someInput: fc.Arbitrary<ExtractInput> = fc
  .tuple(
    someMessages,
    fc.oneof(fc.constant(undefined), someText),
    fc.double({ min: 0, max: 1, noNaN: true }),
    fc.oneof(fc.integer({ min: -10, max: 400 }), fc.integer({ min: 0, max: 20_000 })),
  )
  .map(([entries, summary, share, budget]) => {
    const cut = Math.floor(entries.length * share);
    const items = entries.slice(0, cut).map((entry) => ({ type: 'message', entry }) as const);
    const head = summary === undefined ? items : [{ type: 'summary', text: summary } as const, ...items];
    return { head, kept: entries.slice(cut), budget };
  });

function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    Object.values(value).forEach(deepFreeze);
  }
  return value;
}

/** All texts of a head, as they were said. */
function textsOf(input: ExtractInput): readonly string[] {
  const strings = (value: Json): readonly string[] => {
    if (typeof value === 'string') return [value];
    return typeof value === 'object' && value !== null ? Object.values(value).flatMap(strings) : [];
  };
  return input.head.flatMap((item) => {
    if (item.type === 'summary') return [item.text];
    return item.entry.blocks.flatMap((block) => {
      if (block.type === 'text' || block.type === 'thinking') return [block.text];
      if (block.type === 'tool_use') return strings(block.input);
      if (block.type === 'tool_result') return block.content.flatMap((c) => (c.type === 'text' ? [c.text] : []));
      return [];
    });
  });
}

function passageLines(text: string): readonly string[] {
  const lines = text.split('\n');
  const open = lines.findIndex((line) => /^`{3,}text$/.test(line));
  if (open < 0) return [];
  const close = lines.indexOf((lines[open] ?? '').replace('text', ''), open + 1);
  return lines.slice(open + 1, close);
}

describe('extract, whatever it is given', () => {
  it('stays within its budget, and says the same again without touching its input', () => {
    fc.assert(
      fc.property(someInput, (input) => {
        const copy = structuredClone(input);
        const { text } = extract(deepFreeze(input));
        expect(estimateText(text)).toBeLessThanOrEqual(Math.max(0, input.budget));
        expect(extract(input).text).toBe(text);
        expect(extract(copy).text).toBe(text);
      }),
      RUNS,
    );
  });

  it('quotes only what really stands in the head', () => {
    fc.assert(
      fc.property(someInput, (input) => {
        const said = textsOf(input).join('\n');
        for (const line of passageLines(extract(input).text)) expect(said).toContain(line.trim());
      }),
      RUNS,
    );
  });

  it('halves no character', () => {
    const wide = fc.array(fc.constantFrom('😀', '日本語', 'é', 'word ', '𝒳', '\n'), {
      minLength: 200,
      maxLength: 1500,
    });
    fc.assert(
      fc.property(wide, fc.integer({ min: 100, max: 3000 }), (parts, budget) => {
        const block = { type: 'text', text: parts.join('') } as const;
        const entry = (origin: 'typed' | 'model') =>
          ({ type: 'message', entry: { type: 'message', id: 1, at: 0, origin, blocks: [block] } }) as never;
        expect(extract({ head: [entry('typed'), entry('model')], kept: [], budget }).text.isWellFormed()).toBe(true);
      }),
      { numRuns: 100 },
    );
  });
});

describe('tailShare', () => {
  it('is between 14 and 45 %, and larger the less has to go', () => {
    const tokens = fc.integer({ min: 1, max: 2_000_000 });
    fc.assert(
      fc.property(tokens, tokens, tokens, (history, a, b) => {
        const [small, large] = [tailShare(Math.min(a, b), history), tailShare(Math.max(a, b), history)];
        expect(small).toBeGreaterThanOrEqual(0.14);
        expect(large).toBeLessThanOrEqual(0.45);
        expect(small).toBeLessThanOrEqual(large);
      }),
    );
    expect(tailShare(1000, 0)).toBe(0.45);
  });
});
