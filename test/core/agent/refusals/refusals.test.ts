/** Refusals by the literal words of many servers, those of the table and others, and what each concedes. */
import { describe, expect, it } from 'vitest';
import { findConcession, namesRequest } from '../../../../src/core/agent/refusals/find-concession.ts';
import type { SentParts } from '../../../../src/core/agent/refusals/refusal.ts';
import { REFUSALS } from '../../../../src/core/agent/refusals/refusals.ts';

const SENT: SentParts = {
  images: 120,
  imageTypes: ['image/gif', 'image/png'],
  hasTools: true,
  tools: [],
  hasSeals: true,
  forbidsCalls: false,
  maxTokens: 200_000,
  asksEffort: true,
  conceded: {},
};

function concededBy(message: string, sent = SENT) {
  const concession = findConcession(message, sent)?.concession;
  return concession?.type === 'model' ? concession.conceded : concession?.without;
}

it.each(REFUSALS.flatMap((row) => row.said.map((said) => ({ said, row }))))(
  'the table knows: $said',
  ({ said, row }) => {
    const found = [
      findConcession(said, SENT),
      findConcession(said, { ...SENT, forbidsCalls: true }),
      findConcession(said, { ...SENT, conceded: { effort: 'none' } }),
    ];
    expect(found.some((one) => one?.refusal === row)).toBe(true);
  },
);

