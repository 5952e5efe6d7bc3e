/** Each kind of text gets a part of the passages' room by what the newest messages hold of it. */
import { describe, expect, it } from 'vitest';
import { keptText } from '../../../../src/core/compaction/extract/kept-text.ts';
import { plainTail } from '../../../../src/core/compaction/extract/kind-floors.ts';
import { type LineKind, passageOf } from '../../../../src/core/compaction/extract/lines.ts';
import type { PassageSource } from '../../../../src/core/compaction/extract/passage-sources.ts';
import { choosePassages } from '../../../../src/core/compaction/extract/passages.ts';
import { scoreLines } from '../../../../src/core/compaction/extract/score.ts';
import { estimateText } from '../../../../src/core/tokens/estimate.ts';
import { entriesOf, itemsOf } from '../extract-thread.ts';

/** A hundred commands, which score highest, and in the second half as many lines of the other kind. */
function chosen(kind: LineKind, share: number) {
  const sources = Array.from({ length: 100 }, (_, at): readonly PassageSource[] => [
    { passage: passageOf('command', `node scripts/run-${at}.mjs --only case-${at * 7919}`), at, call: 'run' },
    { passage: passageOf(kind, at < 50 ? '' : `other text ${at} of the depot`), at, call: 'run' },
  ]).flat();
  const budget = 400;
  const text = choosePassages(scoreLines(sources, keptText([]), new Set()), budget, { from: 80, share });
  const others = text.split('\n').filter((line) => line.includes('other text'));
  return { lines: others.length, tokens: estimateText(others.join('\n')), all: estimateText(text), budget };
}

describe('kindFloors', () => {
  it.each<LineKind>(['result', 'said', 'thought', 'argument'])('gives lines of kind %s their part', (kind) => {
    const { tokens, all, budget } = chosen(kind, 0.35);
    expect(tokens).toBeGreaterThan(0.15 * budget);
    expect(all).toBeLessThanOrEqual(budget);
  });

  it('gives them less where a tail would keep little of the whole', () => {
    expect(chosen('result', 0.05).lines).toBeLessThan(chosen('result', 0.2).lines);
    expect(chosen('result', 0).lines).toBe(0);
  });

  it.each<LineKind>(['typed', 'program', 'summary'])('gives none to lines of kind %s', (kind) => {
    expect(chosen(kind, 0.35).lines).toBe(chosen(kind, 0).lines);
  });
});

describe('plainTail', () => {
  const head = itemsOf(
    entriesOf(Array.from({ length: 20 }, (_, i) => ({ said: `the same sentence, number ${10 + i}` }))),
  );
  it('is as many of the newest items as fit, and their share', () => {
    expect(plainTail(head, 0)).toEqual({ from: 20, share: 0 });
    expect(plainTail(head, 1e9)).toEqual({ from: 0, share: 1 });
    expect(plainTail([], 100)).toEqual({ from: 0, share: 1 });
    const { from, share } = plainTail(head, 60);
    expect(from).toBeGreaterThan(10);
    expect(from).toBeLessThan(20);
    expect(Math.abs(share - (20 - from) / 20)).toBeLessThan(0.06);
  });
});
