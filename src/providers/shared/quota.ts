/** Detects errors that mean a used-up quota or an empty account, and reads from the response headers when the limit ends. */
import { RETRY_POLICY } from '../../core/agent/retry.ts';
import { namesRequestPart } from './request-refusal.ts';

/**
 * No repetition mends these. OpenAI (`insufficient_quota`) and Gemini: "You exceeded your current quota, please check your plan and
 * billing details."; Anthropic: "Your credit balance is too low to access the Anthropic API.", "You have reached your specified API
 * usage limits. You will regain access on …"; DeepSeek and Zhipu: "Insufficient Balance"; OpenRouter: "This request requires more
 * credits", "Key limit exceeded"; xAI: "has either used all available credits or reached its monthly spending limit". A limit on the
 * rate may speak of billing too.
 */
const SPENT =
  /insufficient[ _](quota|balance|credits?|funds)|billing_(error|hard_limit|not_active)|credit balance is too low|exceeded[ _](your[ _])?current[ _]quota|specified API usage limits|requires more credits|used all available credits|reached .{0,30}spending limit|spending limit .{0,20}(reached|exceeded)|key limit exceeded|余额不足/i;

/**
 * A limit on a day or longer. OpenAI and Groq: "Rate limit reached … on requests per day (RPD): Limit 1000, …"; OpenRouter: "Rate
 * limit exceeded: free-models-per-day"; Gemini's `quotaId`: "GenerateRequestsPerDayPerProjectPerModel-FreeTier".
 */
const LONG_LIMIT = /per[ _-]?(day|week|month)|\b(daily|weekly|monthly)\b|\b[RT]PD\b/i;

/** Names in a message, which is often that of the model (`acme/monthly-digest-7b`, "weekly"), but for one that says "per day" itself. */
const NAMES =
  /["'`][\w.:/-]+["'`]|(?<![\w.:/-])(?![\w.:/-]*per[_-]?(?:day|week|month))(?=[\w.:/-]*[\w][-/:_][\w])[\w.:/-]+/gi;

/** A message that names a part of the request may repeat words that were sent: "Invalid schema for function 'list_billing_errors'". */
export function isSpent(code: string, message: string): boolean {
  return SPENT.test(code) || (SPENT.test(message) && !namesRequestPart(message));
}

/** `retryAfter` in milliseconds. Limits of OpenAI and Groq on a day fill up all the time, so that a short pause may do. */
export function isQuotaRefusal(code: string, message: string, retryAfter: number | undefined): boolean {
  const isSoon = retryAfter !== undefined && retryAfter <= RETRY_POLICY.maxWait;
  return isSpent(code, message) || (LONG_LIMIT.test(`${code} ${message.replace(NAMES, ' ')}`) && !isSoon);
}

/** Anthropic, in the words alone: "You will regain access on 2025-07-01 at 00:00 UTC." Milliseconds from `now`. */
export function regainIn(message: string, now: number): number | undefined {
  const [, day, time] = /regain access on (\d{4}-\d\d-\d\d)(?: at (\d\d:\d\d) UTC)?/.exec(message) ?? [];
  const at = Date.parse(`${day}T${time ?? '00:00'}Z`);
  return at > now ? at - now : undefined;
}

const RESET = /^((?:x-|anthropic-)?ratelimit-)(.*-)?reset(-.*)?$/;

/**
 * Milliseconds until the last of the limits that have nothing left is reset; undefined where none says so. OpenAI and Groq:
 * `x-ratelimit-reset-requests: 2m59.56s` beside `x-ratelimit-remaining-requests`; Cerebras: seconds; OpenRouter: `X-RateLimit-Reset`
 * in milliseconds since 1970; Anthropic: `anthropic-ratelimit-tokens-reset`, an RFC 3339 time.
 */
export function resetIn(headers: Headers, now: number): number | undefined {
  const waits = [...headers].flatMap(([name, value]) => {
    const [, start = '', middle = '', end = ''] = RESET.exec(name) ?? [];
    const left = start && Number.parseFloat(headers.get(`${start}${middle}remaining${end}`) ?? '');
    const wait = left === 0 ? waitOf(value, now) : undefined;
    return wait === undefined ? [] : [wait];
  });
  return waits.length === 0 ? undefined : Math.max(...waits);
}

const DAY_MS = 24 * 60 * 60_000;
/** Milliseconds. A server that names a longer wait is mistaken, or it counts in a unit that is not known. */
const LONGEST_WAIT = 366 * DAY_MS;

/** The wait in milliseconds; undefined where it is longer than a year, or no number. */
export function believable(wait: number | undefined): number | undefined {
  return wait !== undefined && wait <= LONGEST_WAIT ? Math.max(0, wait) : undefined;
}

/** From these numbers on they count from 1970, in the unit whose milliseconds stand beside it: no limit lasts for thirty years. */
const SINCE_1970 = [
  { from: 1e18, unit: 1e-6 },
  { from: 1e15, unit: 1e-3 },
  { from: 1e12, unit: 1 },
  { from: 1e9, unit: 1_000 },
];

/** Milliseconds until what a header names: a number of seconds, a duration, or a time. Undefined where it is more than a year. */
export function waitOf(value: string, now: number): number | undefined {
  // A header that was sent twice has both values; only dates begin with a word.
  const [, first] = /^\s*([\d.]+)\s*,/.exec(value) ?? [];
  const number = Number(first ?? value);
  const since = SINCE_1970.find(({ from }) => number >= from);
  if (since) return believable(number * since.unit - now);
  if (number >= 0) return believable(Math.round(number * 1000));
  return believable(durationIn(value) ?? Date.parse(value) - now);
}

/** Milliseconds of "25.358s", "6m0s", "1h2m3s", "120ms" or "2d3h" at the start of the text. */
export function durationIn(text: string): number | undefined {
  const found = /^(?:(\d+)d)?(?:(\d+)h)?(?:(\d+)m(?!s))?(?:(\d+(?:\.\d+)?)(ms|s))?/i.exec(text.trim());
  const [days = 0, hours = 0, minutes = 0, rest = 0] = [1, 2, 3, 4].map((part) => Number(found?.[part] ?? 0));
  const wait = ((days * 24 + hours) * 60 + minutes) * 60_000 + rest * (/^ms$/i.test(found?.[5] ?? '') ? 1 : 1000);
  return wait > 0 ? wait : undefined;
}

const PACIFIC = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/Los_Angeles',
  hourCycle: 'h23',
  hour: 'numeric',
  minute: 'numeric',
  second: 'numeric',
});

/** Milliseconds until Gemini's requests per day are reset: "at midnight Pacific time" (ai.google.dev, "Rate limits"). An hour off on the two days when clocks change. */
export function untilPacificMidnight(now: number): number {
  const parts = PACIFIC.formatToParts(now);
  const [hours = 0, minutes = 0, seconds = 0] = (['hour', 'minute', 'second'] as const).map((type) =>
    Number(parts.find((part) => part.type === type)?.value),
  );
  return DAY_MS - ((hours * 60 + minutes) * 60 + seconds) * 1000;
}
