/** What a provider's refusal teaches about a model: its true limit, and how far our count is off (reliability cases 18, 19). */
import { factorOfOne } from '../thread/calibrate.ts';
import { LEAST_FACTOR, MOST_FACTOR, type ReportFinding } from '../thread/trusted-reports.ts';

/** Kept for each model by whoever stores it; both lower-bound what the model told. */
export interface Learned {
  /** Tokens of its window. */
  readonly limit?: number;
  /** The window that was believed in when the limit was learned: once another one is told or set, the limit is to be learned anew. */
  readonly below?: number;
  /** Tokens for each estimated one, by R25's rules. */
  readonly factor?: number;
}

/** The numbers in a refusal, where it has some. */
export interface Overflow {
  readonly limit?: number;
  /** Tokens of the request by the provider's own count. */
  readonly requested?: number;
}

/** A rounded figure (128k) is none. */
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

/** The numbers of a refusal in the provider's words; none where it gives none. Linear. */
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

/** A server that answers with a page of its own says no more in the rest of it. */
const MAX_MESSAGE_LENGTH = 10_000;

/** A refusal without numbers proves no more than that the request was larger than the limit; so much is assumed on top. */
const UNKNOWN_EXCESS = 1.1;

export interface OverflowRefusal {
  readonly message: string;
  /** The request by our measure, and by the plain estimate. */
  readonly counted: number;
  readonly estimate: number;
  /** Tokens, as far as it was known. */
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

/** What the reports of a thread teach other threads: its own factor; and that a learned limit is none, once two requests went beyond. */
export function learnFromReports(
  { factor, finding }: { readonly factor: number | undefined; readonly finding?: ReportFinding | undefined },
  known: Learned,
): Learned {
  const { limit, below, ...rest } = known;
  const isExceeded = finding?.type === 'window-exceeded' && limit !== undefined && finding.tokens > limit;
  const kept = limit !== undefined && !isExceeded ? { limit, ...(below !== undefined && { below }) } : {};
  return { ...rest, ...kept, ...(factor !== undefined && isFactor(factor) && { factor }) };
}

/** What holds of it for a model whose window is said to be this large now. */
export function learnedFor({ limit, below, ...rest }: Learned, window: number | undefined): Learned {
  if (limit === undefined || (below !== undefined && below !== window)) return rest;
  return { ...rest, limit, ...(below !== undefined && { below }) };
}

/** Whether a tokenizer could be so far off; what was stored by a rule of before can be further. */
export function isFactor(factor: number): boolean {
  return factor >= LEAST_FACTOR && factor <= MOST_FACTOR;
}

function numberOf(text: string | undefined): number | undefined {
  const value = Number(text?.replace(/[,_.]/g, ''));
  return text !== undefined && Number.isSafeInteger(value) && value > 0 ? value : undefined;
}
