/** W25 Refusals as too long: that they are such, and both numbers, by the literal words of many servers. */
import { describe, expect, it } from 'vitest';
import { OVERFLOW_MESSAGES } from '../../../../src/core/agent/refusals/overflow-messages.ts';
import {
  bytesExcess,
  parseOverflow,
  speaksOfBytes,
  speaksOfOverflow,
} from '../../../../src/core/agent/refusals/parse-overflow.ts';

it.each(OVERFLOW_MESSAGES.flatMap(({ said, match }) => said.map((text) => ({ text, match }))))(
  'W25 the table knows: $text',
  ({ text, match }) => {
    expect(match.test(text)).toBe(true);
    expect(speaksOfBytes(text)).toBe(false);
  },
);

describe('W25 both numbers', () => {
  it.each([
    ['decoder prompt (length 9000) is longer than the maximum model length of 8192', 9_000, 8_192],
    ['Requested tokens (5000) exceed context window of 4096', 5_000, 4_096],
    ["Input length (265330) exceeds model's maximum context length (262144).", 265_330, 262_144],
    ['Input length (265330 tokens) exceeds the maximum allowed length (262144 tokens).', 265_330, 262_144],
    [
      'Please reduce the length of the messages or completion. Current length is 141000 while limit is 131072',
      141_000,
      131_072,
    ],
    ['the request (9000 tokens) exceeds the available context size (8192 tokens), try increasing it', 9_000, 8_192],
    [
      "This model's maximum context length is 4096 tokens. However, you requested 2048 output tokens and your prompt contains at least 2049 input tokens, for a total of at least 4097 tokens.",
      2_049,
      4_096,
    ],
    [
      "'max_tokens' or 'max_completion_tokens' is too large: 16384. This model's maximum context length is 16384 tokens and your request has 1701 input tokens (16384 > 16384 - 1701).",
      1_701,
      16_384,
    ],
    [
      "Requested token count exceeds the model's maximum context length of 131072 tokens. You requested a total of 140000 tokens: 120000 tokens from the input messages and 20000 tokens for the completion.",
      120_000,
      131_072,
    ],
    ['The prompt is too long: 135000, model maximum context length: 131072', 135_000, 131_072],
    ['Input validation error: `inputs` must have less than 4096 tokens. Given: 5000', 5_000, 4_096],
    ['too many tokens: total number of tokens in the prompt cannot exceed 128000 - received 150000.', 150_000, 128_000],
    ['Input length 300000 exceeds the maximum allowed input length of 262112 tokens.', 300_000, 262_112],
    [
      'Trying to keep the first 15857 tokens when context the overflows. However, the model is loaded with context length of only 4096 tokens, which is not enough.',
      15_857,
      4_096,
    ],
    ['Prompt tokens 9000 exceed the context size of 8192', 9_000, 8_192],
    ['prompt has 9,000 tokens, but the configured context size is 8,192', 9_000, 8_192],
    ['n_keep: 15028 >= n_ctx: 7424', 15_028, 7_424],
  ])('%s', (message, requested, limit) => {
    expect(parseOverflow(message)).toEqual({ requested, limit });
  });

  it.each([
    ['configured context size is 131072', 131_072],
    ['Range of input length should be [1, 129024]', 129_024],
    ['Extra usage is required for long context requests.', 200_000],
  ])('the limit alone: %s', (message, limit) => {
    expect(speaksOfOverflow(message)).toBe(true);
    expect(parseOverflow(message)).toEqual({ limit });
  });
});

describe('W18 bytes', () => {
  it.each([
    ['Maximum content size limit (26214400) exceeded (52428800 bytes read)', 2],
    ['Request Entity Too Large', 1],
    ['Payload too large', 1],
    ['Request exceeds the maximum size', 1],
    ['request body too large: 41943040 bytes, limit 20971520 bytes', 2],
    ['Failed to buffer the request body: length limit exceeded', 1],
    ['A web page came (HTTP 413) and not the answer of an API.', 1],
  ])('%s', (message, excess) => expect(bytesExcess(message)).toBe(excess));

  it.each(['prompt is too long: 208380 tokens > 200000 maximum', 'context_length_exceeded', ''])('not: %s', (message) =>
    expect(bytesExcess(message)).toBeUndefined(),
  );
});
