/** For any two versions of a text: hunks rebuild either, a merge keeps both changes or says where they meet. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hunksBetween, withHunks } from '../../../../src/core/workspace/edits/hunks.ts';
import { withLineEndsOf, withPlainEnds } from '../../../../src/core/workspace/edits/line-ends.ts';
import { merge } from '../../../../src/core/workspace/edits/merge.ts';
import { linesWithEnds } from '../../../../src/core/workspace/edits/text-lines.ts';
import { runs } from '../../../property/runs.ts';

const end = fc.constantFrom('\n', '\n', '\r\n');
const line = fc.tuple(fc.constantFrom('a', 'b', 'c', '', 'x'), end).map((parts) => parts.join(''));
const text = fc.tuple(fc.array(line, { maxLength: 12 }), fc.constantFrom('', 'end')).map(([a, b]) => a.join('') + b);

describe('hunks', () => {
  it('rebuild the old text without any, the new one with all, and are parted by equal lines', () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        const hunks = hunksBetween(linesWithEnds(before), linesWithEnds(after));
        expect(withHunks(before, after, new Set())).toBe(before);
        expect(withHunks(before, after, new Set(hunks.keys()))).toBe(after);
        for (const [n, hunk] of hunks.entries()) if (n > 0) expect(hunk.from).toBeGreaterThan(hunks[n - 1]?.to ?? 0);
        for (const n of hunks.keys()) {
          const one = withHunks(before, after, new Set([n]));
          expect(hunksBetween(linesWithEnds(before), linesWithEnds(one)).length).toBeLessThanOrEqual(hunks.length);
        }
      }),
      runs(500),
    );
  });

  it('of 20,000 lines that have nothing, or all in another order, in common have a bounded cost', () => {
    const lines = Array.from({ length: 20_000 }, (_, n) => `line ${n}`);
    expect(
      hunksBetween(
        lines,
        lines.map((one) => `other ${one}`),
      ),
    ).toHaveLength(1);
    expect(hunksBetween(lines, lines.toReversed()).length).toBeGreaterThan(0);
    const blanks = lines.map((one, n) => (n % 2 ? '' : one));
    expect(
      hunksBetween(
        blanks,
        blanks.map((one, n) => (n % 20 ? one : 'x')),
      ).length,
    ).toBe(1000);
  });
});

describe('merge', () => {
  it('takes a change that stands alone, and what both did once', () => {
    fc.assert(
      fc.property(text, text, (base, changed) => {
        expect(merge(base, changed, base)).toMatchObject({ ok: true, value: { text: changed, hasOthers: false } });
        expect(merge(base, base, changed)).toMatchObject({
          ok: true,
          value: { text: changed, hasOthers: base !== changed },
        });
        expect(merge(base, changed, changed)).toMatchObject({ ok: true, value: { text: changed, hasOthers: false } });
      }),
      runs(500),
    );
  });

  it('keeps both changes of different lines, and names the lines where they meet', () => {
    fc.assert(
      fc.property(text, text, text, (base, mine, theirs) => {
        const one = merge(base, mine, theirs);
        const other = merge(base, theirs, mine);
        expect(one.ok).toBe(other.ok);
        if (one.ok && other.ok) expect(one.value.text).toBe(other.value.text);
        if (one.ok) return;
        for (const { from, to } of one.error) {
          expect(from).toBeGreaterThan(0);
          expect(to).toBeLessThanOrEqual(linesWithEnds(theirs).length);
          expect(to).toBeGreaterThanOrEqual(from - 1);
        }
      }),
      runs(500),
    );
    const base = '1\n2\n3\n4\n5\n';
    expect(merge(base, base.replace('2', 'two'), base.replace('4', 'four'))).toMatchObject({
      value: { text: '1\ntwo\n3\nfour\n5\n', hasOthers: true },
    });
    expect(merge(base, base.replace('2', 'two'), base.replace('2', 'zwei'))).toEqual({
      ok: false,
      error: [{ from: 2, to: 2 }],
    });
    expect(merge(base, base.replace('2', 'two'), base.replace('3', 'drei'))).toMatchObject({ ok: false });
    expect(merge(base, base.replace('2', 'two'), base.replace('2\n', ''))).toEqual({
      ok: false,
      error: [{ from: 2, to: 1 }],
    });
  });
});

describe('withLineEndsOf', () => {
  it('gives any text its own ends back, and changes nothing but ends', () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        expect(withLineEndsOf(before, withPlainEnds(before))).toBe(before);
        expect(withPlainEnds(withLineEndsOf(before, withPlainEnds(after)))).toBe(withPlainEnds(after));
      }),
      runs(500),
    );
  });
});
