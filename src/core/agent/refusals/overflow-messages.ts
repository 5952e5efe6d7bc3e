/** The table of "request too long" errors by their literal messages, with where the numbers of tokens stand in them. */

type Order = 'requested-limit' | 'limit-requested' | 'limit';

/** To add a message is to add a row: word for word, what recognizes it, and where its numbers stand (`N`, whole numbers). */
export interface OverflowMessage {
  readonly said: readonly string[];
  readonly match: RegExp;
  readonly numbers?: readonly (readonly [text: string, order: Order])[];
}

/** Anthropic, of accounts without long context; the standard window is 200,000 tokens (platform.claude.com, "Context windows"). */
export const LONG_CONTEXT_TIER: OverflowMessage = {
  said: [
    'Extra usage is required for long context requests.',
    'The long context beta is not yet available for this subscription.',
    'Extra usage is required for 1M context',
  ],
  match: /extra usage[^.]{0,30}required[^.]{0,30}(long context|\b1M\b)|long context[^.]{0,40}not (yet )?available/i,
};

/** Vendors' error references and issue threads, 2026-11. */
export const OVERFLOW_MESSAGES: readonly OverflowMessage[] = [
  {
    // Anthropic; Fireworks; Ollama's cloud.
    said: [
      'prompt is too long: 208380 tokens > 200000 maximum',
      'The prompt is too long: 135000, model maximum context length: 131072',
    ],
    match: /prompt is too long/i,
    numbers: [
      ['too long:? N tokens? > N', 'requested-limit'],
      ['too long:? N, model maximum context length: N', 'requested-limit'],
    ],
  },
  {
    // Anthropic.
    said: [
      'input length and `max_tokens` exceed context limit: 199409 + 20000 > 200000, decrease input length or `max_tokens` and try again',
    ],
    match: /exceed context limit/i,
    numbers: [[String.raw`exceed context limit: N \+ [\d,_.]+ > N`, 'requested-limit']],
  },
  {
    // OpenAI; Qwen.
    said: [
      'Your input exceeds the context window of this model. Please adjust your input and try again.',
      'Requested tokens (5000) exceed context window of 4096',
    ],
    match: /exceeds? (the |this |its )?(model's )?(maximum )?context window/i,
    numbers: [[String.raw`tokens \(N\) exceed context window of N`, 'requested-limit']],
  },
  {
    // Gemini.
    said: ['The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).'],
    match: /token count.*exceeds the maximum/i,
    numbers: [[String.raw`token count \(?N\)? exceeds[^\d]*N`, 'requested-limit']],
  },
  {
    // GitHub Copilot.
    said: ['prompt token count of 131373 exceeds the limit of 128000'],
    match: /token count of \d+ exceeds the limit/i,
    numbers: [['token count of N exceeds the limit of N', 'requested-limit']],
  },
  {
    // OpenAI, DeepSeek, OpenRouter, vLLM, SGLang, LiteLLM. What is kept for the reply is no part of what was counted.
    said: [
      "This model's maximum context length is 131072 tokens. However, you requested 140000 tokens (120000 in the messages, 20000 in the completion).",
      "This model's maximum context length is 8192 tokens. However, your messages resulted in 9001 tokens.",
      "This endpoint's maximum context length is 131072 tokens. However, you requested about 140000 tokens (132000 of text input, 8000 in the output).",
      "This model's maximum context length is 262144 tokens. However, you requested 128000 output tokens and your prompt contains at least 134145 input tokens, for a total of at least 262145 tokens.",
      "'max_tokens' or 'max_completion_tokens' is too large: 16384. This model's maximum context length is 16384 tokens and your request has 1701 input tokens (16384 > 16384 - 1701).",
      "Requested token count exceeds the model's maximum context length of 131072 tokens. You requested a total of 140000 tokens: 120000 tokens from the input messages and 20000 tokens for the completion.",
      'The decoder prompt (length 9000) is longer than the maximum model length of 8192. Make sure that `max_model_len` is no smaller than the number of text tokens.',
      "You passed 9001 input tokens and requested 1 output tokens. However, the model's context length is only 8192 tokens, resulting in a maximum input length of 8191 tokens.",
    ],
    match: /maximum context length|maximum model length of|context length is only \d+/i,
    numbers: [
      [
        String.raw`maximum context length is N tokens[^\d]*[\d,_.]+ tokens \(N (?:in (?:the|your) (?:messages|prompt)|of text input(?:, N of tool input)?)`,
        'limit-requested',
      ],
      ['maximum context length (?:is|of) N tokens.{0,120}?N (?:input tokens|tokens from the input)', 'limit-requested'],
      [String.raw`maximum context length (?:is|of) N tokens[^\d]*N tokens`, 'limit-requested'],
      [String.raw`\(length N\) is longer than the maximum model length of N`, 'requested-limit'],
      ['passed N input tokens.{0,80}context length is only N', 'requested-limit'],
      ['maximum context length (?:is|of) N', 'limit'],
    ],
  },
  {
    // llama.cpp.
    said: [
      'request (8200 tokens) exceeds the available context size (8192 tokens), try increasing it',
      'the request exceeds the available context size (8192 tokens), try increasing it',
    ],
    match: /exceeds the available context size/i,
    numbers: [
      [String.raw`request \(N tokens\) exceeds the available context size \(N`, 'requested-limit'],
      [String.raw`available context size \(?N`, 'limit'],
    ],
  },
  { said: ['Message exceeds token limit.'], match: /exceeds token limit/i },
  {
    // Azure; Groq and Cerebras.
    said: [
      'Input tokens exceed the configured limit of 272000 tokens. Your messages resulted in 509178 tokens. Please reduce the length of the messages.',
      'Please reduce the length of the messages or completion. Current length is 141000 while limit is 131072',
    ],
    match: /reduce the length of the (messages|prompt|input)|current length is \d+ while limit is/i,
    numbers: [
      [String.raw`configured limit of N tokens[^\d]*N tokens`, 'limit-requested'],
      ['length is N while limit is N', 'requested-limit'],
    ],
  },
  {
    // xAI.
    said: ["This model's maximum prompt length is 131072 but the request contains 537812 tokens."],
    match: /maximum prompt length is/i,
    numbers: [[String.raw`maximum prompt length is N[^\d]*N tokens`, 'limit-requested']],
  },
  {
    // Together AI, SGLang.
    said: [
      "The input (188032 tokens) is longer than the model's context length (131072 tokens).",
      'Input length (265330 tokens) exceeds the maximum allowed length (262144 tokens). Use a shorter input or enable --allow-auto-truncate.',
    ],
    match: /longer than the model's context length|input length \(?\d+.{0,20}exceeds/i,
    numbers: [
      [String.raw`\(N tokens\) is longer than[^\d]*N tokens`, 'requested-limit'],
      [String.raw`input length \(?N(?: tokens)?\)? exceeds[^\d]*N`, 'requested-limit'],
    ],
  },
  {
    // Poolside, by OpenRouter.
    said: ['Input length 300000 exceeds the maximum allowed input length of 262112 tokens.'],
    match: /exceeds the maximum allowed (input )?length/i,
  },
  {
    // Ollama.
    said: [
      'prompt too long; exceeded max context length by 1200 tokens',
      'the input length exceeds the context length',
    ],
    match: /exceeded (max(imum)? )?context length|input length exceeds the (maximum )?context length/i,
  },
  {
    // LM Studio.
    said: [
      'The number of tokens to keep from the initial prompt is greater than the context length.',
      'Trying to keep the first 15857 tokens when context the overflows. However, the model is loaded with context length of only 4096 tokens, which is not enough.',
      'Cannot truncate prompt with n_keep (15028) >= n_ctx (7424)',
      'Context size has been exceeded.',
      'Reached context length of 4096 tokens with model, but this model does not currently support mid-generation context overflow.',
    ],
    match:
      /greater than the context length|loaded with context length of only|n_keep \(\d+\) >= n_ctx|context size has been exceeded|reached context length of/i,
    numbers: [
      [String.raw`n_keep:? \(?N\)? >= n_ctx:? \(?N`, 'requested-limit'],
      ['keep the first N tokens.{0,100}context length of only N tokens', 'requested-limit'],
      ['reached context length of N tokens', 'limit'],
    ],
  },
  {
    // Mistral.
    said: ['Prompt contains 65673 tokens and 0 draft tokens, too large for model with 32768 maximum context length'],
    match: /too large for model with \d+ maximum/i,
    numbers: [['contains N tokens.{0,40}too large for model with N', 'requested-limit']],
  },
  {
    // Amazon Bedrock.
    said: [
      'Input is too long for requested model.',
      'Too many input tokens. Max input tokens: 300000, request input token count: 354000',
      'prompt tokens (400007) exceed model maximum (278528) for openai.gpt-5.5',
    ],
    match:
      /input is too long for (the )?requested model|too many input tokens|prompt tokens \(\d+\) exceed model maximum/i,
    numbers: [
      ['max input tokens: N, request input token count: N', 'limit-requested'],
      [String.raw`prompt tokens \(N\) exceed model maximum \(N\)`, 'requested-limit'],
    ],
  },
  {
    // Cohere.
    said: ['too many tokens: total number of tokens in the prompt cannot exceed 128000 - received 150000.'],
    match: /tokens in the prompt cannot exceed/i,
    numbers: [['tokens in the prompt cannot exceed N - received N', 'limit-requested']],
  },
  {
    // Moonshot; MiniMax; Alibaba; Zhipu; Perplexity.
    said: [
      'Invalid request: Your request exceeded model token limit: 262144 (requested: 291351)',
      'invalid params, context window exceeds limit (2013)',
      'Range of input length should be [1, 129024]',
      'Prompt exceeds max length',
      'The total length of all messages is too long.',
    ],
    match:
      /exceeded model token limit|context window exceeds limit|range of input length should be|prompt exceeds max(imum)? length|length of all messages is too long/i,
    numbers: [
      [String.raw`model token limit: N \(requested: N\)`, 'limit-requested'],
      [String.raw`range of input length should be \[\d+, ?N\]`, 'limit'],
    ],
  },
  {
    // Cloudflare.
    said: [
      'The estimated number of input and maximum output tokens (35000) exceeded this model context window limit (32768).',
    ],
    match: /exceeded this model context window limit/i,
    numbers: [[String.raw`context window limit \(N\)`, 'limit']],
  },
  {
    // Hugging Face TGI.
    said: [
      'Input validation error: `inputs` tokens + `max_new_tokens` must be <= 4096. Given: 5000 `inputs` tokens and 20 `max_new_tokens`',
      'Input validation error: `inputs` must have less than 4096 tokens. Given: 5000',
    ],
    match: /`?inputs`? tokens \+ `?max_new_tokens`? must be|`?inputs`? must have less than/i,
    numbers: [
      ['`?max_new_tokens`? must be <= N. Given: N', 'limit-requested'],
      ['`?inputs`? must have less than N tokens. Given: N', 'limit-requested'],
    ],
  },
  {
    // Servers of small models, GitHub Models, Cerebras.
    said: [
      'Request too large: 150000 tokens, configured context size is 131072',
      'Prompt tokens 9000 exceed the context size of 8192',
      'The request has 9000 tokens, which is more than the context length of 8192',
    ],
    match:
      /configured context (size|length|window) (is|of)|\b(exceeds?|exceeded|exceeding|larger than|longer than|more than|beyond)\b[^.]{0,60}\b(context|input|prompt|model) ?(size|length|window|limit)/i,
    numbers: [
      [String.raw`N tokens.{0,60}(?:configured )?context (?:size|length|window) (?:is|of) \(?N`, 'requested-limit'],
      [
        String.raw`tokens:? \(?N\)? (?:exceeds?|exceeded|is|are)[^\d]{0,60}(?:context|input|prompt|model) ?(?:size|length|window|limit)[^\d]{0,20}N`,
        'requested-limit',
      ],
      [String.raw`configured context (?:size|length|window) (?:is|of) \(?N`, 'limit'],
    ],
  },
  LONG_CONTEXT_TIER,
];
