/** Compares bodies that the official libraries sent with JSON schemas of those libraries' own types, which allow no other fields. */
import { readFileSync } from 'node:fs';
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import type { Json } from '../../src/core/lang/json.ts';
import { field, isList, isRecord } from '../../src/core/lang/json-fields.ts';
import { addSdkProblem } from './problems.ts';

/** What a body must be, and the body without documented fields that the types lack. */
interface Kind {
  readonly schema: 'AnthropicBodies' | 'GeminiBodies' | 'OpenaiBodies' | 'VscodeBodies';
  readonly body: string;
  readonly withoutLacking?: (body: Json) => Json;
}

/** Documented fields of other makers that the types of the `openai` library lack; `*` is every item of a list. */
const OF_OTHER_MAKERS = [
  // Thinking goes back to DeepSeek, Moonshot and vLLM as `reasoning_content`, to OpenRouter as `reasoning_details`
  // (api-docs.deepseek.com, "Thinking mode"; openrouter.ai/docs, "Reasoning tokens").
  'messages.*.reasoning_content',
  'messages.*.reasoning_details',
  'messages.*.reasoning',
  // Gemini's signatures behind this API (ai.google.dev, "OpenAI compatibility").
  'messages.*.extra_content',
  'messages.*.tool_calls.*.extra_content',
  // Signatures of Gemini and Claude behind LiteLLM, and of GitHub Copilot's models.
  'messages.*.thinking_blocks',
  'messages.*.reasoning_opaque',
  'messages.*.provider_specific_fields',
  'messages.*.tool_calls.*.provider_specific_fields',
  // Claude's cache behind OpenRouter and LiteLLM (openrouter.ai/docs, "Prompt caching").
  'messages.*.content.*.cache_control',
  'tools.*.cache_control',
];

const KINDS: readonly (readonly [path: RegExp, Kind])[] = [
  [/\/v1\/messages$/, { schema: 'AnthropicBodies', body: 'messages' }],
  [/\/v1\/messages\/count_tokens$/, { schema: 'AnthropicBodies', body: 'countTokens' }],
  [
    /\/chat\/completions$/,
    { schema: 'OpenaiBodies', body: 'chat', withoutLacking: (body) => without(body, OF_OTHER_MAKERS) },
  ],
  [/\/responses$/, { schema: 'OpenaiBodies', body: 'responses', withoutLacking: withoutUserIds }],
  [/\/responses\/compact$/, { schema: 'OpenaiBodies', body: 'compact', withoutLacking: withoutUserIds }],
  [/\/responses\/input_tokens$/, { schema: 'OpenaiBodies', body: 'inputTokens', withoutLacking: withoutUserIds }],
  [/:streamGenerateContent$/, { schema: 'GeminiBodies', body: 'generate' }],
];

const VSCODE: Kind = { schema: 'VscodeBodies', body: 'messages' };

/** Notes what is wrong with a request for the end of the running test. Requests of no library's making are not looked at. */
export function checkSdkRequest(request: {
  readonly path: string;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
}): void {
  const { path, headers, body } = request;
  if (headers['x-stainless-lang'] === undefined && headers['x-goog-api-client'] === undefined) return;
  const kind = KINDS.find(([pattern]) => pattern.test(path))?.[1];
  if (kind && body !== '') check(kind, JSON.parse(body), path);
}

/** The same of messages for the editor's models, with bytes as texts. */
export function checkVscodeMessages(messages: Json): void {
  check(VSCODE, messages, 'sendRequest');
}

function check(kind: Kind, body: Json, path: string): void {
  const validate = validatorOf(kind);
  if (!validate(kind.withoutLacking?.(body) ?? body)) addSdkProblem(`${path}: ${describe(validate.errors ?? [])}`);
}

/**
 * `responses.compact` gives user messages with an id, and all that it gives goes back unchanged (developers.openai.com, "Compaction"); the
 * types have an id for the model's items only.
 */
function withoutUserIds(body: Json): Json {
  const input = field(body, 'input');
  if (!isRecord(body) || !isList(input)) return body;
  const items = input.map((item) => {
    if (!isRecord(item) || item.role !== 'user') return item;
    const { id: _, ...rest } = item;
    return rest;
  });
  return { ...body, input: items };
}

const validators = new Map<string, ValidateFunction>();
const ajvs = new Map<Kind['schema'], Ajv>();

function validatorOf({ schema, body }: Kind): ValidateFunction {
  const known = validators.get(`${schema} ${body}`);
  if (known) return known;
  const made = ajvOf(schema).compile({ $ref: `${schema}#/definitions/${schema}/properties/${body}` });
  validators.set(`${schema} ${body}`, made);
  return made;
}

function ajvOf(schema: Kind['schema']): Ajv {
  const known = ajvs.get(schema);
  if (known) return known;
  const made = new Ajv({ strict: false, allErrors: true, verbose: true });
  made.addSchema(JSON.parse(readFileSync(new URL(`${schema}.json`, import.meta.url), 'utf8')), schema);
  ajvs.set(schema, made);
  return made;
}

/** Every member of a union says why it does not fit, so the values that fit none are named, the outermost first. */
function describe(errors: readonly ErrorObject[]): string {
  const unions = errors.filter(({ keyword }) => keyword === 'anyOf');
  const named = (unions.length > 0 ? unions : errors).toSorted((a, b) => depthOf(a) - depthOf(b)).slice(0, 4);
  const words = named.map(({ instancePath, message, data }) => {
    return `${instancePath} ${message}: ${JSON.stringify(data).slice(0, 600)}`;
  });
  return words.join('; ');
}

function depthOf({ instancePath }: ErrorObject): number {
  return instancePath.split('/').length;
}

function without(value: Json, paths: readonly string[]): Json {
  if (paths.length === 0) return value;
  if (isList(value)) {
    const inner = paths.flatMap((path) => (path.startsWith('*.') ? [path.slice(2)] : []));
    return value.map((item) => without(item, inner));
  }
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, item]) => {
      if (paths.includes(key)) return [];
      const inner = paths.flatMap((path) => (path.startsWith(`${key}.`) ? [path.slice(key.length + 1)] : []));
      return [[key, without(item, inner)] as const];
    }),
  );
}
