/** Numbers as people read them. */
import { describe, expect, test } from 'vitest';
import { filled } from '../../../src/core/lang/translate.ts';
import * as format from '../../../src/core/view/format.ts';
import { listText } from '../../../src/core/view/list-text.ts';

describe('tokens in a sentence', () => {
  test.each([
    [0, '0'],
    [42, '42'],
    [999, '999'],
    [1_000, '1k'],
    [3_149, '3.1k'],
    [9_600, '9.6k'],
    [9_949, '9.9k'],
    [9_950, '10k'],
    [13_000, '13k'],
    [99_999, '100k'],
    [148_320, '148k'],
    [999_499, '999k'],
    [999_500, '1M'],
    [1_250_000, '1.3M'],
  ])('%i is %s', (tokens, text) => {
    expect(format.formatTokens(tokens, 'en')).toBe(text);
  });
});

describe('tokens in a column', () => {
  test.each([
    [0, '0'],
    [600, '600'],
    [3_200, '3.2k'],
    [73_000, '73.0k'],
    [99_949, '99.9k'],
    [99_950, '100k'],
    [121_800, '122k'],
  ])('%i is %s', (tokens, text) => {
    expect(format.formatTokensInTable(tokens, 'en')).toBe(text);
  });
});

test('shares, bytes and estimates read as people write them', () => {
  expect(format.formatPercent(0.62, 0, 'en')).toBe('62%');
  expect(format.formatPercent(0.016, 1, 'en')).toBe('1.6%');
  expect(format.formatPercent(1.24, 0, 'en')).toBe('124%');
  expect(format.formatBytes(512, 'en')).toBe('512 B');
  expect(format.formatBytes(51_200, 'en')).toBe('50 KB');
  expect(format.formatBytes(1_572_864, 'en')).toBe('1.5 MB');
  expect(format.approximate('62k', true)).toBe('~62k');
  expect(format.approximate('62k', false)).toBe('62k');
});

test('numbers follow the language', () => {
  expect(format.formatTokens(3_149, 'de')).toBe('3,1k');
  expect(format.formatCount(1_912, 'de')).toBe('1.912');
  expect(format.formatPercent(0.016, 1, 'de')).toBe('1,6\u00a0%');
});

test.each([
  [850, '850', '850'],
  [9_960, '10 thousand', '9960'],
  [148_320, '148 thousand', '14.8万'],
  [1_200_000, '1.2 million', '120万'],
])('%i is spoken as %s, in Japanese as %s', (n, english, japanese) => {
  expect(format.formatSpoken(n, 'en')).toBe(english);
  expect(format.formatSpoken(n, 'ja')).toBe(japanese);
});

test('a list is joined as its messages are', () => {
  expect(listText(['a', 'b', 'c'], filled)).toBe('a, b, c');
  expect(listText(['a', 'b'], (_, first, second) => `${first}、${second}`)).toBe('a、b');
});
