/** Recognizes "request too long" errors by their text; each pattern is listed with the literal message. */

/** Vendors' error references and issue threads, 2026-11. The numbers in them are read by `core/agent/learned-limits.ts`. */
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
  // OpenAI's own, and compatible servers behind its words.
  {
    message:
      'Input tokens exceed the configured limit of 272000 tokens. Your messages resulted in 509178 tokens. Please reduce the length of the messages.',
    match: /reduce the length of the (messages|prompt|input)/i,
  },
  {
    message: 'Maximum content size limit (26214400) exceeded (27262976 bytes read)',
    match: /maximum content size limit/i,
  },
  // xAI.
  {
    message: "This model's maximum prompt length is 131072 but the request contains 537812 tokens.",
    match: /maximum prompt length is/i,
  },
  // Together AI and SGLang.
  {
    message: "The input (188032 tokens) is longer than the model's context length (131072 tokens).",
    match: /longer than the model's context length/i,
  },
  // Poolside, by OpenRouter.
  {
    message: 'Input length 300000 exceeds the maximum allowed input length of 262112 tokens.',
    match: /exceeds the maximum allowed input length/i,
  },
  // Ollama.
  {
    message: 'prompt too long; exceeded max context length by 1200 tokens',
    match: /exceeded (max(imum)? )?context length/i,
  },
  {
    message: 'the input length exceeds the context length',
    match: /input length exceeds the (maximum )?context length/i,
  },
  // LM Studio.
  {
    message: 'The number of tokens to keep from the initial prompt is greater than the context length.',
    match: /greater than the context length/i,
  },
  {
    message:
      'Trying to keep the first 15857 tokens when context the overflows. However, the model is loaded with context length of only 4096 tokens, which is not enough.',
    match: /loaded with context length of only/i,
  },
  {
    message: 'Cannot truncate prompt with n_keep (15028) >= n_ctx (7424)',
    match: /n_keep \(\d+\) >= n_ctx/i,
  },
  {
    message: 'Context size has been exceeded.',
    match: /context size has been exceeded/i,
  },
  {
    message:
      'Reached context length of 4096 tokens with model, but this model does not currently support mid-generation context overflow.',
    match: /reached context length of/i,
  },
  // Mistral.
  {
    message: 'Prompt contains 65673 tokens and 0 draft tokens, too large for model with 32768 maximum context length',
    match: /too large for model with \d+ maximum/i,
  },
  // Amazon Bedrock.
  {
    message: 'Input is too long for requested model.',
    match: /input is too long for (the )?requested model/i,
  },
  {
    message: 'Too many input tokens. Max input tokens: 300000, request input token count: 354000',
    match: /too many input tokens/i,
  },
  {
    message: 'prompt tokens (400007) exceed model maximum (278528) for openai.gpt-5.5',
    match: /prompt tokens \(\d+\) exceed model maximum/i,
  },
  // Cohere.
  {
    message: 'too many tokens: total number of tokens in the prompt cannot exceed 128000 - received 150000.',
    match: /tokens in the prompt cannot exceed/i,
  },
  // Moonshot.
  {
    message: 'Invalid request: Your request exceeded model token limit: 262144 (requested: 291351)',
    match: /exceeded model token limit/i,
  },
  // MiniMax.
  {
    message: 'invalid params, context window exceeds limit (2013)',
    match: /context window exceeds limit/i,
  },
  // GitHub Copilot.
  {
    message: 'prompt token count of 131373 exceeds the limit of 128000',
    match: /prompt token count of \d+ exceeds the limit/i,
  },
  // Alibaba.
  {
    message: 'Range of input length should be [1, 129024]',
    match: /range of input length should be/i,
  },
  // Zhipu.
  {
    message: 'Prompt exceeds max length',
    match: /prompt exceeds max(imum)? length/i,
  },
  // Perplexity.
  {
    message: 'The total length of all messages is too long.',
    match: /length of all messages is too long/i,
  },
  // Cloudflare.
  {
    message:
      'The estimated number of input and maximum output tokens (35000) exceeded this model context window limit (32768).',
    match: /exceeded this model context window limit/i,
  },
  // Hugging Face TGI.
  {
    message:
      'Input validation error: `inputs` tokens + `max_new_tokens` must be <= 4096. Given: 5000 `inputs` tokens and 20 `max_new_tokens`',
    match: /`inputs` tokens \+ `max_new_tokens` must be/i,
  },
];

const CODES = [
  'context_length_exceeded',
  'model_context_window_exceeded',
  'request_too_large',
  // llama.cpp
  'exceed_context_size_error',
];

/** Too much for the time, whatever else it says: "… on tokens per min (TPM): Limit 30000, Requested 42000 …". */
const LATER = /\bper (min|minute|hour|day)\b|\brate limit|too many requests|please wait/i;

/** A server's page may be long: no more of a message than this is looked at. */
const LONGEST = 10_000;

export function isOverflow(status: number | undefined, code: string, message: string): boolean {
  if (status === 429 || status === 401 || status === 403) return false;
  const head = message.slice(0, LONGEST);
  if (LATER.test(head)) return false;
  return status === 413 || CODES.includes(code) || PATTERNS.some(({ match }) => match.test(head));
}
