/** The events that a model streams, and the builder that turns them into one reply. */
import { assertNever } from '../lang/assert-never.ts';
import { isList, isRecord, parseJson } from '../lang/json-fields.ts';
import { ownSentence } from '../lang/own-sentences.ts';
import { ok } from '../lang/result.ts';
import type { Block, TokenUsage, ToolUseBlock } from '../message/message.ts';
import type { Concession } from './refusals/conceded.ts';

/** Why a call failed. `kind` is our classification, `message` the provider's text. */
export interface ModelError {
  readonly kind:
    | 'auth'
    | 'rate-limit'
    /** A quota of a day or longer is used up, or the account has no credit: waiting for seconds does not help. */
    | 'quota'
    | 'overloaded'
    | 'overflow'
    | 'network'
    | 'invalid-request'
    | 'refused'
    /** The model said nothing, or nothing that has the form of a reply. */
    | 'empty'
    /** The answer exceeded every bound, so it was ended. */
    | 'endless'
    | 'cancelled';
  readonly message: string;
  /** Milliseconds to wait before a retry, if the provider names them. */
  readonly retryAfter?: number;
  /** The request had no key, as none is stored; only where it was refused for that (`auth`). */
  readonly isKeyless?: true;
}

/** Texts and inputs come in pieces. Once a stream began it ends in `end` or `error`, and nothing is thrown. */
export type ModelEvent =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'thinking'; readonly text: string }
  /** Signs and ends the newest part if it is of this kind; otherwise it becomes a part without text. */
  | { readonly type: 'signature'; readonly of: 'text' | 'thinking' | 'call'; readonly signature: string }
  | { readonly type: 'redacted-thinking'; readonly data: string }
  /** All text so far was thinking, whose beginning the server did not mark. */
  | { readonly type: 'text-was-thinking' }
  | { readonly type: 'call'; readonly id: string; readonly name: string }
  /** A piece of the JSON text of a call's input. */
  | { readonly type: 'input'; readonly id: string; readonly json: string }
  | { readonly type: 'usage'; readonly usage: TokenUsage }
  /**
   * The call failed, for the `attempt`th time of at most `most`, and is made once more at `at` (milliseconds since 1970): what
   * was streamed so far is void.
   */
  | {
      readonly type: 'retry';
      readonly error: ModelError;
      readonly attempt: number;
      readonly most: number;
      readonly at: number;
    }
  /** The server refused a part of the request, and is asked once more without it: what was streamed so far is void. */
  | { readonly type: 'concession'; readonly concession: Concession; readonly isNew: boolean }
  | { readonly type: 'end'; readonly reason: 'done' | 'calls' | 'length' }
  | { readonly type: 'error'; readonly error: ModelError };

export interface Reply {
  readonly blocks: readonly Block[];
  readonly usage?: TokenUsage;
  /** Ids of calls whose input is not usable JSON, or was cut before it began; their input is the raw text. */
  readonly unreadable: ReadonlySet<string>;
  readonly end: Extract<ModelEvent, { type: 'end' }> | Extract<ModelEvent, { type: 'error' }>;
}

/** The errors of a call that was stopped, and of a stream that ended without an end event. */
export const CANCELLED: ModelError = { kind: 'cancelled', message: '' };
export const CUT_SHORT: ModelError = { kind: 'network', message: ownSentence('cutShort') };
export const SAID_NOTHING: ModelError = { kind: 'empty', message: ownSentence('saidNothing') };

/** The model may say more when it is asked again; a reply that reached its output limit would only reach it again. */
export function saidNothing({ blocks, end }: Pick<Reply, 'blocks' | 'end'>): boolean {
  if (end.type === 'error') return end.error.kind === 'empty';
  return end.reason !== 'length' && !blocks.some(({ type }) => type === 'text' || type === 'tool_use');
}

/** Builds a reply from its events. Linear in their text. */
export class ReplyBuilder {
  readonly #modelKey: string | undefined;
  #parts: Part[] = [];
  /** The newest call of each id. */
  readonly #calls = new Map<string, Part>();
  #usage: TokenUsage | undefined;

