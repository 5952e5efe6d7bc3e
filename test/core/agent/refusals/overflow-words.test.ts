/** W25 Overflows in words that no row of the table has, as vendors' servers and gateways say them. */
import { describe, expect, it } from 'vitest';
import { soundsLikeOverflow, tokensIn } from '../../../../src/core/agent/refusals/overflow-words.ts';
import { bytesExcess, parseOverflow, speaksOfOverflow } from '../../../../src/core/agent/refusals/parse-overflow.ts';
import { isOverflow } from '../../../../src/providers/shared/overflow.ts';

/** The words, the limit and the tokens of the request. */
const SAID: readonly (readonly [string, number?, number?])[] = [
  ['Prompt has 256468 tokens, but the configured context size is 256000 tokens', 256_000, 256_468],
  ['Prompt has 5,958,968 tokens, but the configured context size is 256,000 tokens', 256_000, 5_958_968],
  ['Prompt tokens (9000) exceeds context size (8192)', 8_192, 9_000],
  ['Prompt too long: 5152 tokens exceeds max_seq_len 2048 (leave room for output tokens)', 2_048, 5_152],
  ["Input length (265330) exceeds model's maximum context length (262144).", 262_144, 265_330],
  [
    'input length and max_tokens exceed context limit: 90402 + 116650 > 204648, decrease input length or max_tokens and try again',
    204_648,
    90_402,
  ],
  ['Input length 877338 exceeds the maximum allowed input length of 639968 tokens', 639_968, 877_338],
  [
    "You passed 9001 input tokens and requested 1 output tokens. However, the model's context length is only 8192 tokens, resulting in a maximum input length of 8191 tokens. Please reduce the length of the input prompt. (parameter=input_tokens, value=9001)",
    8_192,
    9_001,
  ],
  ["The input (12000 tokens) is longer than the model's context length (8192 tokens).", 8_192, 12_000],
  ['the request exceeds the available context size. try increasing the context size or enable context shift'],
  [
    'The number of tokens to keep from the initial prompt is greater than the context length (n_keep: 5000>= n_ctx: 4096). Try to load the model with a larger context length, or provide a shorter input.',
    4_096,
    5_000,
  ],
  [
    'Request too large for model `llama-3.3-70b-versatile` in organization `org_01` service tier `on_demand` on tokens per minute (TPM): Limit 12000, Requested 19830, please reduce your message size and try again. Need more tokens? Upgrade to Dev Tier today at https://console.groq.com/settings/billing',
    12_000,
  ],
  [
    'Request too large for gpt-4o in organization org-1 on tokens per min (TPM): Limit 30000, Requested 42000. The input or output tokens must be reduced in order to run successfully. Visit https://platform.openai.com/account/rate-limits to learn more.',
    30_000,
  ],
  [
    'Input validation error: `inputs` tokens + `max_new_tokens` must be <= 8193. Given: 8000 `inputs` tokens and 512 `max_new_tokens`',
    8_193,
    8_000,
  ],
  ['inputs tokens + max_new_tokens must be <= 8193. Given: 8000 inputs tokens and 512 max_new_tokens', 8_193, 8_000],
  [
    "This model's maximum context length is 65536 tokens. However, you requested 70000 tokens (62000 in the messages, 8000 in the completion). Please reduce the length of the messages or completion.",
    65_536,
    62_000,
  ],
  ["This model's maximum prompt length is 131072 but the request contains 537812 tokens.", 131_072, 537_812],
  ['Invalid request: Your request exceeded model token limit: 8192 (requested: 12000)', 8_192, 12_000],
  ['<400> InternalError.Algo.InvalidParameter: Range of input length should be [1, 30720]', 30_720],
  ['InternalError.Algo.InvalidParameter: The total number of input tokens exceeds the limit'],
  ['Total tokens of image and text exceed max message tokens. Request id: 0217 (max 32768)', 32_768],
  ['Input token length 150000 exceeds the maximum length 98304', 98_304, 150_000],
  ["Input tokens exceed the model's limit"],
  [
    'Unable to submit request because the input token count is 1048577 but the model only supports up to 1048576. Reduce the input token count and try again. You can also use the CountTokens API',
    1_048_576,
    1_048_577,
  ],
  [
    '5021: The estimated number of input and maximum output tokens (35000) exceeded this model context window limit (32768).',
    32_768,
  ],
  ['prompt token count of 140000 exceeds the limit of 128000', 128_000, 140_000],
  [
    "too many tokens: size limit exceeded by 1234 tokens. Try using shorter or fewer inputs, or setting prompt_truncation='AUTO'.",
  ],
  ['Request body too large for gpt-4o model. Max size: 8000 tokens.', 8_000],
  ['Prompt length 9000 is greater than max_seq_len 8192', 8_192, 9_000],
  ['Context length 9000 is greater than max_seq_len 8192', 8_192, 9_000],
  ['Prompt length (9000) exceeds maximum input length (8192).', 8_192, 9_000],
  ['The sum of prompt length (9000.0) and query length (0.0) should not exceed max_num_tokens (8192)', 8_192, 9_000],
  [
    'litellm.ContextWindowExceededError: litellm.BadRequestError: BedrockException: Context Window Error - {"message":"Malformed input"}',
  ],
  [
    'This endpoint\'s maximum context length is 131072 tokens. However, you requested about 140000 tokens (100000 of text input, 2000 of tool input, 38000 in the output). Please reduce the length of either one, or use the "middle-out" transform to compress your prompt automatically.',
    131_072,
    102_000,
  ],
  [
    "This model's maximum context length is 4097 tokens, however you requested 5600 tokens (5000 in your prompt; 600 for the completion). Please reduce your prompt; or completion length.",
    4_097,
    5_000,
  ],
  ['Conversation is too long, please start a new session'],
  ['Requested input length 9000 exceeds maximum input length 8191', 8_191, 9_000],
  ['maximum allowed number of input tokens is 8192, but got 9000', 8_192, 9_000],
  ['Malformed input request: expected maxLength: 20480, actual: 40000, please reformat your input and try again.'],
  ['Context length exceeded'],
  ['ContextLengthExceeded: the conversation does not fit'],
  ['context length of 4096 exceeded (prompt is 9000 tokens)', 4_096, 9_000],
  ['input is too large to process. increase the physical batch size'],
  ['Context size has been exceeded.'],
  ["This model's maximum context length is 8192 tokens. Please reduce the length of the prompt", 8_192],
  [
    'The prompt (total length 9000) is too long to fit into the model (context length 8192). Make sure that `max_model_len` is no smaller than the number of text tokens plus multimodal tokens.',
    8_192,
    9_000,
  ],
  ['This model only supports 4096 tokens; 9000 were given', 4_096, 9_000],
  ['Your input exceeds the context window of this model. Please adjust your input and try again.'],
  ['The input is too long: exceeds 200,000 tokens', 200_000],
  ['n_ctx exceeded'],
  // By how much it is too long is no limit.
  ['prompt too long; exceeded max context length by 539 tokens'],
  ['prompt too long; exceeded max context length by 1200 tokens'],
  ['The request exceeds the context length of 8192 tokens by 1200 tokens.', 8_192],
  ['The context window of 8,192 tokens is exceeded by at least 1,200 tokens', 8_192],
  ['Your prompt is 1,200 tokens over the limit of 8192 tokens.', 8_192],
  ['The input has 1200 tokens too many: the context size is 8192', 8_192],
  ['The prompt is 12000 tokens above the maximum context length of 8192', 8_192],
];

