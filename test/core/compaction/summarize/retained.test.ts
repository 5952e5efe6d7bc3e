/** Retained lines over several compactions (R48). */
import { describe, expect, it } from 'vitest';
import { carryOver } from '../../../../src/core/compaction/summarize/retained.ts';

describe('R48 carryOver', () => {
  it.each([
    ['adds lines that the reply dropped', '- a', ['- b'], 100, '- a\n- b'],
    [
      'adds none twice, whatever its list mark or spaces',
      '* never  drop a part',
      ['- never drop a part'],
      100,
      '* never  drop a part',
    ],
    ['adds none when there is no room', '- a', ['- a very long line that takes more tokens than there are'], 5, '- a'],
    ['keeps the old ones when the reply has none', '', ['- a', '- b'], 100, '- a\n- b'],
    ["drops blank lines and blanks at a line's end", '\n- a  \n\n', [], 100, '- a'],
    ['keeps the indent of a line', '- a\n  more of a', [], 100, '- a\n  more of a'],
    ['adds none twice that it carries over', '', ['- a', '* a', '1. a', '2) a', ' • a ', 'b'], 100, '- a\nb'],
    ['takes a number with a sign for a list mark, no other', '', ['1. a', '1a', '-a', '12) a'], 100, '1. a\n1a\n-a'],
    ['stops at the first that has no room', '- a', ['- b', `- ${'long '.repeat(99)}`, '- c'], 20, '- a\n- b'],
  ])('%s', (_, retain, old, budget, expected) => expect(carryOver(retain, old, budget)).toBe(expected));
});
