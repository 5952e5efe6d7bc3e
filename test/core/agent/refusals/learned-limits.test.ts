/** What a provider's refusal teaches (R31, reliability cases 18, 19). */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  isFactor,
  learnedFor,
  learnFromOverflow,
  learnFromReports,
} from '../../../../src/core/agent/refusals/learned-limits.ts';
import { parseOverflow } from '../../../../src/core/agent/refusals/parse-overflow.ts';

describe('parseOverflow', () => {
  it.each([
    ['prompt is too long: 208380 tokens > 200000 maximum', { requested: 208_380, limit: 200_000 }],
    ['Prompt is too long: 208,380 tokens > 200,000 maximum', { requested: 208_380, limit: 200_000 }],
    [
      'case 19 input length and `max_tokens` exceed context limit: 199409 + 20000 > 200000, decrease input length',
      { requested: 199_409, limit: 200_000 },
    ],
    [
      "This model's maximum context length is 131072 tokens. However, you requested 140001 tokens (120001 in the messages, 20000 in the completion)",
      { limit: 131_072, requested: 120_001 },
    ],
    [
      "This endpoint's maximum context length is 131072 tokens. However, you requested about 140000 tokens (132000 of text input, 8000 in the output).",
      { limit: 131_072, requested: 132_000 },
    ],
    [
      "This model's maximum context length is 131072 tokens. However, you requested 140001 tokens.",
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
    [
      'request (8200 tokens) exceeds the available context size (8192 tokens), try increasing it',
      { requested: 8_200, limit: 8_192 },
    ],
    [
      "This model's maximum prompt length is 131072 but the request contains 537812 tokens.",
      { limit: 131_072, requested: 537_812 },
    ],
    [
      "The input (188032 tokens) is longer than the model's context length (131072 tokens).",
      { requested: 188_032, limit: 131_072 },
    ],
    [
      'Input tokens exceed the configured limit of 272000 tokens. Your messages resulted in 509178 tokens.',
      { limit: 272_000, requested: 509_178 },
    ],
    [
      'Prompt contains 65673 tokens and 0 draft tokens, too large for model with 32768 maximum context length',
      { requested: 65_673, limit: 32_768 },
    ],
    ['Cannot truncate prompt with n_keep (15028) >= n_ctx (7424)', { requested: 15_028, limit: 7_424 }],
    [
      'Too many input tokens. Max input tokens: 300000, request input token count: 354000',
      { limit: 300_000, requested: 354_000 },
    ],
    ['prompt tokens (400007) exceed model maximum (278528) for openai.gpt-5.5', { requested: 400_007, limit: 278_528 }],
    ['Your request exceeded model token limit: 262144 (requested: 291351)', { limit: 262_144, requested: 291_351 }],
    ['prompt token count of 131373 exceeds the limit of 128000', { requested: 131_373, limit: 128_000 }],
    ['context_length_exceeded', {}],
    ["This model's maximum context length is 128k tokens.", {}],
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
    message: 'prompt is too long: 132000 tokens > 180000 maximum',
    counted: 110_000,
    estimate: 110_000,
    window: 200_000,
  };

  it('case 18 learns the limit and by how much our count was too low', () => {
    const { learned, excess } = learnFromOverflow(refused);
    expect(learned).toEqual({ limit: 180_000, factor: 1.2 });
    expect(excess).toBeCloseTo(1.2);
  });

  it.each([
    ['a count that was right teaches no factor', { ...refused, counted: 132_000 }, {}, { limit: 180_000 }],
    ['nor does one that was too high', { ...refused, counted: 250_000 }, {}, { limit: 180_000 }],
    ['a limit above the window is none', { ...refused, window: 150_000 }, {}, { factor: 1.2 }],
    ['a lower limit that is known stays', refused, { limit: 100_000 }, { limit: 100_000, factor: 1.2 }],
    [
      'M4 words alone give no count, so they teach no factor, but that the limit is below what was refused',
      { ...refused, message: 'too many tokens' },
      {},
      { limit: 110_000 },
    ],
    [
      'M4 nor any limit where the request is far below the window: something else was refused',
      { ...refused, message: 'too many tokens', counted: 90_000, estimate: 90_000 },
      {},
      {},
    ],
    [
      'W16 without a window and without numbers the limit is below what was refused',
      { ...refused, message: 'context_length_exceeded', window: Number.POSITIVE_INFINITY },
      {},
      { limit: 110_000 },
    ],
    [
      'W18 bytes teach nothing of tokens',
      { ...refused, message: 'Maximum content size limit (26214400) exceeded (27262976 bytes read)' },
      { factor: 1.1 },
      { factor: 1.1 },
    ],
    [
      'W18 nor does a body that is too large without a number',
      { ...refused, message: 'Request Entity Too Large', window: Number.POSITIVE_INFINITY },
      {},
      {},
    ],
    [
      'W19 a tier of the account is its limit',
      {
        ...refused,
        message: 'Extra usage is required for long context requests.',
        counted: 250_000,
        window: 1_000_000,
      },
      {},
      { limit: 200_000 },
    ],
    [
      'M1 what a server adds is no factor: a single count teaches 1.25 at most',
      { ...refused, counted: 50_000, estimate: 50_000 },
      {},
      { limit: 180_000, factor: 1.25 },
    ],
    [
      'M1 nothing of a request that we estimate below 8,000',
      { ...refused, counted: 7_000, estimate: 7_000 },
      { factor: 1.1 },
      { limit: 180_000, factor: 1.1 },
    ],
  ])('%s', (_, given, known, learned) => expect(learnFromOverflow(given, known).learned).toEqual(learned));
});

describe('learnFromReports', () => {
  const exceeded = { type: 'window-exceeded', tokens: 31_000 } as const;

  it.each([
    ['the factor of the thread’s own reports', 1.4, { factor: 1.4 }],
    ['none where they give none', undefined, {}],
    ['none that no tokenizer comes to', 2.1, {}],
  ])('learns %s', (_, factor, learned) => expect(learnFromReports({ factor }, {})).toEqual(learned));

  it('M3 forgets a limit that two requests went beyond, and keeps it for a single report', () => {
    const known = { limit: 30_000, below: 100_000, factor: 1.1 };
    expect(learnFromReports({ factor: 1.2, finding: exceeded }, known)).toEqual({ factor: 1.2 });
    expect(learnFromReports({ factor: 1.2 }, known)).toEqual({ ...known, factor: 1.2 });
    const suspected = { type: 'suspected-limit', tokens: 31_000 } as const;
    expect(learnFromReports({ factor: undefined, finding: suspected }, known)).toEqual(known);
  });
});

it.each([
  [0.5, true],
  [2, true],
  [0.49, false],
  [3.5, false],
  [Number.NaN, false],
])('M1 a factor of %d, perhaps stored by a rule of before, holds: %s', (factor, holds) =>
  expect(isFactor(factor)).toBe(holds),
);

it.each([
  ['holds for the window that it was learned below', 100_000, { limit: 4_096, below: 100_000, factor: 1.1 }],
  ['is to be learned anew for another one', 32_768, { factor: 1.1 }],
  ['is to be learned anew where no window is said any more', undefined, { factor: 1.1 }],
])('a learned limit %s', (_, window, learned) =>
  expect(learnedFor({ limit: 4_096, below: 100_000, factor: 1.1 }, window)).toEqual(learned),
);
