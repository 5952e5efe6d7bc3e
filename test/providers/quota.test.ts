/** What each provider says when a quota is used up, through its real library: the kind of the error, and when it comes back. */
import { describe, expect, it } from 'vitest';
import type { ModelError } from '../../src/core/agent/model-event.ts';
import { anthropic } from '../../src/providers/anthropic/adapter.ts';
import { gemini } from '../../src/providers/gemini/adapter.ts';
import { openaiCompatible } from '../../src/providers/openai-compatible/adapter.ts';
import { openai } from '../../src/providers/openai-responses/adapter.ts';
import { resetIn, untilPacificMidnight, waitOf } from '../../src/providers/shared/quota.ts';
import { type Answer, atServer, errorAt, json, PROVIDERS } from './at-server.ts';

const HOUR = 3_600_000;
type Row = readonly [string, (typeof PROVIDERS)[number], Answer, ModelError['kind'], (readonly [number, number])?];

const openaiError = (code: string, message: string) => ({ error: { message, type: code, param: null, code } });
const anthropicError = (type: string, message: string) => ({ type: 'error', error: { type, message } });
const limited = (body: object, headers: Readonly<Record<string, string>> = {}): Answer => ({
  ...json(429, body),
  headers,
});
const gone = (quotaId: string) => ({
  error: {
    code: 429,
    message: 'You exceeded your current quota, please check your plan and billing details.\nPlease retry in 27.3s.',
    status: 'RESOURCE_EXHAUSTED',
    details: [
      { '@type': 'type.googleapis.com/google.rpc.QuotaFailure', violations: [{ quotaId, quotaValue: '250' }] },
      { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '27s' },
    ],
  },
});
const groqDaily = (pause: string) =>
  openaiError(
    'rate_limit_exceeded',
    `Rate limit reached for model \`m\` in organization \`org\` on requests per day (RPD): Limit 1000, Used 1000, Requested 1. Please try again in ${pause}. Need more tokens? Upgrade to Dev Tier today at https://console.groq.com/settings/billing`,
  );
const inHours = (hours: number) => String(Date.now() + hours * HOUR);

/** The last column is the least and the most milliseconds until it comes back; without it none is named. */
const ROWS: readonly Row[] = [
  [
    'OpenAI: no credit',
    openai,
    limited(
      openaiError('insufficient_quota', 'You exceeded your current quota, please check your plan and billing details.'),
    ),
    'quota',
  ],
  [
    'OpenAI: a limit on a day that opens in hours',
    openai,
    limited(
      openaiError(
        'rate_limit_exceeded',
        'Rate limit reached for m on requests per day (RPD): Limit 200, Used 200. Please try again in 7h12m.',
      ),
    ),
    'quota',
    [7.2 * HOUR, 7.2 * HOUR],
  ],
  [
    'OpenAI: a limit on a minute, with the time in headers alone',
    openai,
    limited(openaiError('rate_limit_exceeded', 'Rate limit reached for m on tokens per min (TPM).'), {
      'x-ratelimit-remaining-tokens': '0',
      'x-ratelimit-reset-tokens': '6.5s',
      'x-ratelimit-remaining-requests': '190',
      'x-ratelimit-reset-requests': '7m12s',
    }),
    'rate-limit',
    [6_500, 6_500],
  ],
  [
    'Groq: a limit on a day that opens in a minute',
    openaiCompatible,
    limited(groqDaily('1m26.4s')),
    'rate-limit',
    [86_400, 86_400],
  ],
  [
    'Groq: a limit on a day, with a header',
    openaiCompatible,
    limited(groqDaily('2h0m0s'), { 'retry-after': '7200' }),
    'quota',
    [2 * HOUR, 2 * HOUR],
  ],
  ...['acme/monthly-digest-7b', '`weekly`', 'daily_news:latest', 'org-per.daily-2'].map(
    (name): Row => [
      `a limit for a minute on the model ${name}`,
      openaiCompatible,
      limited({ error: { message: `Rate limit reached for model ${name} on requests per min: Limit 3, Used 3.` } }),
      'rate-limit',
    ],
  ),
  [
    'a limit for a month on the model acme/monthly-digest-7b',
    openaiCompatible,
    limited({ error: { message: 'The monthly limit for acme/monthly-digest-7b is used up.' } }),
    'quota',
  ],
  [
    'OpenRouter: free models of a day, the time in the body',
    openaiCompatible,
    limited({
      error: {
        message: 'Rate limit exceeded: free-models-per-day. Add 10 credits to unlock 1000 free model requests per day',
        code: 429,
        metadata: {
          headers: { 'X-RateLimit-Limit': '50', 'X-RateLimit-Remaining': '0', 'X-RateLimit-Reset': inHours(5) },
        },
      },
    }),
    'quota',
    [4.9 * HOUR, 5 * HOUR],
  ],
  [
    'OpenRouter: no credit for this reply',
    openaiCompatible,
    json(402, { error: { message: 'This request requires more credits, or fewer max_tokens.', code: 402 } }),
    'quota',
  ],
  [
    'OpenRouter: the limit of the key',
    openaiCompatible,
    json(403, { error: { message: 'Key limit exceeded (total limit).', code: 403 } }),
    'quota',
  ],
  ['DeepSeek: no money', openaiCompatible, json(402, openaiError('unknown_error', 'Insufficient Balance')), 'quota'],
  [
    'xAI: no credit, as a forbidden request',
    openaiCompatible,
    json(403, {
      code: 'permission-denied',
      error: 'Your team has either used all available credits or reached its monthly spending limit.',
    }),
    'quota',
  ],
  [
    'Zhipu: no money',
    openaiCompatible,
    limited({ error: { code: '1113', message: '余额不足或无可用资源包,请充值。' } }),
    'quota',
  ],
  [
    'Anthropic: no credit',
    anthropic,
    json(400, anthropicError('invalid_request_error', 'Your credit balance is too low to access the Anthropic API.')),
    'quota',
  ],
  [
    'Anthropic: the limit that the account has set',
    anthropic,
    json(
      400,
      anthropicError(
        'invalid_request_error',
        `You have reached your specified API usage limits. You will regain access on ${new Date(Date.now() + 48 * HOUR).toISOString().slice(0, 10)} at 00:00 UTC.`,
      ),
    ),
    'quota',
    [23 * HOUR, 48 * HOUR],
  ],
  [
    'Anthropic: a limit on a minute',
    anthropic,
    limited(
      anthropicError(
        'rate_limit_error',
        'This request would exceed your organization’s rate limit of 50 requests per minute.',
      ),
      {
        'retry-after': '41',
      },
    ),
    'rate-limit',
    [41_000, 41_000],
  ],
  [
    'Anthropic: limits whose end is in headers alone',
    anthropic,
    limited(anthropicError('rate_limit_error', 'Number of request tokens has exceeded your limit.'), {
      'anthropic-ratelimit-tokens-remaining': '0',
      'anthropic-ratelimit-tokens-reset': new Date(Date.now() + HOUR).toISOString(),
      'anthropic-ratelimit-requests-remaining': '40',
      'anthropic-ratelimit-requests-reset': new Date(Date.now() + 9 * HOUR).toISOString(),
    }),
    'rate-limit',
    [0.9 * HOUR, HOUR],
  ],
  [
    'Gemini: a limit on a day',
    gemini,
    limited(gone('GenerateRequestsPerDayPerProjectPerModel-FreeTier')),
    'quota',
    [1, 24 * HOUR],
  ],
  [
    'Gemini: a limit on a minute',
    gemini,
    limited(gone('GenerateRequestsPerMinutePerProjectPerModel-FreeTier')),
    'rate-limit',
    [27_000, 27_000],
  ],
  ...PROVIDERS.map(
    (provider): Row => [
      `${provider.id}: a limit on a day with a time that no limit has`,
      provider,
      limited(
        {
          error: {
            message: 'Rate limit reached for m on requests per day.',
            code: 429,
            metadata: { headers: { 'X-RateLimit-Reset': '1e309' } },
            details: [{ violations: [{ quotaId: 'GenerateRequestsPerMonth' }] }, { retryDelay: '99999999999999s' }],
          },
        },
        { 'retry-after': '99999999999999', 'retry-after-ms': '1e20' },
      ),
      provider === gemini ? 'rate-limit' : 'quota',
    ],
  ),
];

