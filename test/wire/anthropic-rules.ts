/** What Anthropic's Messages API rejects in a request beside its messages (docs/wire-rules.md, "Anthropic Messages"; SDK 1.14.0). */
import { anthropicRejects, openingOf } from './anthropic.ts';
import { MODELS } from './anthropic-models.ts';

export type Fields = { readonly [key: string]: unknown };

export interface Refusal {
  readonly status: number;
  readonly type: string;
  readonly message: string;
  /** Of `error.details`. */
  readonly code?: string;
}

/** The parameters of the API that the extension has a use for; any other is refused, `temperature` as well. */
const PARAMS = [
  'model',
  'max_tokens',
  'messages',
  'system',
  'tools',
  'tool_choice',
  'thinking',
  'stream',
  'compaction',
  'context_management',
  'stop_sequences',
  'output_config',
  'output_format',
];
/** `withoutCompactionIncompatibleParams` of the SDK names them. */
const NOT_WITH_COMPACTION = ['context_management', 'stop_sequences', 'output_format', 'stream'];
const TOOL_PARAMS = ['description', 'cache_control', 'eager_input_streaming'];
const TOOL_NAME = /^[a-zA-Z0-9_-]{1,128}$/;
/** As public issue threads about MCP servers quote the refusal. */
const PROPERTY_KEY = /^[a-zA-Z0-9_.-]{1,64}$/;
const MOST_MARKS = 4;
const LARGEST_BODY = 32 * 1024 * 1024;

export function refused(message: string, code?: string): Refusal {
  return { status: 400, type: 'invalid_request_error', message, ...(code !== undefined && { code }) };
}

/** Before the body is read. */
export function refuseHead(headers: Fields, bytes: number, key: string): Refusal | undefined {
  if (bytes > LARGEST_BODY)
    return { status: 413, type: 'request_too_large', message: 'Request exceeds the maximum size' };
  if (headers.authorization !== `Bearer ${key}` && headers['x-api-key'] !== key)
    return { status: 401, type: 'authentication_error', message: 'invalid x-api-key' };
  if (!/^\d{4}-\d{2}-\d{2}$/.test(String(headers['anthropic-version'])))
    return refused('anthropic-version: header is required');
  return undefined;
}

/** The first reason to answer 400; `isCount` for the count's endpoint, which wants neither a stream nor an end. */
export function refuseBody(body: Fields, betas: readonly string[], isCount: boolean): Refusal | undefined {
  const model = MODELS.find(({ id }) => id === body.model);
  if (!model) return { status: 404, type: 'not_found_error', message: `model: ${body.model}` };
  for (const name of Object.keys(body))
    if (!PARAMS.includes(name)) return refused(`${name}: Extra inputs are not permitted`);
  return (
    refuseSize(body, model.max_tokens, isCount) ??
    refuseThinking(body.thinking, model.capabilities.thinking.types, betas) ??
    refuseCompaction(body, model.capabilities.compaction !== null, betas) ??
    refuseTools(body) ??
    refuseMarks(body) ??
    refuseSystem(body.system) ??
    refuseMessages(body)
  );
}

function refuseSize({ max_tokens: max, stream, compaction }: Fields, most: number, isCount: boolean) {
  if (isCount)
    return max === undefined && stream === undefined
      ? undefined
      : refused('max_tokens: Extra inputs are not permitted');
  if (typeof max !== 'number' || max < 1) return refused('max_tokens: Field required');
  if (max > most) return refused(`max_tokens: ${max} > ${most}, which is the maximum allowed number of output tokens`);
  if (compaction === undefined && stream !== true)
    return refused('stream: a reply in one piece would be cut after ten minutes');
  return undefined;
}

function refuseThinking(thinking: unknown, types: Record<string, { supported: boolean }>, betas: readonly string[]) {
  if (thinking === undefined) return undefined;
  const { type, block_binding: binding } = thinking as Fields;
  if (types[String(type)]?.supported !== true)
    return refused(
      `"thinking.type.${type}" is not supported for this model. Use "thinking.type.adaptive" and "output_config.effort" to control thinking behavior.`,
    );
  if (binding !== undefined && (type === 'disabled' || !betas.includes('thinking-binding-controls-2026-08-01')))
    return refused(`thinking.${type}.block_binding: Extra inputs are not permitted`);
  return undefined;
}

