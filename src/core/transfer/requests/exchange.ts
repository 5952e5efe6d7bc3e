/** Finds the request and the reply in a record of a request log, in any of the usual layouts. */

import type { Json } from '../../lang/json.ts';
import {
  type ForeignRecord,
  field,
  filledText,
  isList,
  isRecord,
  parseJson,
  stringOf,
} from '../../lang/json-fields.ts';

export interface LoggedRequest {
  readonly messages: readonly Json[];
  /** Anthropic's form has it apart from the messages. */
  readonly system: Json | undefined;
  readonly model: string | undefined;
}

export interface LoggedReply {
  /** An assistant's message in the form of its provider. */
  readonly message: ForeignRecord;
  readonly usage: Json | undefined;
  readonly model: string | undefined;
}

const REQUESTS = ['request', 'request_params', 'request_body', 'requestBody', 'params', 'input'];
const REPLIES = ['response', 'response_body', 'responseBody', 'reply', 'completion', 'output'];

/** The request of a record, under one of the usual names; undefined when it has none with messages. */
export function loggedRequest(record: Json): LoggedRequest | undefined {
  for (const candidate of candidates(record, REQUESTS, 'request')) {
    const { messages } = candidate;
    if (!isList(messages) || !messages.some((one) => typeof field(one, 'role') === 'string')) continue;
    return { messages, system: candidate.system, model: filledText(candidate.model) };
  }
  return undefined;
}

/** The reply of a record, under one of the usual names; undefined when it has none that says something. */
export function replyOf(record: Json): LoggedReply | undefined {
  for (const candidate of candidates(record, REPLIES, 'response')) {
    const { choices } = candidate;
    const chosen = isList(choices) ? field(choices[0], 'message') : undefined;
    const own = candidate.role === 'assistant' && candidate.content !== undefined ? candidate : undefined;
    const message = isRecord(chosen) ? chosen : own;
    if (message) return { message, usage: candidate.usage, model: filledText(candidate.model) };
  }
  return undefined;
}

/** The values under these names, as they are or one level down in `body`, and the record itself when it says that it is one. */
function candidates(record: Json, names: readonly string[], type: string): readonly ForeignRecord[] {
  const values = names.flatMap((name) => {
    const value = parsed(field(record, name));
    return [value, parsed(field(value, 'body'))];
  });
  const itself =
    isBoth(record) || stringOf(field(record, 'type')) === type ? [record, parsed(field(record, 'body'))] : [];
  return [...values, ...itself].filter(isRecord);
}

/** True for a request with its reply among its own fields. */
export function isBoth(record: Json): boolean {
  return isList(field(record, 'messages')) && field(record, 'response') !== undefined;
}

/** Proxies log bodies as text. */
function parsed(value: Json | undefined): Json | undefined {
  if (typeof value !== 'string' || !value.startsWith('{')) return value;
  const result = parseJson(value);
  return result.ok ? result.value : undefined;
}

/** A request as the survey knows it. */
export interface Logged {
  /** The request's number among the file's records; a repeated one counts where it was last. */
  readonly record: number;
  readonly length: number;
  readonly before: Logged | undefined;
}
