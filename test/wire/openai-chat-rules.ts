/** What Chat Completions refuse in a request, in OpenAI's words where they are known (issue threads), and in the strictest reading of compatible servers. */

import type { Json } from '../../src/core/lang/json.ts';
import { field, isList, isRecord, stringOf } from '../../src/core/lang/json-fields.ts';
import { wellFormed } from '../../src/core/lang/well-formed-json.ts';

const NAME = /^[a-zA-Z0-9_-]{1,64}$/;
const ID = /^[a-zA-Z0-9_-]{1,64}$/;
const IMAGE = /^data:image\/(jpeg|png|gif|webp);base64,[A-Za-z0-9+/]+=*$/;
const FIELDS =
  'model messages tools tool_choice max_tokens max_completion_tokens stream stream_options reasoning_effort'.split(' ');
/** `ReasoningEffort` of the library. */
const EFFORTS = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'];
const MESSAGE_FIELDS: Readonly<Record<string, readonly string[]>> = {
  system: ['role', 'content'],
  user: ['role', 'content'],
  assistant: ['role', 'content', 'tool_calls', 'reasoning_content'],
  tool: ['role', 'content', 'tool_call_id'],
};
const UNANSWERED =
  "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: ";
const UNASKED =
  "Invalid parameter: messages with role 'tool' must be a response to a preceding message with 'tool_calls'.";

type Say = (message: string) => void;

/** Each reason to answer 400. */
export function chatRejects(body: Json): readonly string[] {
  const found: string[] = [];
  const say: Say = (message) => found.push(message);
  if (!isRecord(body) || isBroken(body)) return ['We could not parse the JSON body of your request.'];
  for (const key of Object.keys(body)) if (!FIELDS.includes(key)) say(`Unrecognized request argument supplied: ${key}`);
  const effort = body.reasoning_effort;
  if (effort !== undefined && !EFFORTS.some((one) => one === effort))
    say(`Invalid value: '${JSON.stringify(effort)}'.`);
  const { messages, tools, tool_choice: choice, stream, max_tokens: limit = body.max_completion_tokens } = body;
  if (stream !== true) say('The fake streams.');
  if (body.stream_options !== undefined && stream !== true)
    say("'stream_options' is only allowed when 'stream' is enabled.");
  if (limit !== undefined && Number(limit) < 1) say("Invalid 'max_tokens': integer below minimum value.");
  if (tools !== undefined && (!isList(tools) || tools.length === 0)) say("[] is too short - 'tools'");
  if (choice !== undefined && tools === undefined) say("'tool_choice' is only allowed when 'tools' are specified.");
  for (const tool of isList(tools) ? tools : []) rejectTool(tool, say);
  if (!isList(messages) || messages.length === 0) say("[] is too short - 'messages'");
  else rejectMessages(messages, say);
  return found;
}

function rejectTool(tool: Json, say: Say): void {
  const named = field(tool, 'function');
  if (!NAME.test(String(field(named, 'name')))) say("Invalid 'tools[0].function.name': string does not match pattern.");
  const schema = field(named, 'parameters');
  if (field(schema, 'type') !== 'object') say('Invalid schema for function: type is not "object".');
  else if (!isRecord(field(schema, 'properties')))
    say('Invalid schema for function: In context=(), object schema missing properties.');
}

function rejectMessages(messages: readonly Json[], say: Say): void {
  let open: readonly string[] = [];
  const seen = new Set<string>();
  for (const [at, message] of messages.entries()) {
    const role = String(field(message, 'role'));
    if (role !== 'tool' && open.length > 0) {
      say(UNANSWERED + open.join(', '));
      open = [];
    }
    rejectForm(message, role, at, say);
    if (role === 'tool') {
      const id = String(field(message, 'tool_call_id'));
      if (!open.includes(id)) say(UNASKED);
      open = open.filter((one) => one !== id);
    }
    if (role !== 'assistant') continue;
    const calls = field(message, 'tool_calls');
    open = isList(calls) ? calls.map((call) => String(field(call, 'id'))) : [];
    for (const call of isList(calls) ? calls : []) rejectCall(call, seen, say);
  }
  if (open.length > 0) say(UNANSWERED + open.join(', '));
  if (field(messages.at(-1), 'role') === 'assistant') say('Cannot continue from an assistant message.');
}

function rejectForm(message: Json, role: string, at: number, say: Say): void {
  const known = MESSAGE_FIELDS[role];
  if (!known)
    return void say(`Invalid value: '${role}'. Supported values are: 'system', 'assistant', 'user', and 'tool'.`);
  if (role === 'system' && at > 0) say('System message must be at the beginning.');
  for (const key of Object.keys(message ?? {}))
    if (!known.includes(key)) say(`messages.${at}: property '${key}' is unsupported`);
  const content = field(message, 'content');
  const calls = field(message, 'tool_calls');
  if (calls !== undefined && (!isList(calls) || calls.length === 0))
    say(`[] is too short - 'messages.${at}.tool_calls'`);
  if (role === 'assistant' && content === null && calls !== undefined) return;
  if (typeof content === 'string') {
    if (content.trim() === '') say(`messages.${at}: content is empty`);
  } else if (role === 'user' && isList(content) && content.length > 0) rejectParts(content, at, say);
  else
    say(`Invalid type for 'messages[${at}].content': expected a string, but got ${JSON.stringify(content)} instead.`);
}

function rejectParts(parts: readonly Json[], at: number, say: Say): void {
  for (const part of parts) {
    const type = field(part, 'type');
    if (type === 'text' && (stringOf(field(part, 'text')) ?? '').trim() !== '') continue;
    if (type === 'image_url' && IMAGE.test(String(field(field(part, 'image_url'), 'url')))) continue;
    say(`messages.${at}: a part of type ${String(type)} that can't be read`);
  }
}

/** Templates of local servers read the arguments as an object. */
function rejectCall(call: Json, seen: Set<string>, say: Say): void {
  const id = String(field(call, 'id'));
  if (!ID.test(id)) say(`Invalid tool call id '${id}'.`);
  if (seen.has(id)) say(`Duplicate tool call id '${id}'.`);
  seen.add(id);
  const named = field(call, 'function');
  if (field(call, 'type') !== 'function' || !NAME.test(String(field(named, 'name')))) say('Invalid function name.');
  if (!/^\{/.test(String(field(named, 'arguments')))) say('Failed to parse tool call arguments as JSON.');
}

/** It holds half of a surrogate pair. */
function isBroken(body: Json): boolean {
  return JSON.stringify(body) !== JSON.stringify(wellFormed(body));
}
