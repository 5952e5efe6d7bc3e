/** Reads a provider's refusal as too long: whether it is one, of tokens or of bytes, and its numbers. */
import { LONG_CONTEXT_TIER, OVERFLOW_MESSAGES } from './overflow-messages.ts';
import { otherExcess, soundsLikeOverflow, tokensIn, withoutDifference } from './overflow-words.ts';

/** The token counts that a refusal names. */
export interface Overflow {
  readonly limit?: number;
  /** Tokens of the request by the provider's own count. */
  readonly requested?: number;
}

/** Tokens from which on a request is a long one (`LONG_CONTEXT_TIER`). */
const LONG_CONTEXT = 200_000;

/** A refusal for the bytes of a request, which say nothing of tokens. */
const BYTES =
  /\bbytes?\b|\b\d+ ?[KMG]i?B\b|maximum content size limit|(request|body|payload|entity|content|input|message)( body| entity)? (is )?too large|request_too_large|payload_too_large|exceeds? the maximum (allowed )?(request )?size|length limit exceeded|failed to (buffer|parse) the? ?request|HTTP 413|^413\b/i;

export function speaksOfBytes(message: string): boolean {
  const head = message.slice(0, SEARCHED);
  return BYTES.test(head) && !/\btokens?\b/i.test(head);
}

/** A limit of the account, not of the model or the moment. */
export function speaksOfLongContext(message: string): boolean {
  return LONG_CONTEXT_TIER.match.test(message.slice(0, SEARCHED));
}

export function speaksOfOverflow(message: string): boolean {
  const head = message.slice(0, SEARCHED);
  return OVERFLOW_MESSAGES.some(({ match }) => match.test(head)) || soundsLikeOverflow(head);
}

/**
 * A request that is larger than what an account may send in a minute never fits, however long the pause. Groq (HTTP 413) and OpenAI:
 * "Request too large for … on tokens per minute (TPM): Limit 12000, Requested 19830, please reduce your message size and try again."
 */
function minuteLimit(message: string): number | undefined {
  const found = MINUTE.exec(message.slice(0, SEARCHED));
  const [limit, requested] = [numberOf(found?.[1]), numberOf(found?.[2])];
  return limit !== undefined && requested !== undefined && requested > limit ? limit : undefined;
}

const MINUTE =
  /tokens per (?:min|minute|day|hour)\b.{0,40}?limit:? ([\d,]+),(?: used:? [\d,]+,)? requested:? ([\d,]+)/is;

export function exceedsMinuteLimit(message: string): boolean {
  return minuteLimit(message) !== undefined;
}

/** Matches an exact number; a rounded one (128k) doesn't count. */
const N = String.raw`([\d][\d,_.]*)(?![\d,_.]*[km]\b)`;

const NUMBERS = OVERFLOW_MESSAGES.flatMap(({ numbers = [] }) => numbers).map(([text, order]) => ({
  match: new RegExp(text.replaceAll(/\bN\b/g, N), 'is'),
  order,
}));

/** Parses the token counts in a provider's refusal; returns an empty object when it has none. Linear. */
export function parseOverflow(message: string): Overflow {
  const head = message.slice(0, SEARCHED);
  if (speaksOfLongContext(message)) return { limit: tokensIn(head).limit ?? LONG_CONTEXT };
  const limitOfMinute = minuteLimit(head);
  if (limitOfMinute !== undefined) return { limit: limitOfMinute };
  const told = withoutDifference(head);
  for (const { match, order } of NUMBERS) {
    const found = match.exec(told);
    if (!found) continue;
    const [first, second, more] = [found[1], found[2], found[3]].map(numberOf);
    const [limit, asked] = order === 'requested-limit' ? [second, first] : [first, second];
    const requested = asked === undefined ? undefined : asked + (more ?? 0);
    return { ...(limit !== undefined && { limit }), ...(requested !== undefined && { requested }) };
  }
  return tokensIn(head);
}

/** How many times too large a refused request was, where its limit is none of tokens; 1 where the message does not have both sizes. */
export function bytesExcess(message: string): number | undefined {
  if (!speaksOfBytes(message)) return otherExcess(message.slice(0, SEARCHED));
  const sizes = [...message.slice(0, SEARCHED).matchAll(/\d[\d,_]{3,}/g)].flatMap(([text]) => numberOf(text) ?? []);
  const [least, most] = [Math.min(...sizes), Math.max(...sizes)];
  return sizes.length >= 2 && most > least ? most / least : 1;
}

/** Characters that are searched: an error page can be very long. */
const SEARCHED = 10_000;

function numberOf(text: string | undefined): number | undefined {
  const value = Number(text?.replace(/[,_.]/g, ''));
  return text !== undefined && Number.isSafeInteger(value) && value > 0 ? value : undefined;
}
