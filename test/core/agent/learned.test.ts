/** What a provider's refusal teaches (R31, reliability cases 18, 19). */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { learnFromOverflow, parseOverflow } from '../../../src/core/agent/learned.ts';

describe('parseOverflow', () => {
  it.each([
    ['prompt is too long: 208380 tokens > 200000 maximum', { requested: 208_380, limit: 200_000 }],
    ['Prompt is too long: 208,380 tokens > 200,000 maximum', { requested: 208_380, limit: 200_000 }],
    [
      'case 19 input length and `max_tokens` exceed context limit: 199409 + 20000 > 200000, decrease input length',
      { requested: 199_409, limit: 200_000 },
    ],
    [
      "This model's maximum context length is 131072 tokens. However, you requested 140001 tokens (120001 in the messages)",
      { limit: 131_072, requested: 140_001 },
    ],
    [
      "This model's maximum context length is 8192 tokens. However, your messages resulted in 9001 tokens.",
      { limit: 8_192, requested: 9_001 },
    ],
    ["This model's maximum context length is 131072.", { limit: 131_072 }],
    [
      'The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).',
      { requested: 1_200_000, limit: 1_048_576 },
    ],
    ['the request exceeds the available context size (8192 tokens), try increasing it', { limit: 8_192 }],
    ['context_length_exceeded', {}],
    ['', {}],
    ['prompt is too long: 0 tokens > 0 maximum', {}],
  ])('%s', (message, numbers) => expect(parseOverflow(message)).toEqual(numbers));

  it('ends on any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
        const { limit = 1, requested = 1 } = parseOverflow(`maximum context length is ${text} tokens > ${text}`);
        expect(limit > 0 && requested > 0).toBe(true);
      }),
    );
  });
});

describe('learnFromOverflow', () => {
  const refused = {
    message: 'prompt is too long: 187000 tokens > 180000 maximum',
    counted: 110_000,
    factor: 1,
    window: 200_000,
  };

  it('case 18 learns the limit and by how much our count was too low', () => {
    const { learned, excess } = learnFromOverflow(refused);
    expect(learned).toEqual({ limit: 180_000, factor: 1.7 });
    expect(excess).toBeCloseTo(1.7);
  });

  it.each([
    ['a count that was right teaches no factor', { ...refused, counted: 187_000 }, {}, { limit: 180_000 }],
    ['nor does one that was too high', { ...refused, counted: 250_000 }, {}, { limit: 180_000 }],
    ['a limit above the window is none', { ...refused, window: 150_000 }, {}, { factor: 1.7 }],
    ['a lower limit that is known stays', refused, { limit: 100_000 }, { limit: 100_000, factor: 1.7 }],
    [
      'words alone say that the request was larger than the window',
      { ...refused, message: 'too many tokens' },
      {},
      { factor: 2 },
    ],
    [
      'without a window and without numbers there is nothing to learn',
      { ...refused, message: 'context_length_exceeded', window: Number.POSITIVE_INFINITY },
      {},
      {},
    ],
    ['the factor builds on the one that was used', { ...refused, factor: 2 }, {}, { limit: 180_000, factor: 3.4 }],
  ])('%s', (_, given, known, learned) =>
    expect(learnFromOverflow(given, known).learned).toEqual(
      'factor' in learned ? { ...learned, factor: expect.closeTo(learned.factor) } : learned,
    ),
  );
});
