/** Kinds of errors that more than the status decides. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { ModelError } from '../../../src/core/agent/model-event.ts';
import { bytesExcess } from '../../../src/core/agent/refusals/parse-overflow.ts';
import { modelErrorOf, retryAfterOf } from '../../../src/providers/shared/model-error.ts';
import { runs } from '../../property/runs.ts';

it.each([
  'image input is not supported - hint: if this is unexpected, you may need to provide the mmproj',
  'tools param requires --jinja flag',
  'Value is not callable: null at row 1, column 62',
  'Only user, assistant and tool roles are supported, got system.',
  'Conversation roles must alternate user/assistant/user/assistant/...',
  'Error rendering prompt with jinja template: "Unknown filter"',
  'Failed to parse messages: Unsupported content part type: "input_audio"',
  'Cannot use custom grammar constraints with tools.',
  'Unsupported param: tools',
  'template: :3:24: executing "" at <.Tools>: can’t evaluate field',
  'Assistant response prefill is incompatible with enable_thinking.',
  'max_tokens must be at most 4096',
])('W24 HTTP 500, about the request: %s', (message) => {
  expect(modelErrorOf({ status: 500, message }).kind).toBe('invalid-request');
  expect(modelErrorOf({ message }).kind).toBe('invalid-request');
  expect(modelErrorOf({ status: 503, message }).kind).toBe('overloaded');
});

it.each([
  'Internal server error',
  'The server had an error while processing your request. Sorry about that!',
  'upstream connect error or disconnect/reset before headers',
  'CUDA out of memory',
  'EOF',
  'The image service is down',
])('W24 HTTP 500, about the server: %s', (message) =>
  expect(modelErrorOf({ status: 500, message }).kind).toBe('overloaded'),
);

it.each<[number | undefined, string]>([
  [500, 'error parsing tool call: raw=\'{"a":\', err=unexpected end of JSON input'],
  [400, "Failed to call a function. Please adjust your prompt. See 'failed_generation' for more details."],
  [400, "tool call validation failed: attempted to call tool 'x' which was not in request.tools"],
  [400, 'Parsing failed. The model generated output that could not be parsed.'],
  [undefined, 'Unknown tool'],
])('W21 HTTP %s, a call that the model wrote wrong: %s', (status, message) =>
  expect(modelErrorOf({ status, message }).kind).toBe('empty'),
);

it('W20 HTTP 400 for what is overloaded behind a gateway', () =>
  expect(
    modelErrorOf({ status: 400, message: 'The engine is currently overloaded, please try again later' }).kind,
  ).toBe('overloaded'));

it.each([
  ['Extra usage is required for long context requests.', 429, 'overflow'],
  ['The long context beta is not yet available for this subscription.', 400, 'overflow'],
  ['Number of request tokens has exceeded your per-minute rate limit', 429, 'rate-limit'],
] as const)('W19 %s', (message, status, kind) => expect(modelErrorOf({ status, message }).kind).toBe(kind));

it.each([
  'https://api.example did not answer as the Claude API does: 413 and a web page',
  'A web page came in place of an answer (status 413).',
  'Too big.',
])('W18 a status of 413 is about bytes, whatever the page says: %s', (message) => {
  const error = modelErrorOf({ status: 413, message });
  expect(error).toEqual({ kind: 'overflow', message: `${message} (HTTP 413)` });
  expect(bytesExcess(error.message)).toBe(1);
});

it('W18 a status of 413 with tokens in its words is about tokens', () => {
  const message = 'Request too large: 20000 tokens, the limit is 8192 tokens';
  expect(modelErrorOf({ status: 413, message })).toEqual({ kind: 'overflow', message });
});

it.each<[number, string, string, ModelError['kind']]>([
  [400, '', "Invalid schema for function 'list_billing_errors': object schema missing properties.", 'invalid-request'],
  [400, '', "tools.3.custom.name: should match '^[a-z]{1,64}$' (got 'insufficient_balance alert')", 'invalid-request'],
  [400, '', "messages[4].content: invalid: 'your credit balance is too low'", 'invalid-request'],
  [400, '', "contents[2].parts[0]: unknown field 'insufficient_quota'", 'invalid-request'],
  [400, '', 'Unable to submit request because `billing_error` functionDeclaration is wrong.', 'invalid-request'],
  [429, '', "Slow down at messages[0]: 'spending limit exceeded'", 'rate-limit'],
  [403, '', 'Your organization has a spending limit policy; model m is not allowed', 'auth'],
  [403, '', 'Monthly spending limit exceeded.', 'quota'],
  [400, 'billing_error', 'messages.0: see your account', 'quota'],
  [400, 'invalid_request_error', 'Your credit balance is too low to access the Anthropic API.', 'quota'],
])('HTTP %s %s, words of the request or of the account: %s', (status, code, message, kind) =>
  expect(modelErrorOf({ status, code, message }).kind).toBe(kind),
);

const NOW = Date.UTC(2026, 10, 29, 20, 0, 0);
const YEAR = 366 * 24 * 3_600_000;
const odd = fc.oneof(
  fc.double().map(String),
  fc.bigInt({ min: 0n, max: 10n ** 40n }).map(String),
  fc.constantFrom('1e309', 'Infinity', '-Infinity', 'NaN', '', '9'.repeat(400), `${'9'.repeat(30)}d`, '9999-12-31'),
  fc
    .tuple(fc.bigInt({ min: 0n, max: 10n ** 25n }), fc.constantFrom('d', 'h', 'm', 's', 'ms'))
    .map((one) => one.join('')),
);

it.each(['retry-after', 'retry-after-ms', 'x-ratelimit-reset', 'anthropic-ratelimit-tokens-reset'])(
  'a wait is a number of milliseconds of at most a year, or none, whatever %s says',
  (name) =>
    fc.assert(
      fc.property(odd, (value) => {
        const headers = new Headers({
          'x-ratelimit-remaining': '0',
          'anthropic-ratelimit-tokens-remaining': '0',
          [name]: value,
        });
        const retryAfter = retryAfterOf(headers, NOW);
        const error = modelErrorOf({ status: 429, message: 'Too many requests per day', retryAfter });
        const wait = error.retryAfter ?? 0;
        expect(wait >= 0 && wait <= YEAR).toBe(true);
        expect(() => new Date(NOW + wait).toISOString()).not.toThrow();
      }),
      runs(300),
    ),
);
