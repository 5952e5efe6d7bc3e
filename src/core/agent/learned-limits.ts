/** Learns a model's real token limit and tokenizer factor from refusals and usage reports (reliability cases 18, 19). */
import { factorOfOne } from '../thread/calibrate.ts';
import { LEAST_FACTOR, MOST_FACTOR, type ReportFinding } from '../thread/trusted-reports.ts';

/** What was learned about one model. The caller stores it. */
export interface Learned {
  /** Tokens of its window. */
  readonly limit?: number;
  /** The model's known window when the limit was learned. The limit is dropped once the known window changes. */
  readonly below?: number;
  /** Tokens for each estimated one, by R25's rules. */
  readonly factor?: number;
}

/** The token counts that a refusal names. */
export interface Overflow {
  readonly limit?: number;
  /** Tokens of the request by the provider's own count. */
  readonly requested?: number;
}

/** Matches an exact number; a rounded one (128k) doesn't count. */
const N = String.raw`([\d][\d,_.]*)(?![\d,_.]*[km]\b)`;
const pattern = (text: string) => new RegExp(text.replaceAll('N', N), 'i');

/** Each with the literal message that it is made for; vendors' error references and issue threads, 2026-11. */
const PATTERNS: readonly { readonly match: RegExp; readonly order: 'requested-limit' | 'limit-requested' | 'limit' }[] =
  [
    // Anthropic: "prompt is too long: 208380 tokens > 200000 maximum"
    { match: pattern('too long:? N tokens? > N'), order: 'requested-limit' },
    // Anthropic: "input length and `max_tokens` exceed context limit: 199409 + 20000 > 200000, decrease …"
    { match: pattern(String.raw`exceed context limit: N \+ [\d,_.]+ > N`), order: 'requested-limit' },
    // Gemini: "The input token count (1200000) exceeds the maximum number of tokens allowed (1048576)."
    { match: pattern(String.raw`token count \(?N\)? exceeds[^\d]*N`), order: 'requested-limit' },
    // GitHub Copilot: "prompt token count of 391491 exceeds the limit of 128000"
    { match: pattern('token count of N exceeds the limit of N'), order: 'requested-limit' },
    // OpenAI, DeepSeek, OpenRouter: "… However, you requested 71346 tokens (63154 in the messages, 8192 in the completion)": what is
    // kept for the reply is no part of what was counted.
    {
      match: pattern(
        String.raw`maximum context length is N tokens[^\d]*[\d,_.]+ tokens \(N (?:in the messages|of text input)`,
      ),
      order: 'limit-requested',
    },
    // OpenAI and compatible: "This model's maximum context length is 131072 tokens. However, you requested 140000 tokens (…)"
    // and "… However, your messages resulted in 140000 tokens."
    { match: pattern(String.raw`maximum context length is N tokens[^\d]*N tokens`), order: 'limit-requested' },
    // "This model's maximum context length is 131072 tokens."
    { match: pattern('maximum context length is N'), order: 'limit' },
    // llama.cpp: "the request exceeds the available context size (8192 tokens), try increasing it"
    {
      match: pattern(String.raw`request \(N tokens\) exceeds the available context size \(N`),
      order: 'requested-limit',
    },
    { match: pattern(String.raw`available context size \(?N`), order: 'limit' },
    // xAI: "This model's maximum prompt length is 131072 but the request contains 537812 tokens."
    { match: pattern(String.raw`maximum prompt length is N[^\d]*N tokens`), order: 'limit-requested' },
    // Together and SGLang: "The input (188032 tokens) is longer than the model's context length (131072 tokens)."
    { match: pattern(String.raw`\(N tokens\) is longer than[^\d]*N tokens`), order: 'requested-limit' },
    // Azure: "Input tokens exceed the configured limit of 272000 tokens. Your messages resulted in 509178 tokens."
    { match: pattern(String.raw`configured limit of N tokens[^\d]*N tokens`), order: 'limit-requested' },
    // Mistral: "Prompt contains 65673 tokens and 0 draft tokens, too large for model with 32768 maximum context length"
    { match: pattern('contains N tokens.{0,40}too large for model with N'), order: 'requested-limit' },
    // LM Studio: "Cannot truncate prompt with n_keep (15028) >= n_ctx (7424)"
    { match: pattern(String.raw`n_keep \(N\) >= n_ctx \(N\)`), order: 'requested-limit' },
    // Bedrock: "Max input tokens: 300000, request input token count: 354000", "prompt tokens (400007) exceed model maximum (278528)"
    { match: pattern('max input tokens: N, request input token count: N'), order: 'limit-requested' },
    { match: pattern(String.raw`prompt tokens \(N\) exceed model maximum \(N\)`), order: 'requested-limit' },
    // Moonshot: "Your request exceeded model token limit: 262144 (requested: 291351)"
    { match: pattern(String.raw`model token limit: N \(requested: N\)`), order: 'limit-requested' },
    // GitHub Copilot: "prompt token count of 131373 exceeds the limit of 128000"
    { match: pattern('token count of N exceeds the limit of N'), order: 'requested-limit' },
  ];

