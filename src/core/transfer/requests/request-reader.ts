/** Reads one thread of a request log: the last request's messages, its reply, and the usage of each reply. */

import type { Json } from '../../lang/json.ts';
import { type ForeignRecord, field, filledText, isList, isRecord, timeOf } from '../../lang/json-fields.ts';
import { readAnthropicMessage } from '../anthropic/anthropic.ts';
import { ChatReader } from '../openai/chat-messages.ts';
import type { LeftOut, LineReader, Part } from '../reader/import-format.ts';
import { systemPrompt } from '../reader/message-list.ts';
import type { Logged } from './exchange.ts';
import { type LoggedReply, type LoggedRequest, loggedRequest, replyOf } from './exchange.ts';

/** What a reply says of its message. */
interface Said extends Omit<LoggedReply, 'message'> {
  readonly calls: string;
  readonly timestamp: Json;
}

export class RequestReader implements LineReader {
  readonly #at: number;
  readonly #retried: ReadonlySet<number>;
  readonly #end: Logged;
  /** Records of the thread's requests, and how many messages each has. */
  readonly #lengths = new Map<number, number>();
  #request: { readonly request: LoggedRequest; readonly at: number } | undefined;
  #answer: ForeignRecord | undefined;
  /** The last request's failure, when it has no answer. */
  #failure: Part | undefined;
  /** When each request was sent, by how many messages it has. */
  readonly #sent = new Map<number, Json>();
  /** Of the thread's requests, by the message that the reply became. */
  readonly #said = new Map<number, Said>();
  /** Of retried requests, by the calls: the thread may have gone on with such a reply. */
  readonly #saidAgain = new Map<string, Said>();
  /** Of the newest request: the message that its reply becomes, or why it is left out. */
  #awaited: number | LeftOut | undefined;

  /** `retried`: records of requests that were tried once and given up. */
  constructor(at: number, end: Logged, retried: ReadonlySet<number>) {
    this.#at = at;
    this.#end = end;
    this.#retried = retried;
    for (let one: Logged | undefined = end; one; one = one.before) this.#lengths.set(one.record, one.length);
  }

  read(value: Json, line: number, record: number): readonly Part[] {
    if (!isRecord(value)) return [{ type: 'odd', line, detail: 'no object' }];
    const [request, reply] = [loggedRequest(value), replyOf(value)];
    if (!request && !reply) return this.#other(value);
    if (request) this.#ask(request, value, record);
    const awaited = this.#awaited;
    if (awaited === undefined) return [{ type: 'odd', line, detail: 'a reply without a request' }];
    if (reply) {
      this.#awaited = undefined;
      this.#hear(reply, value.timestamp ?? null, awaited);
    }
    return typeof awaited === 'string' ? [{ type: 'left-out', kind: awaited }] : [];
  }

  end(): readonly Part[] {
    if (!this.#request) return [];
    const { request, at } = this.#request;
    const all = this.#answer ? [...request.messages, { role: 'assistant', ...this.#answer }] : request.messages;
    const sent = [...this.#sent].toSorted(([one], [other]) => one - other);
    let next = 0;
    const messages = all.map((message, index) => {
      while (next < sent.length && (sent[next]?.[0] ?? 0) <= index) next++;
      return this.#completed(message, index, sent[next]?.[1]);
    });
    const failure = this.#answer || !this.#failure ? [] : [this.#failure];
    if (request.system === undefined && !messages.some(isAnthropic)) {
      const reader = new ChatReader({ at, model: request.model });
      return [...messages.flatMap((message, index) => reader.read(message, index + 1)), ...failure];
    }
    const parts = messages.flatMap((message, index) => readAnthropicMessage(message, index + 1, at, request.model));
    return [...systemPrompt(request.system, at), ...parts, ...failure];
  }

  #other(value: ForeignRecord): readonly Part[] {
    const error = filledText(value.error) ?? filledText(field(value.error, 'message'));
    if (error === undefined || this.#awaited !== this.#end.length) return [{ type: 'left-out', kind: 'bookkeeping' }];
    this.#failure = { type: 'note', at: timeOf(value.timestamp) ?? this.#at, text: `The request failed: ${error}` };
    return [];
  }

  #ask(request: LoggedRequest, value: ForeignRecord, record: number): void {
    const length = this.#lengths.get(record);
    this.#awaited = length ?? (this.#retried.has(record) ? 'retried request' : 'other thread');
    if (length === undefined) return;
    this.#sent.set(length, value.timestamp ?? null);
    if (record === this.#end.record) this.#request = { request, at: timeOf(value.timestamp) ?? this.#at };
  }

  #hear({ message, usage, model }: LoggedReply, timestamp: Json, awaited: number | LeftOut): void {
    const said: Said = { calls: callsOf(message), usage, model, timestamp };
    if (typeof awaited === 'number') {
      this.#said.set(awaited, said);
      if (awaited === this.#end.length) this.#answer = message;
    } else if (awaited === 'retried request' && said.calls !== '') this.#saidAgain.set(said.calls, said);
  }

  /** A message with what the log says of it: when it was sent, or when and by whom it was written and what that used. */
  #completed(message: Json, index: number, sent: Json | undefined): Json {
    if (!isRecord(message)) return message;
    if (message.role !== 'assistant') return { ...message, timestamp: message.timestamp ?? sent ?? null };
    const calls = callsOf(message);
    const expected = this.#said.get(index);
    const said = expected?.calls === calls ? expected : this.#saidAgain.get(calls);
    if (!said) return message;
    const { usage = null, model, timestamp } = said;
    return { ...message, usage, timestamp, ...(model !== undefined && { model }) };
  }
}

/** The ids of a message's calls: the same in the reply and in the request that follows it. */
function callsOf(message: ForeignRecord): string {
  const calls = [message.tool_calls, message.content].flatMap((list) => (isList(list) ? list : []));
  return calls.flatMap((call) => field(call, 'id') ?? []).join(' ');
}

function isAnthropic(message: Json): boolean {
  const content = field(message, 'content');
  const types: readonly unknown[] = ['tool_use', 'tool_result', 'thinking'];
  return isList(content) && content.some((block) => types.includes(field(block, 'type')));
}
