/** The table of what servers refuse of a request, by their literal messages, and what each refusal concedes. */
import {
  always,
  atMostImages,
  atMostTokens,
  IMAGE_FORMATS,
  ifImages,
  ifSeals,
  ifTools,
  model,
  ofOneType,
  otherEffort,
  type Refusal,
} from './refusal.ts';
import { ROLE_REFUSALS } from './role-refusals.ts';

const MAX_TOKENS = /max(?:imum)?[_ ]?(?:new|completion|output)?[_ ]?tokens/i;
const TOOLS = String.raw`(?:tools?|tool[ _-](?:use|calls?|calling|choice)|function[ _-]?call(?:s|ing)?|functions)\b`;
const NOT_TAKEN = `(?:not (?:yet |currently )?(?:be )?(?:supported|enabled|available|allowed|permitted|implemented)|unsupported|n't supported)`;
const IMAGES = String.raw`(?:images?|image[_ ]?(?:url|input|content|block)s?|vision|multi-?modal|non-text)\b`;

/** The first row that matches and changes something counts. Vendors' error references and issue threads, 2026-11. */
export const REFUSALS: readonly Refusal[] = [
  {
    // OpenAI, Chat Completions of reasoning models.
    said: [
      'Function tools with reasoning_effort are not supported for gpt-5.4 in /v1/chat/completions. Please use /v1/responses instead.',
    ],
    match: /tools? .{0,40}reasoning[_. ]effort|reasoning[_. ]effort.{0,60}\btools?\b/i,
    concede: (_, { conceded: { effort = 'refused' } }) =>
      effort === 'refused' ? model({ effort: 'none' }) : undefined,
  },
  {
    said: [
      "Unsupported value: 'reasoning_effort' does not support 'none' with this model. Supported values are: 'low', 'medium', and 'high'.",
      'This model does not support the effort parameter.',
      '"gemma3" does not support thinking',
    ],
    match: /(?<!best[- _])effort\b|thinking[_ ]?level|does not support thinking/i,
    concede: otherEffort,
  },
  {
    // Mistral; FastAPI behind others.
    said: ['Extra inputs are not permitted: stream_options', 'Unrecognized request argument supplied: stream_options'],
    match: /stream_options|include_usage/i,
    concede: always({ usage: 'unasked' }),
  },
  {
    // OpenAI's reasoning models.
    said: [
      "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
    ],
    match:
      /use '?`?max_completion_tokens|max_tokens'?`? (is )?(not supported|unsupported|deprecated).{0,60}max_completion_tokens/i,
    concede: always({ limitName: 'max_completion_tokens' }),
  },
  {
    said: [
      // DeepSeek, Alibaba, Groq, OpenAI.
      'Invalid max_tokens value, the valid range of max_tokens is [1, 8192]',
      'Range of max_tokens should be [1, 8192]',
      '`max_tokens` must be less than or equal to `8192`, the maximum value for `max_tokens` is less than the `context_window` for this model',
      'max_tokens is too large: 16384. This model supports at most 4096 completion tokens, whereas you provided 16384.',
      // Anthropic, Bedrock, Volcengine, Vertex AI, FastAPI.
      'max_tokens: 64000 > 32000, which is the maximum allowed number of output tokens for claude-opus-4-20250514',
      'The maximum tokens you requested exceeds the model limit of 8192. Try again with a maximum tokens value that is lower than 8192.',
      'The parameter max_tokens specified in the request is not valid: integer above maximum value, expected a value <= 32768, but got 64000 instead.',
      'Unable to submit request because it has a maxOutputTokens value of 100000 but the supported range is from 1 (inclusive) to 65537 (exclusive).',
      'max_tokens: Input should be less than or equal to 8192',
      // OpenRouter (HTTP 402); vLLM.
      'This request requires more credits, or fewer max_tokens. You requested up to 64000 tokens, but can only afford 3500.',
      'max_tokens=64000 cannot be greater than max_model_len=max_total_tokens=8192. Please request fewer output tokens.',
    ],
    match: MAX_TOKENS,
    concede: atMostTokens,
  },
  {
    // DeepSeek and Moonshot, of messages that a compaction or another model wrote.
    said: [
      'Missing `reasoning_content` field in the assistant message at message index 2.',
      'The reasoning_content in the thinking mode must be passed back to the API.',
    ],
    match: /missing.*reasoning_content|reasoning_content.*(missing|must be|required)/is,
    concede: always({ reasoning: 'always' }),
  },
  {
    // Groq, Mistral, Cerebras; DeepSeek of old.
    said: [
      "'messages.2' : for 'role:assistant' the following must be satisfied[('messages.2' : property 'reasoning_content' is unsupported)]",
      'body.messages.1.assistant.reasoning: Extra inputs are not permitted',
    ],
    match: /reasoning_(content|details)|(property '|assistant\.)reasoning\b/i,
    concede: always({ reasoning: 'never' }),
  },
  {
    // Mistral.
    said: ['Tool call id was call_1 but must be a-z, A-Z, 0-9, with a length of 9.'],
    match: /tool call ids? .{0,200}length (of )?9\b/is,
    concede: always({ ids: 'short' }),
  },
  ...ROLE_REFUSALS,
  {
    // OpenAI, of organizations that are not verified.
    said: [
      'Your organization must be verified to generate reasoning summaries.',
      "Unsupported parameter: 'reasoning.summary' is not supported with this model.",
    ],
    match: /reasoning summar|reasoning\.summary/i,
    concede: always({ thoughts: 'unasked' }),
  },
  {
    said: [
      'messages.0.content.0.cache_control: Extra inputs are not permitted',
      'A maximum of 4 blocks with cache_control may be provided. Found 6.',
    ],
    match: /cache_?control|cache_?point/i,
    concede: always({ cacheMarks: 'none' }),
  },
  {
    // OpenAI.
    said: ['Encrypted content is not supported with this model.'],
    match: /encrypted[ _]content.{0,40}(not supported|unsupported)/i,
    concede: always({ seals: 'none' }),
  },
  {
    // Gemini, also behind other APIs.
    said: [
      'Function call is missing a thought_signature in functionCall parts. This is required for tools to work correctly, and missing thought_signature may lead to degraded model performance.',
    ],
    match: /missing a `?thought[_ ]signature/i,
    concede: always({ signatures: 'google' }),
  },
  {
    said: [
      // Anthropic; Gemini and Vertex AI.
      'messages.1.content.0: Invalid `signature` in `thinking` block',
      'messages.1.content.0.thinking.signature: Field required',
      'messages.3.content.0: `thinking` or `redacted_thinking` blocks in the latest assistant message cannot be modified. These blocks must remain as they were in the original response.',
      'Corrupted thought signature.',
      'Unable to submit request because Thought signature is not valid.',
      // OpenAI.
      "Item 'rs_68' of type 'reasoning' was provided without its required following item.",
      "Item 'fc_68' of type 'function_call' was provided without its required 'reasoning' item: 'rs_68'.",
      'The encrypted content gAAA...Rg== could not be verified. Reason: Encrypted content organization_id did not match the target organization.',
      "Item with id 'rs_68' not found. Items are not persisted when `store` is set to false. Try again with `store` set to true, or remove this item from your input.",
      'messages.0.content.0: Invalid `encrypted_content` in `compaction` block',
    ],
    match:
      /signature|encrypted[ _](content|reasoning)|encrypted item|decrypt|redacted_thinking|`?thinking`? blocks?\b|without its required|items? with id .{0,80}not found|\bcompaction\b|reasoning (item|block|text|details)/i,
    concede: ifSeals,
  },
  {
    said: [
      // Anthropic; Bedrock and Anthropic; vLLM; Groq; GitHub Copilot; Meta; OpenAI.
      'Too much media: 0 document pages + 103 images > 100',
      'too many images and documents: 21 + 0 > 20',
      'At most 1 image(s) may be provided in one request.',
      'Too many images provided. This model supports up to 5 images',
      'Too many images in request: 11 images provided, but the model supports a maximum of 10 images.',
      'request contains 52 images, exceeding the maximum of 50 allowed per request',
      'Too many images in request. Max is 10.',
    ],
    match: /\b(?:images?|image_urls?|media)\b/i,
    concede: atMostImages,
  },
  {
    said: [
      // DeepSeek; vLLM; OpenRouter; llama.cpp (HTTP 500); OpenAI; Ollama; Zhipu; Groq; GitHub Copilot; Bedrock; Mistral.
      'Failed to deserialize the JSON body into the target type: messages[1]: unknown variant `image_url`, expected `text` at line 1 column 2084',
      '/models/llama is not a multimodal model',
      'No endpoints found that support image input',
      'image input is not supported - hint: if this is unexpected, you may need to provide the mmproj',
      'Invalid content type. image_url is only supported by certain models.',
      'this model is missing data required for image input',
      "messages.content.type is invalid, allowed values: ['text']",
      "'messages.1' : for 'role:user' the following must be satisfied[('messages.1.content' : value must be a string)]",
      'missing required Copilot-Vision-Request header for vision requests',
      "This model doesn't support the image content block that you provided",
      'Image input is not enabled for this model',
      'Model does not support images. Please use a model that does.',
      'Unknown part type: image_url',
      '当前模型不支持图片输入',
    ],
    match: new RegExp(
      String.raw`${IMAGES}.{0,80}${NOT_TAKEN}|(?:does not|doesn't|do not|don't|cannot|can't|not) (?:support|accept|handle)[^.]{0,60}${IMAGES}|不支持.{0,20}(?:图|视觉|多模态|image|vision)|(?:unknown (?:variant|part|content|type)|unsupported|unexpected|unrecognized|invalid content type)[^.]{0,60}image[_ ]?(?:url|input|content|block)|not a (?:multi-?modal|vision)|support image input|only supported by certain models|image input|vision requests|content(?:\[\d*\])?\.type|content\b.{0,40}\bstring\b|valid string.{0,40}content|only (?:supports? )?text|text content is supported|text[- ]only|input_image`,
      'is',
    ),
    // A format that is named is refused alone, below.
    concede: (found, sent) =>
      IMAGE_FORMATS.some(([, form]) => form.test(found.input)) ? undefined : ifImages(found, sent),
  },
  {
    said: [
      // Anthropic; OpenAI; xAI and Moonshot; llama.cpp; Vertex AI.
      'Could not process image',
      'messages.0.content.1.image.source.base64: image exceeds 5 MB maximum: 5316852 bytes > 5242880 bytes',
      'Image does not match the provided media type image/png',
      "You uploaded an unsupported image. Please make sure your image has of one the following formats: ['png', 'jpeg', 'gif', 'webp'].",
      'Unsupported image format: image/gif',
      'Unsupported content-type encountered when downloading image. Please use one of the following: image/jpeg, image/jpg, image/png, image/webp.',
      'Failed to load image or audio file',
      'Unable to process input image. Please retry or report in https://developers.generativeai.google/guide/troubleshooting',
    ],
    match:
      /unsupported[^.]{0,60}\bimage|(?:invalid|unknown|not a valid|not a supported|cannot identify|can ?not (?:read|decode|load|process)|could not (?:read|decode|load|process)|failed to (?:read|decode|load|process|extract)|unable to (?:read|decode|load|process))[^.]{0,40}\bimage|\bimage\b[^.]{0,60}(?:exceeds|too (?:large|small|big)|does not match|is (?:corrupt|broken|invalid|empty)|dimensions|could not be|cannot be|can't be|must be one of|media[_ ]type|(?:format|type)s?\b[^.]{0,40}not supported)|\bvalid image|error (?:loading|decoding|processing) image|image[^.]{0,40}not (?:valid|be)\b|\b(?:gif|webp|png|jpe?g)\b/is,
    concede: ofOneType,
  },
  {
    // DeepSeek of old and others that only know `auto`.
    said: [
      'deepseek-reasoner does not support this tool_choice',
      "Invalid value for 'tool_choice': 'none' is not supported",
    ],
    match: /tool_choice/i,
    concede: (_, { forbidsCalls, hasTools, conceded }) =>
      forbidsCalls && hasTools && conceded.toolChoice === undefined ? model({ toolChoice: 'unsaid' }) : undefined,
  },
  {
    said: [
      // Ollama; OpenRouter; llama.cpp (HTTP 500); vLLM; Groq; Gemini API; Alibaba; DeepSeek; Bedrock; Azure.
      'registry.ollama.ai/library/gemma:2b does not support tools',
      'No endpoints found that support tool use. To learn more about provider routing, visit: https://openrouter.ai/docs/provider-routing',
      'tools param requires --jinja flag',
      '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set',
      '`tool calling` is not supported with this model',
      'Function calling is not enabled for models/gemma-3-27b-it',
      '<400> InternalError.Algo.InvalidParameter: The tool call is not supported.',
      'deepseek-reasoner does not support Function Calling',
      "This model doesn't support tool use in streaming mode.",
      'Unrecognized request argument supplied: tools',
      'Unsupported param: tools',
      // LiteLLM; OpenRouter; Zhipu and Alibaba.
      "litellm.UnsupportedParamsError: ollama does not support parameters: ['tools', 'tool_choice'], for model=gemma.",
      "No endpoints found that support the provided 'tools' parameter",
      '当前模型不支持 function call 功能',
    ],
    match: new RegExp(
      String.raw`does not support parameters: [\[{].{0,40}'tools'|不支持.{0,20}(?:工具|函数|function|tool)|^(?!.*\b(?:parameters|schema|reasoning[_. ]effort)\b).*?(?:${TOOLS}.{0,60}?${NOT_TAKEN}|(?:does not|doesn't|do not|don't|cannot|can't|not) (?:support|accept|advertise|allow|use)[^.]{0,40}${TOOLS}|(?:unsupported|unrecognized|unknown|unexpected|extra)[^.]{0,60}(?<!mcp )\btools?\b|that (?:can )?(?:support|handle)[^.]{0,40}\btools?\b|tools param requires|tool choice requires|custom grammar constraints with tools|tools: extra inputs)`,
      'is',
    ),
    concede: ifTools,
  },
];
