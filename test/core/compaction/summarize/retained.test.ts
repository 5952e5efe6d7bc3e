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
    ['drops blank lines', '\n- a\n\n', [], 100, '- a'],
  ])('%s', (_, retain, old, budget, expected) => expect(carryOver(retain, old, budget)).toBe(expected));
});
