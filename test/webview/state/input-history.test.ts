/** Which message an arrow key brings back, and when none, so that no draft is lost. */
import { describe, expect, it } from 'vitest';
import type { Row } from '../../../src/core/view/row.ts';
import { type Recalled, recall, sentTexts } from '../../../src/webview/state/input-history.ts';

const user = (text: string, more: object = {}) =>
  ({ type: 'user', origin: 'typed', body: { text, more: 0 }, ...more }) as unknown as Row;

describe('what was sent', () => {
  it('is in order, without notes of the program, clipped texts, blanks and repetitions', () => {
    const rows = [
      user('b'),
      user('a'),
      user('b'),
      user('b'),
      user('note', { origin: 'program' }),
      user('long…', { body: { text: 'long…', more: 9 } }),
      user(' '),
      { type: 'assistant', body: { text: 'reply' } } as unknown as Row,
    ];
    const loaded = new Map(rows.map((row, index) => [index === 1 ? 0 : index === 0 ? 1 : index, row]));
    expect(sentTexts(loaded)).toEqual(['a', 'b']);
  });
});

describe('an arrow key', () => {
  const sent = ['one', 'two'];
  const walk = (...keys: readonly (-1 | 1)[]) => {
    let at: Recalled | undefined;
    let draft = '';
    for (const key of keys) {
      const found = recall(sent, at, draft, key);
      if (found) [at, draft] = [found, found.text];
    }
    return draft;
  };

  it.each<[readonly (-1 | 1)[], string]>([
    [[-1], 'two'],
    [[-1, -1], 'one'],
    [[-1, -1, -1], 'one'],
    [[-1, -1, 1], 'two'],
    [[-1, 1], ''],
    [[1], ''],
    [[-1, 1, -1], 'two'],
  ])('%j from an empty field leads to %j', (keys, text) => {
    expect(walk(...keys)).toBe(text);
  });

  it('leaves a draft alone, and a message that was brought back and edited', () => {
    expect(recall(sent, undefined, 'draft', -1)).toBeUndefined();
    expect(recall(sent, { index: 1, text: 'two' }, 'two, edited', -1)).toBeUndefined();
    expect(recall([], undefined, '', -1)).toBeUndefined();
  });
});
