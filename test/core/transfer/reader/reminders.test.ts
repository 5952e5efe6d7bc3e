/** Reminders are taken off the ends of a text, and prose stays whole. */
import { describe, expect, it } from 'vitest';
import { splitReminders } from '../../../../src/core/transfer/reader/reminders.ts';

const text = (text: string) => ({ type: 'text', text });
const reminder = (text: string) => ({ type: 'reminder', text });

describe('splitReminders', () => {
  it.each([
    ['plain', [text('plain')]],
    [' kept as it is ', [text(' kept as it is ')]],
    ['<system-reminder>a</system-reminder>', [reminder('a')]],
    ['<system-reminder>\n\n a\n\n</system-reminder>', [reminder('\n a\n')]],
    ['<system-reminder>\na\n</system-reminder>\n\nsaid \n', [reminder('a'), text('said \n')]],
    [' said\n<system-reminder>a</system-reminder>\n', [text(' said'), reminder('a')]],
    [
      '<system-reminder>a</system-reminder><system-reminder>b</system-reminder>x<system-reminder>c</system-reminder>',
      [reminder('a'), reminder('b'), text('x'), reminder('c')],
    ],
    ['in <system-reminder>prose</system-reminder> only', [text('in <system-reminder>prose</system-reminder> only')]],
    ['<system-reminder>never closed', [text('<system-reminder>never closed')]],
    ['never opened</system-reminder>', [text('never opened</system-reminder>')]],
  ])('%j', (whole, parts) => {
    expect(splitReminders(whole)).toEqual(parts);
  });
});
