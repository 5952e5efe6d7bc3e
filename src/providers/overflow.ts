/** Tells by a provider's words that a request was too long; each pattern beside the literal message that it is made for. */

/** Vendors' error references and issue threads, 2026-11. The numbers in them are read by `core/agent/learned.ts`. */
const PATTERNS: readonly { readonly message: string; readonly match: RegExp }[] = [
  { message: 'prompt is too long: 208380 tokens > 200000 maximum', match: /prompt is too long/i },
  {
    message: 'input length and `max_tokens` exceed context limit: 199409 + 20000 > 200000, decrease input length',
    match: /exceed context limit/i,
  },
  {
    message: 'Your input exceeds the context window of this model. Please adjust your input and try again.',
    match: /exceeds the context window/i,
  },
  {
    message: "This model's maximum context length is 131072 tokens. However, you requested 140000 tokens",
    match: /maximum context length/i,
  },
  {
    message: 'The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).',
    match: /token count.*exceeds the maximum/i,
  },
  {
    message: 'the request exceeds the available context size (8192 tokens), try increasing it',
    match: /exceeds the available context size/i,
  },
  {
    message: 'prompt token count of 391491 exceeds the limit of 128000',
    match: /token count of \d+ exceeds the limit/i,
  },
  { message: 'Message exceeds token limit.', match: /exceeds token limit/i },
];

const CODES = ['context_length_exceeded', 'model_context_window_exceeded', 'request_too_large'];

/** A server's page may be long: no more of a message than this is looked at. */
const LONGEST = 10_000;

export function isOverflow(status: number | undefined, code: string, message: string): boolean {
  if (status === 429 || status === 401 || status === 403) return false;
  const head = message.slice(0, LONGEST);
  return CODES.includes(code) || PATTERNS.some(({ match }) => match.test(head));
}