describe('a quota', () => {
  it.each(ROWS.map((row) => ({ name: row[0], row })))('$name', async ({ row: [, provider, answer, kind, wait] }) => {
    const error = await atServer(answer, (baseUrl) => errorAt(provider, { baseUrl }));
    expect(error.kind).toBe(kind);
    if (!wait) return expect(error).not.toHaveProperty('retryAfter');
    expect(error.retryAfter).toBeGreaterThanOrEqual(wait[0]);
    expect(error.retryAfter).toBeLessThanOrEqual(wait[1]);
  });
});

const NOW = Date.UTC(2026, 10, 29, 20, 0, 0);

it.each([
  ['2m59.56s', 179_560],
  ['120ms', 120],
  ['6m0s', 360_000],
  ['1h2m3s', 3_723_000],
  ['2d3h', 51 * HOUR],
  ['33011.38', 33_011_380],
  ['0', 0],
  [String(NOW + 5_000), 5_000],
  [String(NOW / 1000 + 7), 7_000],
  [String(NOW - 5_000), 0],
  [`${NOW + 5_000}000`, 5_000],
  [`${NOW + 5_000}000000`, 5_000],
  ['99999999999999', undefined],
  ['1e309', undefined],
  [`${'9'.repeat(30)}d`, undefined],
  ['9999-12-31T00:00:00Z', undefined],
  ['2026-11-29T21:00:00Z', HOUR],
  ['soon', undefined],
])('the time of a limit in a header: %s', (value, wait) => expect(waitOf(value, NOW)).toBe(wait));

it('the last of the limits that have nothing left counts, and none where there is one', () => {
  const headers = new Headers({
    'x-ratelimit-remaining-requests-day': '0',
    'x-ratelimit-reset-requests-day': '3600',
    'x-ratelimit-remaining-tokens-minute': '0',
    'x-ratelimit-reset-tokens-minute': '12',
    'x-ratelimit-reset': '99999',
  });
  expect(resetIn(headers, NOW)).toBe(HOUR);
  expect(resetIn(new Headers({ 'x-ratelimit-reset': '5' }), NOW)).toBeUndefined();
});

it('midnight Pacific time', () => {
  expect(untilPacificMidnight(NOW)).toBe(12 * HOUR);
  expect(untilPacificMidnight(Date.UTC(2026, 6, 1, 6, 59, 0))).toBe(60_000);
});