  /** `modelKey` is recorded with each signature. */
  constructor(modelKey?: string) {
    this.#modelKey = modelKey;
  }

  add(event: ModelEvent): void {
    const last = this.#parts.at(-1);
    switch (event.type) {
      case 'text':
      case 'thinking':
        if (last?.type === event.type && last.signature === undefined) last.texts.push(event.text);
        else this.#parts.push({ type: event.type, texts: [event.text] });
        return;
      case 'signature':
        if (last?.type === event.of && last.signature === undefined) last.signature = event.signature;
        else if (event.of !== 'call') this.#parts.push({ type: event.of, texts: [], signature: event.signature });
        return;
      case 'redacted-thinking':
        this.#parts.push({ type: 'redacted', texts: [event.data] });
        return;
      case 'call':
        this.#call({ type: 'call', texts: [], id: event.id, name: event.name });
        return;
      case 'input':
        this.#calls.get(event.id)?.texts.push(event.json);
        return;
      case 'text-was-thinking':
        this.#parts = this.#parts.map((part) => (part.type === 'text' ? { ...part, type: 'thinking' } : part));
        return;
      case 'usage':
        this.#usage = event.usage;
        return;
      case 'retry':
      case 'concession':
        this.#parts = [];
        this.#calls.clear();
        this.#usage = undefined;
        return;
      case 'end':
      case 'error':
        return;
      default:
        assertNever(event);
    }
  }

  #call(part: Part & { readonly id: string }): void {
    this.#parts.push(part);
    this.#calls.set(part.id, part);
  }

  /**
   * The reply. One that ended early keeps its text, but no unsigned thinking, and no call, since its input may be incomplete.
   */
  finish(end: Reply['end'] = { type: 'error', error: CUT_SHORT }): Reply {
    const unreadable = new Set<string>();
    const isWhole = end.type === 'end';
    const blocks = this.#parts.flatMap((part) => blockOf(part, isWhole, unreadable, this.#modelKey) ?? []);
    const last = this.#parts.at(-1);
    // At the output limit an input that is missing was cut off, too.
    if (end.type === 'end' && end.reason === 'length' && last?.type === 'call' && last.texts.join('').trim() === '')
      unreadable.add(last.id ?? '');
    return { blocks, ...(this.#usage && { usage: this.#usage }), unreadable, end };
  }
}

interface Part {
  readonly type: 'text' | 'thinking' | 'redacted' | 'call';
  readonly texts: string[];
  readonly id?: string;
  readonly name?: string;
  signature?: string;
}

function blockOf(
  part: Part,
  isWhole: boolean,
  unreadable: Set<string>,
  modelKey: string | undefined,
): Block | undefined {
  const text = part.texts.join('');
  const { type, signature } = part;
  const by = modelKey !== undefined && { by: modelKey };
  const sealed = signature !== undefined && { signature, ...by };
  switch (type) {
    case 'text':
      return text.trim() === '' ? undefined : { type: 'text', text, ...sealed };
    case 'thinking':
      if (!isWhole && signature === undefined) return undefined;
      return { type: 'thinking', text, ...sealed };
    case 'redacted':
      return { type: 'redacted_thinking', data: text, ...by };
    case 'call':
      return isWhole ? { ...callOf(part, text, unreadable), ...sealed } : undefined;
  }
}

/** A call without any input has an empty object. */
function callOf({ id = '', name = '' }: Part, text: string, unreadable: Set<string>): ToolUseBlock {
  if (text.trim() === '') return { type: 'tool_use', id, name, input: {} };
  const input = inputOf(text);
  if (!input.ok) unreadable.add(id);
  return { type: 'tool_use', id, name, input: input.ok ? input.value : text };
}

/** Some servers write the JSON text of the object into another JSON text; an empty one is a list in PHP and null elsewhere. */
function inputOf(text: string): ReturnType<typeof parseJson> {
  const outer = parseJson(text);
  if (outer.ok && (outer.value === null || (isList(outer.value) && outer.value.length === 0))) return ok({});
  if (!outer.ok || typeof outer.value !== 'string') return outer;
  const inner = parseJson(outer.value);
  return inner.ok && isRecord(inner.value) ? inner : outer;
}
