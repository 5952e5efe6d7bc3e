/** What the Responses API refuses in a request, in its own words where they are known (issue threads of openai/codex, vercel/ai and continuedev/continue). */

import type { Json } from '../../src/core/lang/json.ts';
import { field, isList, isRecord } from '../../src/core/lang/json-fields.ts';
import { wellFormed } from '../../src/core/lang/well-formed-json.ts';
import { digest, readId, unseal } from './openai-seals.ts';

const NAME = /^[a-zA-Z0-9_-]{1,64}$/;
const IMAGE = /^data:image\/(jpeg|png|gif|webp);base64,[A-Za-z0-9+/]+=*$/;
const FILE = /^data:application\/pdf;base64,[A-Za-z0-9+/]+=*$/;
const FIELDS = {
  create:
    'model input instructions tools tool_choice max_output_tokens prompt_cache_key store stream include reasoning',
  count: 'model input instructions tools tool_choice reasoning',
  compact: 'model input instructions prompt_cache_key',
};
const NOT_FOUND = 'Items are not persisted when `store` is set to false.';

type Say = (message: string, code?: string) => void;
export interface Refused {
  readonly message: string;
  readonly code?: string;
}

/** Each reason to answer 400. */
export function responsesRejects(body: Json, call: keyof typeof FIELDS, reasons: boolean): readonly Refused[] {
  const found: Refused[] = [];
  const say: Say = (message, code) => found.push({ message, ...(code && { code }) });
  if (!isRecord(body) || isBroken(body)) return [{ message: 'We could not parse the JSON body of your request.' }];
  for (const key of Object.keys(body))
    if (!FIELDS[call].split(' ').includes(key)) say(`Unknown parameter: '${key}'.`, 'unknown_parameter');
  rejectParameters(body, call, reasons, say);
  const { input } = body;
  if (!isList(input) || input.length === 0) say("Missing required parameter: 'input'.");
  else rejectItems(input, say);
  return found;
}

function rejectParameters(body: { readonly [key: string]: Json }, call: string, reasons: boolean, say: Say): void {
  const { max_output_tokens: limit, prompt_cache_key: key = '', tools = [], include, reasoning } = body;
  if (typeof limit === 'number' && limit < 16)
    say(`Invalid 'max_output_tokens': integer below minimum value. Expected a value >= 16, but got ${limit} instead.`);
  if (String(key).length > 64) say("Invalid 'prompt_cache_key': string too long.");
  if (call === 'create' && (body.store !== false || body.stream !== true)) say('The fake keeps nothing and streams.');
  if (!reasons && include !== undefined) say('Encrypted content is not supported with this model.');
  if (!reasons && reasoning !== undefined)
    say("Unsupported parameter: 'reasoning.summary' is not supported with this model.", 'unsupported_parameter');
  if (body.tool_choice !== undefined && !isFilled(tools)) say("Tool choice must come with 'tools'.");
  for (const tool of isList(tools) ? tools : []) {
    if (!NAME.test(String(field(tool, 'name')))) say("Invalid 'tools[0].name': string does not match pattern.");
    const schema = field(tool, 'parameters');
    if (field(schema, 'type') !== 'object') say('Invalid schema: type is not "object".');
    else if (!isRecord(field(schema, 'properties'))) say('Invalid schema: object schema missing properties.');
  }
}

function rejectItems(items: readonly Json[], say: Say): void {
  const open = new Set<string>();
  const called = new Set<string>();
  let led: string | undefined;
  for (const [at, item] of items.entries()) {
    const type = field(item, 'type') ?? (field(item, 'role') === undefined ? undefined : 'message');
    const id = String(field(item, 'call_id'));
    switch (type) {
      case 'message':
        rejectMessage(item, at, say);
        if (field(item, 'role') === 'assistant') rejectId(item, led, say);
        else led = undefined;
        break;
      case 'reasoning':
        rejectReasoning(item, items[at + 1], say);
        led = String(field(item, 'id'));
        break;
      case 'function_call':
        rejectId(item, led, say);
        rejectCall(item, at, say);
        if (called.has(id)) say(`Duplicate call_id ${id}.`);
        called.add(id);
        open.add(id);
        break;
      case 'function_call_output':
        led = undefined;
        if (!called.has(id)) say(`No tool call found for function call output with call_id ${id}.`);
        else if (!open.delete(id)) say(`Duplicate output for ${id}.`);
        rejectContent(field(item, 'output'), `input[${at}].output`, say, '');
        break;
      case 'compaction':
        rejectCompaction(item, items.slice(0, at), say);
        break;
      default:
        say(`Invalid value: '${String(type)}'.`, 'invalid_value');
    }
  }
  for (const id of open) say(`No tool output found for function call ${id}.`);
}