function refuseCompaction(body: Fields, compacts: boolean, betas: readonly string[]) {
  const blocks = contents(body).filter(({ type }) => type === 'compaction');
  const isAsked = body.compaction !== undefined;
  if (!isAsked && blocks.length === 0) return undefined;
  if (!betas.includes('compact-2026-09-04')) return refused('compaction: Extra inputs are not permitted');
  const edits = (body.context_management as { edits?: readonly Fields[] } | undefined)?.edits ?? [];
  if (edits.some(({ type }) => String(type).startsWith('compact_')))
    return refused('a compaction block or `compaction` can not be used together with a compact edit');
  if (blocks.length > 1) return refused('more than one compaction block', 'compaction_block_ambiguous');
  if (!isAsked) return undefined;
  if (!compacts) return refused('compaction: this model does not support compaction');
  for (const name of NOT_WITH_COMPACTION)
    if (body[name] !== undefined) return refused(`${name}: can not be used with compaction`);
  const choice = (body.tool_choice as Fields | undefined)?.type;
  return choice === 'any' || choice === 'tool' ? refused('tool_choice: can not be used with compaction') : undefined;
}

function refuseTools({ tools, tool_choice: choice, ...body }: Fields) {
  const given = (tools ?? []) as readonly Fields[];
  if (tools !== undefined && given.length === 0) return refused('tools: List should have at least 1 item');
  if (choice !== undefined && given.length === 0) return refused('tool_choice: tools must be given with it');
  const names = given.map(({ name }) => String(name));
  if (new Set(names).size < names.length) return refused('tools: Tool names must be unique.');
  for (const [n, { name, input_schema: schema, ...more }] of given.entries()) {
    for (const key of Object.keys(more))
      if (!TOOL_PARAMS.includes(key)) return refused(`tools.0.custom.${key}: Extra inputs are not permitted`);
    if (!TOOL_NAME.test(String(name))) return refused(`tools: name ${name} does not match the pattern`);
    if ((schema as Fields | undefined)?.type !== 'object')
      return refused(`tools: the schema of ${name} is of no object`);
    const { properties } = schema as Fields;
    if (!Object.keys(properties ?? {}).every((key) => PROPERTY_KEY.test(key)))
      return refused(
        `tools.${n}.custom.input_schema.properties: Property keys should match pattern '${PROPERTY_KEY.source}'`,
      );
  }
  const hasCalls = contents(body).some(({ type }) => type === 'tool_use');
  return hasCalls && given.length === 0
    ? refused('Requests which include `tool_use` or `tool_result` blocks must define tools')
    : undefined;
}

function refuseMarks({ system, tools, ...body }: Fields) {
  const blocks = [...((tools ?? []) as readonly Fields[]), ...(Array.isArray(system) ? system : []), ...contents(body)];
  const marks = blocks.filter((block) => block.cache_control !== undefined);
  if (marks.length > MOST_MARKS)
    return refused(`A maximum of 4 blocks with cache_control may be provided. Found ${marks.length}.`);
  return marks.some(({ type }) => /thinking$/.test(String(type)))
    ? refused('thinking can not be marked for the cache')
    : undefined;
}

function refuseSystem(system: unknown) {
  const texts = Array.isArray(system) ? system.map(({ text }) => text) : system === undefined ? [] : [system];
  return texts.some((text) => String(text).trim() === '')
    ? refused('system: text content blocks must be non-empty')
    : undefined;
}

function refuseMessages({ messages, compaction, thinking }: Fields) {
  const given = (messages ?? []) as Parameters<typeof anthropicRejects>[0];
  if (given.length === 0)
    return refused(
      'messages: at least one message is required',
      compaction === undefined ? undefined : 'compaction_nothing_to_summarize',
    );
  const [first] = anthropicRejects(given, { request: compaction === undefined });
  if (first) return refused(first, first.includes('compaction') ? 'compaction_block_misplaced' : undefined);
  const round =
    given.at(-1)?.content[0]?.type === 'tool_result' ? openingOf(given.at(-2)?.content ?? [])?.type : undefined;
  const isManual = (thinking as Fields | undefined)?.type === 'enabled';
  if (isManual && round !== undefined && !/thinking$/.test(String(round)))
    return refused(
      `messages.${given.length - 2}.content.0.type: Expected \`thinking\` or \`redacted_thinking\`, but found \`${round}\`. When \`thinking\` is enabled, a final \`assistant\` message must start with a thinking block`,
    );
  return undefined;
}

/** All blocks of the messages; those inside results as well. */
export function contents({ messages }: Fields): readonly Fields[] {
  const blocks = ((messages ?? []) as readonly { content: readonly Fields[] }[]).flatMap(({ content }) => content);
  return blocks.flatMap((block) => [
    block,
    ...(Array.isArray(block.content) ? (block.content as readonly Fields[]) : []),
  ]);
}
