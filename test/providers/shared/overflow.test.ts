/** Overflows by the literal words of many servers, and refusals that speak of tokens and are none. */
import { describe, expect, it } from 'vitest';
import { isOverflow } from '../../../src/providers/shared/overflow.ts';

describe('an overflow (case 18)', () => {
  it.each([
    ['Anthropic', 'prompt is too long: 208380 tokens > 200000 maximum'],
    [
      'Anthropic, case 19',
      'input length and `max_tokens` exceed context limit: 199409 + 20000 > 200000, decrease input length or `max_tokens` and try again',
    ],
    ['OpenAI', 'Your input exceeds the context window of this model. Please adjust your input and try again.'],
    [
      'OpenAI, chat',
      "This model's maximum context length is 131072 tokens. However, your messages resulted in 140000 tokens. Please reduce the length of the messages.",
    ],
    ['OpenAI, size', 'Maximum content size limit (26214400) exceeded (27262976 bytes read)'],
    [
      'Azure',
      'Input tokens exceed the configured limit of 272000 tokens. Your messages resulted in 509178 tokens. Please reduce the length of the messages.',
    ],
    ['Gemini', 'The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).'],
    [
      'DeepSeek',
      "This model's maximum context length is 65536 tokens. However, you requested 71346 tokens (63154 in the messages, 8192 in the completion). Please reduce the length of the messages or completion.",
    ],
    [
      'OpenRouter',
      `This endpoint's maximum context length is 131072 tokens. However, you requested about 140000 tokens (132000 of text input, 8000 in the output). Please reduce the length of either one, or use the "middle-out" transform to compress your prompt automatically.`,
    ],
    [
      'OpenRouter, wrapped',
      `Provider returned error: {"error":{"message":"This model's maximum prompt length is 131072 but the request contains 537812 tokens."}}`,
    ],
    ['Poolside', 'Input length 300000 exceeds the maximum allowed input length of 262112 tokens.'],
    ['LiteLLM', "Requested token count exceeds the model's maximum context length of 131072 tokens."],
    [
      'vLLM',
      "This model's maximum context length is 4096 tokens. However, you requested 2048 output tokens and your prompt contains at least 2049 input tokens, for a total of at least 4097 tokens.",
    ],
    [
      'vLLM, output',
      "'max_tokens' or 'max_completion_tokens' is too large: 8192. This model's maximum context length is 32768 tokens and your request has 30000 input tokens (8192 > 32768 - 30000).",
    ],
    ['SGLang, Together', "The input (188032 tokens) is longer than the model's context length (131072 tokens)."],
    ['Ollama', 'prompt too long; exceeded max context length by 1200 tokens'],
    ['Ollama, input', 'the input length exceeds the context length'],
    [
      'LM Studio',
      'The number of tokens to keep from the initial prompt is greater than the context length. Try to load the model with a larger context length, or provide a shorter input',
    ],
    [
      'LM Studio, older',
      'Trying to keep the first 15857 tokens when context the overflows. However, the model is loaded with context length of only 4096 tokens, which is not enough.',
    ],
    ['LM Studio, template', 'Cannot truncate prompt with n_keep (15028) >= n_ctx (7424)'],
    ['LM Studio, MLX', 'Context size has been exceeded.'],
    [
      'LM Studio, on the way',
      'Reached context length of 4096 tokens with model, but this model does not currently support mid-generation context overflow.',
    ],
    ['llama.cpp', 'request (8200 tokens) exceeds the available context size (8192 tokens), try increasing it'],
    [
      'Groq, Cerebras',
      'Please reduce the length of the messages or completion. Current length is 9201 while limit is 8192',
    ],
    [
      'Mistral',
      'Prompt contains 65673 tokens and 0 draft tokens, too large for model with 32768 maximum context length',
    ],
    ['xAI', "This model's maximum prompt length is 131072 but the request contains 537812 tokens."],
    ['Bedrock', 'Input is too long for requested model.'],
    ['Bedrock, counted', 'Too many input tokens. Max input tokens: 300000, request input token count: 354000'],
    ['Bedrock Mantle', 'prompt tokens (400007) exceed model maximum (278528) for openai.gpt-5.5'],
    [
      'Cohere',
      'too many tokens: total number of tokens in the prompt cannot exceed 128000 - received 150000. Try using a shorter prompt',
    ],
    ['Moonshot', 'Invalid request: Your request exceeded model token limit: 262144 (requested: 291351)'],
    ['MiniMax', 'invalid params, context window exceeds limit (2013)'],
    ['GitHub Copilot', 'prompt token count of 131373 exceeds the limit of 128000'],
    ['Alibaba', '<400> InternalError.Algo.InvalidParameter: Range of input length should be [1, 129024]'],
    ['Zhipu', 'Prompt exceeds max length'],
    ['Fireworks', 'The prompt is too long: 135000, model maximum context length: 131072'],
    ['Perplexity', 'The total length of all messages is too long.'],
    [
      'Cloudflare',
      'The estimated number of input and maximum output tokens (35000) exceeded this model context window limit (32768).',
    ],
    [
      'Hugging Face TGI',
      'Input validation error: `inputs` tokens + `max_new_tokens` must be <= 4096. Given: 5000 `inputs` tokens and 20 `max_new_tokens`',
    ],
  ])('%s: %s', (_, message) => {
    expect(isOverflow(400, '', message)).toBe(true);
    expect(isOverflow(undefined, '', message)).toBe(true);
  });

  it.each([
    'context_length_exceeded',
    'model_context_window_exceeded',
    'request_too_large',
    'exceed_context_size_error',
  ])('by the code %s, whatever the words', (code) => {
    expect(isOverflow(400, code, 'No.')).toBe(true);
  });
});

describe('no overflow', () => {
  it.each([
    [
      429,
      'Rate limit reached for gpt-6.2-sol in organization org-x on tokens per min (TPM): Limit 30000, Used 22849, Requested 19830. Please try again in 25.358s.',
    ],
    [
      429,
      'Rate limit reached for model `llama` in organization `org_x` on tokens per minute (TPM): Limit 12000, Used 11000, Requested 1983.',
    ],
    [400, 'ThrottlingException: Too many tokens, please wait before trying again.'],
    [undefined, 'Too many tokens per day, please wait before trying again.'],
    [429, 'This request would exceed your organization’s rate limit of 40,000 input tokens per minute.'],
    [
      400,
      'max_tokens is too large: 200000. This model supports at most 16384 completion tokens, whereas you provided 200000.',
    ],
    [400, "Invalid 'max_output_tokens': integer below minimum value. Expected a value >= 16, but got 3 instead."],
    [
      400,
      "Invalid 'input[3].call_id': string too long. Expected a string with maximum length 64, but got a string with length 90 instead.",
    ],
    [
      400,
      'max_tokens must be less than or equal to `32768`, the maximum value for `max_tokens` is less than the `context_window` for this model',
    ],
    [401, 'Incorrect API key provided: your prompt is too long'],
    [403, 'The prompt is too long for your plan'],
    [404, 'The model `gpt-9` does not exist or you do not have access to it.'],
    [
      402,
      'This request requires more credits, or fewer max_tokens. You requested up to 65536 tokens, but can only afford 4000.',
    ],
    [503, 'The model is overloaded. Please try again later.'],
    [undefined, 'The stream ended before the reply did.'],
  ])('%s: %s', (status, message) => {
    expect(isOverflow(status, '', message)).toBe(false);
  });

  it('a page of any length is looked at in no time', () => {
    expect(isOverflow(400, '', 'token count '.repeat(200_000))).toBe(false);
  });
});