function rejectMessage(item: Json, at: number, say: Say): void {
  const role = field(item, 'role');
  if (role !== 'user' && role !== 'assistant') say(`Invalid value: '${String(role)}' is no role.`, 'invalid_value');
  rejectContent(
    field(item, 'content'),
    `input[${at}].content`,
    say,
    role === 'assistant' ? 'output_text' : 'input_text',
  );
  const id = field(item, 'id');
  if (role === 'user' && typeof id === 'string' && !readId(id)) say(`Item with id '${id}' not found. ${NOT_FOUND}`);
}

/** Text where `textType` is `''` may be of either side, and may say nothing. */
function rejectContent(content: Json | undefined, where: string, say: Say, textType: string): void {
  if (typeof content === 'string') {
    if (content === '' && textType !== '') say(`Invalid '${where}': empty string.`);
    return;
  }
  if (!isFilled(content)) say(`Invalid '${where}': empty array.`, 'empty_array');
  for (const part of isList(content) ? content : []) {
    const type = field(part, 'type');
    if (type === 'input_image' && IMAGE.test(String(field(part, 'image_url')))) continue;
    if (type === 'input_file' && FILE.test(String(field(part, 'file_data'))) && field(part, 'filename')) continue;
    if (type === (textType || 'input_text') && typeof field(part, 'text') === 'string') continue;
    say(`Invalid '${where}': ${String(type)} that this can't hold.`, 'invalid_value');
  }
}

function rejectReasoning(item: Json, next: Json | undefined, say: Say): void {
  const id = String(field(item, 'id'));
  const kept = unseal(field(item, 'encrypted_content'));
  if (kept === undefined || field(kept, 'id') !== id)
    say('The encrypted content gAAA... could not be verified.', 'invalid_encrypted_content');
  else if (field(kept, 'next') === null || field(kept, 'next') !== field(next, 'id'))
    say(`Item '${id}' of type 'reasoning' was provided without its required following item.`);
}

function rejectId(item: Json, led: string | undefined, say: Say): void {
  const id = field(item, 'id');
  if (id === undefined) return;
  const minted = readId(String(id));
  if (!minted) say(`Item with id '${String(id)}' not found. ${NOT_FOUND}`);
  const after = minted?.after;
  if (after === undefined || after === led) return;
  const type = String(field(item, 'type'));
  say(`Item '${String(id)}' of type '${type}' was provided without its required 'reasoning' item: '${after}'.`);
}

function rejectCall(item: Json, at: number, say: Say): void {
  if (!NAME.test(String(field(item, 'name')))) say(`Invalid 'input[${at}].name': string does not match pattern.`);
  const id = field(item, 'call_id');
  if (typeof id !== 'string' || id === '') say(`Missing required parameter: 'input[${at}].call_id'.`);
  else if (id.length > 64) say(`Invalid 'input[${at}].call_id': string too long.`, 'string_above_max_length');
  if (typeof field(item, 'arguments') !== 'string') say(`Invalid type for 'input[${at}].arguments'.`, 'invalid_type');
}

/** All that came with a compaction stands before it, as it came. */
function rejectCompaction(item: Json, before: readonly Json[], say: Say): void {
  const kept = unseal(field(item, 'encrypted_content'));
  const isWhole =
    kept !== undefined && field(kept, 'id') === field(item, 'id') && field(kept, 'with') === digest(before);
  if (!isWhole) say('The encrypted content gAAA... could not be verified.', 'invalid_encrypted_content');
}

function isFilled(value: Json | undefined): value is readonly Json[] {
  return isList(value) && value.length > 0;
}

/** It holds half of a surrogate pair. */
function isBroken(body: Json): boolean {
  return JSON.stringify(body) !== JSON.stringify(wellFormed(body));
}