describe('in other words', () => {
  it.each([
    'this model does not support image input (ref: x)',
    'Image input not supported for model kimi-k2',
    'Invalid content type: image_url',
    'model does not support multimodal requests',
    'The model `deepseek-chat` does not support vision.',
    'Unsupported content part type: "image_url"',
    'unsupported content[].type',
    'Content type image_url is not supported by this model',
    'Vision is not supported on this model',
    'This model does not support multimodal input',
    'Cannot handle images: text-only model',
    'Unexpected message content type: image_url',
    'Only text content is supported',
    'messages[0].content: expected string, got array',
    'Input should be a valid string: body.messages.1.content',
    'multimodal inputs are not supported',
    'Failed to parse messages: Unsupported content part type: "image_url"',
    'Provider returned error: Model Qwen3 does not support image inputs',
    '<400> InternalError.Algo.InvalidParameter: The provided messages contain image which is not supported by this model',
    'image content is not allowed',
  ])('W12 no images: %s', (message) => expect(concededBy(message)).toEqual({ images: 0 }));

  it.each([
    'Only image/png, image/jpeg and image/webp are supported',
    'unsupported image type: gif',
    'The image format gif is not supported',
    'Unsupported media type: image/gif',
    'Input should be image/jpeg, image/png or image/webp',
    'invalid image type image/gif',
    'unsupported mime type: image/gif',
    'Image of type GIF is not supported. Supported formats: PNG, JPEG, WebP',
    'GIF images are not supported by this model',
    'Unsupported MIME type: image/gif',
  ])('W12 no images of a type: %s', (message) => expect(concededBy(message)).toEqual({ imageTypes: ['image/gif'] }));

  it.each([
    'Function calling is not supported by this model',
    'Tool calling is not supported for this model.',
    'tools is not supported in this model',
    'This model does not support function calling',
    'The model meta/llama does not support tool calling.',
    '`tools` is not currently supported',
    'template does not support tools',
    'The requested model does not support tool use.',
    'Value error, tools are not supported',
    'Tool use is not enabled for this model',
    'tool_use is not available for this model',
    "This model doesn't support tool use.",
    "Unsupported parameter: 'tools' is not supported with this model.",
    'Hugging Face: model does not support function calling',
    'the model does not advertise tools',
    'Unknown field: tools',
    'body.tools: Extra inputs are not permitted',
    'Tools not supported',
    'Cannot use tools with this model',
    'No endpoints found that support tools',
  ])('W13 no tools: %s', (message) => expect(concededBy(message)).toEqual({ tools: 'none' }));

  it.each([
    'Error rendering prompt with jinja template: "System role not supported"',
    'System messages are not supported by this model',
    'system prompt is not supported',
    "This model doesn't support system messages",
    "Unexpected role 'system' at index 0",
    'Only user and assistant roles are supported',
    "'system' role is not supported",
  ])('no system prompt: %s', (message) => expect(concededBy(message)).toEqual({ system: 'as-user' }));

  it.each([
    'Conversation roles must alternate user/assistant/user/assistant/...',
    "Unexpected role 'user' after role 'system'",
    'After the optional system message, conversation roles must alternate',
  ])('roles in turn: %s', (message) => expect(concededBy(message)).toEqual({ roles: 'alternate' }));

  it.each([
    ['max_tokens must be at most 4096', 4096],
    ['Value for max_tokens exceeds the limit of 8192', 8192],
    ['max_tokens (16384) must be less than or equal to 4096', 4096],
    ['"max_tokens" must be <= 2048', 2048],
    ['max_completion_tokens is too large: 128000. This model supports at most 65536 completion tokens', 65536],
    ['max_output_tokens must be between 1 and 8192', 8192],
    ['Invalid max_tokens: should be in [1, 4096]', 4096],
    ['The max_tokens value cannot exceed 32,768', 32768],
    ['`max_new_tokens` must be <= 512. Given: 1024', 512],
    ['maxTokens must be less than or equal to 4000', 4000],
    ['max_tokens is greater than the maximum allowed: 8192', 8192],
    ['max_tokens should be between 1 and 16384, got 65536', 16384],
    ['requested max_tokens 64000 exceeds model maximum of 8192', 8192],
    ['max_tokens must not be greater than 4096', 4096],
    ['max tokens must be less than or equal to 4000', 4000],
    ['Too large max_tokens: maximum is 8192', 8192],
    ['max_tokens: must be lower than or equal to 8192', 8192],
    ['max_tokens exceeds maximum allowed value 8192', 8192],
    ['the maximum value for max_tokens is 8192', 8192],
    ["Invalid 'max_tokens': integer above maximum value. Expected a value <= 4096, but got 16384 instead.", 4096],
  ])('W14 a shorter reply: %s', (message, n) => expect(concededBy(message)).toEqual({ maxTokens: n }));

  it.each([
    ['You may upload at most 4 images', 4],
    ['Exceeded maximum number of images (8)', 8],
    ['number of images exceeds the limit of 16', 16],
    ['images: at most 20 allowed', 20],
    ['Only 1 image is supported per request', 1],
    ['This model supports a maximum of 5 images per request', 5],
    ['the number of image_url must not exceed 10', 10],
    ['The number of images is limited to 3', 3],
    ['request has 30 images, limit is 20', 20],
    ['too many images', 60],
    ['maximum 2 images per message', 2],
    ['You can only send up to 6 images per request', 6],
    ['image count 12 exceeds max 10', 10],
    ['Too many images: 9 > 8', 8],
    ['At most 4 image(s) may be provided in one prompt.', 4],
    ['A maximum of 20 images is allowed', 20],
  ])('W12 fewer images: %s', (message, n) => expect(concededBy(message)).toEqual({ images: n }));

  it.each([
    'Invalid image data',
    'Unable to process image',
    'invalid base64 image_url',
    'The image data you provided does not represent a valid image',
    'Failed to decode image',
    'cannot identify image file',
    'image too large',
    'Image is corrupted',
    'image dimensions exceed max allowed size: 8000 pixels',
    'Error loading image',
    'At least one of the image dimensions exceed max allowed size for many-image requests: 2000 pixels',
    'Provided image is not valid.',
  ])('W12 an image that is broken: %s', (message) => expect(concededBy(message)).toEqual('new-images'));

  it.each([
    'Thought signature is invalid',
    'Invalid thought signature.',
    'thoughtSignature could not be verified',
    'Invalid signature in thinking block',
    'The encrypted content for item rs_1 could not be decrypted',
    'reasoning item rs_1 not found',
    'Could not decrypt the provided encrypted_content',
    'invalid_encrypted_content',
    'Invalid redacted_thinking data',
    'Compaction item could not be decrypted',
    'messages.1.content.0: thinking blocks must have a signature',
  ])('W15 no seals: %s', (message) => expect(concededBy(message)).toEqual('seals'));

  it.each([
    'The model `x` does not exist',
    'Invalid value: temperature',
    'messages: at least one message is required',
    'tools[0].function.parameters: schema is not supported',
    'Tool call id call_1 not found',
    'You exceeded your quota',
    'Internal server error',
    'Something about functions',
    'The image service is down',
    'The function is overloaded',
    'max_tokens must be at least 16',
  ])('nothing: %s', (message) => expect(concededBy(message)).toEqual(undefined));
});

it('a page of any length is looked at in no time', () => {
  expect(namesRequest('image max_tokens tool '.repeat(200_000))).toBeDefined();
});