/** Parses the token counts in a provider's refusal; returns an empty object when it has none. Linear. */
export function parseOverflow(message: string): Overflow {
  for (const { match, order } of PATTERNS) {
    const found = match.exec(message.slice(0, MAX_MESSAGE_LENGTH));
    if (!found) continue;
    const [first, second] = [numberOf(found[1]), numberOf(found[2])];
    const [limit, requested] = order === 'requested-limit' ? [second, first] : [first, second];
    return { ...(limit !== undefined && { limit }), ...(requested !== undefined && { requested }) };
  }
  return {};
}

/** Characters that are searched: an error page can be very long. */
const MAX_MESSAGE_LENGTH = 10_000;

/** A refusal without numbers only proves that the request exceeded the limit; it is assumed to exceed it by this factor. */
const UNKNOWN_EXCESS = 1.1;

export interface OverflowRefusal {
  readonly message: string;
  /** Tokens of the request: measured, and by the estimate alone. */
  readonly counted: number;
  readonly estimate: number;
  /** The model's known window in tokens. */
  readonly window: number;
}

/**
 * What to remember, and how much larger the request really was than we counted (1 or more). A limit is only ever learned
 * downwards: a larger one than the settings say is the settings' business. A factor is learned from a count that the provider
 * gives, as from a single report (R25); words without a number teach that the limit lies below what we counted, unless that is so
 * much less than the window that no tokenizer explains it.
 */
export function learnFromOverflow(
  { message, counted, estimate, window }: OverflowRefusal,
  known: Learned = {},
): { readonly learned: Learned; readonly excess: number } {
  const { limit, requested } = parseOverflow(message);
  const hasNumber = limit !== undefined || requested !== undefined;
  const refused = hasNumber || counted * MOST_FACTOR < window ? window : counted;
  const lower = Math.min(limit ?? refused, known.limit ?? window, window);
  const actual = requested ?? lower * UNKNOWN_EXCESS;
  const excess = counted > 0 && Number.isFinite(actual) ? Math.max(1, actual / counted) : 1;
  const factor = requested === undefined || excess === 1 ? undefined : factorOfOne({ reported: requested, estimate });
  return {
    excess,
    learned: { ...known, ...(lower < window && { limit: lower }), ...(factor !== undefined && { factor }) },
  };
}

/** Updates a model's knowledge from a thread's usage reports: takes its factor, and drops a limit that two requests exceeded. */
export function learnFromReports(
  { factor, finding }: { readonly factor: number | undefined; readonly finding?: ReportFinding | undefined },
  known: Learned,
): Learned {
  const { limit, below, ...rest } = known;
  const isExceeded = finding?.type === 'window-exceeded' && limit !== undefined && finding.tokens > limit;
  const kept = limit !== undefined && !isExceeded ? { limit, ...(below !== undefined && { below }) } : {};
  return { ...rest, ...kept, ...(factor !== undefined && isFactor(factor) && { factor }) };
}

/** The knowledge that still applies to a model whose known window is `window`. */
export function learnedFor({ limit, below, ...rest }: Learned, window: number | undefined): Learned {
  if (limit === undefined || (below !== undefined && below !== window)) return rest;
  return { ...rest, limit, ...(below !== undefined && { below }) };
}

/** Whether a factor is plausible. Older versions stored implausible ones. */
export function isFactor(factor: number): boolean {
  return factor >= LEAST_FACTOR && factor <= MOST_FACTOR;
}

function numberOf(text: string | undefined): number | undefined {
  const value = Number(text?.replace(/[,_.]/g, ''));
  return text !== undefined && Number.isSafeInteger(value) && value > 0 ? value : undefined;
}
