/** The estimate of a text is near the o200k count in every class of text, and behaves on any text. */
import fc from 'fast-check';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, test } from 'vitest';
import { estimateText } from '../../../src/core/tokens/estimate.ts';
import { base64Text, SAMPLES } from './estimate-samples.ts';

/** In slices, for the tokenizer takes quadratic time where nothing in a text tells it to cut. */
function trueTokens(text: string): number {
  let tokens = 0;
  for (let i = 0; i < text.length; i += 512)
    tokens += countTokens(text.slice(i, i + 512), { disallowedSpecial: new Set() });
  return tokens;
}

const ratio = (text: string) => estimateText(text) / trueTokens(text);

describe('estimate ÷ truth', () => {
  test.each(SAMPLES)('of $name is 0.85 to 1.15', ({ text }) => {
    expect(ratio(text)).toBeGreaterThan(0.85);
    expect(ratio(text)).toBeLessThan(1.15);
  });

  test('of all samples together is 0.97 to 1.03', () => {
    const texts = SAMPLES.map(({ text }) => text);
    const truth = texts.reduce((sum, text) => sum + trueTokens(text), 0);
    const estimate = texts.reduce((sum, text) => sum + estimateText(text), 0);
    expect(estimate / truth).toBeGreaterThan(0.97);
    expect(estimate / truth).toBeLessThan(1.03);
  });

  test('case 32: of 1 MB of base64 as text is within 30 %', () => {
    expect(Math.abs(ratio(base64Text(750_000)) - 1)).toBeLessThan(0.3);
  });

  test('case 33: of 2,400 Japanese characters is within 30 % of 1,600 tokens and of the truth', () => {
    const text = 'この設定を変えると、次の返事から古い出力が短くまとめられます。'.repeat(100).slice(0, 2400);
    expect(Math.abs(estimateText(text) / 1600 - 1)).toBeLessThan(0.3);
    expect(Math.abs(ratio(text) - 1)).toBeLessThan(0.3);
  });
});

test.each([
  '<|endoftext|>',
  '<|im_start|>system<|im_end|>',
  '\0\0\0',
  '\ud83d',
  '\udc00\ud800',
  '\ufeff',
  '\u202eabc',
  '\u001b[31mred',
])('case 34: %j is counted like any text', (text) => {
  const tokens = estimateText(`before ${text} after`);
  expect(tokens).toBeGreaterThan(1);
  expect(tokens).toBeLessThan(40);
});

test('no text is no token, and any text is at least one', () => {
  expect(estimateText('')).toBe(0);
  fc.assert(
    fc.property(
      anyText,
      (text) => Number.isSafeInteger(estimateText(text)) && (text === '' || estimateText(text) >= 1),
    ),
  );
});

test('slices of a text sum up to about the whole', () => {
  const text = SAMPLES.map((sample) => sample.text).join('\n');
  let sum = 0;
  for (let i = 0; i < text.length; i += 500) sum += estimateText(text.slice(i, i + 500));
  expect(Math.abs(sum / estimateText(text) - 1)).toBeLessThan(0.01);
});

describe('two texts in one', () => {
  const SEAM = 12; // what the cut between them can be worth: the contexts of the second text's first characters

  test('are at most their sum and a seam', () => {
    fc.assert(fc.property(anyText, anyText, (a, b) => estimateText(a + b) <= estimateText(a) + estimateText(b) + SEAM));
  });

  test('are at least as much as the first alone, and as the second but for a seam', () => {
    fc.assert(
      fc.property(
        anyText,
        anyText,
        (a, b) => estimateText(a + b) >= estimateText(a) && estimateText(a + b) >= estimateText(b) - SEAM,
      ),
    );
  });
});

const anyText = fc.oneof(
  fc.string(),
  fc.string({ unit: 'grapheme', maxLength: 200 }),
  fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 200 }).map((codes) => String.fromCharCode(...codes)),
  fc
    .array(fc.constantFrom('=', ' ', '\n', 'word', 'X', '7', '─', 'あ', '🚀', '.'), { maxLength: 80 })
    .map((parts) => parts.join('')),
  fc.constantFrom(...SAMPLES.map(({ text }) => text.slice(0, 300))),
);