it.each(SAID.map(([message, limit, requested]) => ({ message, limit, requested })))(
  'W25 $message',
  ({ message, limit, requested }) => {
    expect(isOverflow(400, '', message)).toBe(true);
    const known = { ...(limit !== undefined && { limit }), ...(requested !== undefined && { requested }) };
    expect(parseOverflow(message)).toEqual(known);
  },
);

it.each([])('W25 another limit: %s', (message) => expect(speaksOfOverflow(message)).toBe(false));

it.each([
  [
    "Invalid 'messages[1].content': string too long. Expected a string with maximum length 1000000, but got a string with length 2000000 instead.",
    2,
  ],
  ['Malformed input request: expected maxLength: 20480, actual: 40960, please reformat your input and try again.', 2],
  ['prompt is too long: exceeds 100000 characters', 1],
])('W18 a limit of another unit: %s', (message, excess) => {
  expect(isOverflow(400, '', message)).toBe(true);
  expect(parseOverflow(message)).toEqual({});
  expect(bytesExcess(message)).toBe(excess);
});

describe('a message in another language', () => {
  it.each([
    'Die Eingabe ist zu lang: 20000 Token, erlaubt sind 8192.',
    'Die Eingabe ist zu lang: 20.000 Tokens, erlaubt sind 8.192.',
    '400 Eingabe zu groß (20 000 Token von 8 192)',
    'La longitud máxima del contexto es de 8192 tokens, pero su solicitud tiene 20000 tokens.',
    'La requête dépasse la longueur maximale du contexte (20000 > 8192 tokens)',
    'La requête dépasse la longueur maximale du contexte (20\u202F000 > 8\u202F192 tokens)',
    'O comprimento máximo do contexto é de 8.192 tokens, mas a sua solicitação tem 20.000 tokens.',
    'L’input è troppo lungo: 20.000 token, il massimo è 8.192.',
    'Girdi çok uzun: 20.000 token, en fazla 8.192 tokene izin verilir.',
    'Bağlam uzunluğu aşıldı: 20000 belirteç, üst sınır 8192',
    'الإدخال طويل جدا: ٢٠٠٠٠ رمز، الحد الأقصى ٨١٩٢',
    'تجاوز طول السياق: 20000 رمز من 8192',
    'इनपुट बहुत लंबा है: २०००० टोकन, सीमा ८१९२ है',
    '最大コンテキスト長は8192トークンですが、20000トークンがリクエストされました',
    '最大コンテキスト長は８１９２トークンですが、２００００トークンがリクエストされました',
    '최대 컨텍스트 길이는 8192 토큰입니다. 요청은 20000 토큰입니다',
    'Превышена максимальная длина контекста: 20 000 токенов, максимум 8 192',
    '模型最大上下文长度为8192，您的请求为20000个token',
    '輸入過長：20,000 tokens，上限 8,192',
  ])('%s', (message) => {
    expect(soundsLikeOverflow(message)).toBe(true);
    expect(tokensIn(message)).toEqual({ limit: 8_192, requested: 20_000 });
  });

  it.each([
    'Ungültiger Schlüssel für Token 20000',
    'max_tokens muss zwischen 1 und 8192 liegen, Eingabe 20000',
    'max_tokens 必须小于 8192，输入为 20000',
    'Le jeton d’accès 20000 a expiré après 3600 secondes',
    'Input tokens cached: 20000 of 8192 allowed for this key',
    'Version 20.000.1 needs a tokenizer of 8192 entries and a Kontext',
  ])('another limit: %s', (message) => {
    expect(soundsLikeOverflow(message)).toBe(false);
  });
});
