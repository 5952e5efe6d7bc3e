/** Lines near an edit are worth more: in what was read and in what was written. */
import { describe, expect, it } from 'vitest';
import { keptText } from '../../../../src/core/compaction/extract/kept-text.ts';
import { type LineKind, passageOf } from '../../../../src/core/compaction/extract/lines.ts';
import { modelText } from '../../../../src/core/compaction/extract/model-text.ts';
import { nearEdits } from '../../../../src/core/compaction/extract/near-edits.ts';
import type { PassageSource } from '../../../../src/core/compaction/extract/passage-sources.ts';
import type { CallKind } from '../../../../src/core/thread/tool-kind.ts';

const EDITED = 'const zone = zoneOf(depot);';
const FILE = `first line\nsecond line\n${EDITED}\nfourth line\nfifth line`;
const source = (kind: LineKind, text: string, call?: CallKind): PassageSource => ({
  passage: passageOf(kind, text),
  at: 0,
  call,
});
const near = (of: PassageSource, edit: PassageSource) => {
  const factors = nearEdits(of, modelText([of, edit], keptText([]).own));
  return factors && [...factors];
};

describe('nearEdits', () => {
  it.each<[string, PassageSource, PassageSource]>([
    ['read and then edited', source('result', FILE, 'read'), source('anchor', EDITED)],
    ['read after it was written', source('result', FILE, 'read'), source('written', EDITED)],
    ['written and then edited', source('written', FILE, 'edit'), source('anchor', EDITED)],
  ])('is most at the line itself and less by distance, to both sides, in a file that was %s', (_, file, edit) => {
    const [first = 0, second = 0, edited = 0, fourth = 0, fifth = 0] = near(file, edit) ?? [];
    expect(edited).toBeGreaterThan(second);
    expect(second).toBeGreaterThan(first);
    expect(first).toBeGreaterThan(1);
    expect([fifth, fourth]).toEqual([first, second]);
  });

  it('is nothing without an edit, and for one of a line that stands everywhere', () => {
    expect(near(source('result', FILE, 'read'), source('said', EDITED))).toEqual([1, 1, 1, 1, 1]);
    expect(near(source('result', 'a line\nreturn null;', 'read'), source('anchor', 'return null;'))).toEqual([1, 1]);
    expect(near(source('written', FILE, 'edit'), source('written', EDITED))).toEqual([1, 1, 1, 1, 1]);
  });

  it('looks only at the text of files', () => {
    expect(near(source('result', FILE, 'run'), source('anchor', EDITED))).toBeUndefined();
    expect(near(source('said', FILE), source('anchor', EDITED))).toBeUndefined();
  });
});
