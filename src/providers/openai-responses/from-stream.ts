/** Converts events of the Responses API to our events. */
import type { ModelEvent } from '../../core/agent/model-event.ts';
import { safeJsonText } from '../../core/lang/cap-depth.ts';
import { readCount, readField, readList, readSeal, readText } from '../../core/lang/read-value.ts';
import { streamError } from '../openai-shared/errors.ts';
import { isDone } from '../openai-shared/spell-event.ts';
import { foreignEvents } from '../shared/connection-errors.ts';
import { callIdOf, callNameOf, inputJson, messageOf } from '../shared/reply-values.ts';
import { type Output, seal } from './item-signatures.ts';
import { replyEnd } from './stop-reason.ts';
import { usageOf } from './usage.ts';

/**
 * Events are of the library's type `ResponseStreamEvent`, but other servers that speak this API put other values in them: these
 * cost no more than the field that they stand in.
 */
export async function* fromStream(events: AsyncIterable<unknown>): AsyncGenerator<ModelEvent> {
  const reader = new Reader();
  for await (const event of events) yield* reader.read(event);
  if (reader.foreign !== undefined) throw foreignEvents(safeJsonText(reader.foreign) ?? '');
}

interface OpenCall {
  readonly id: string;
  /** Of its item. */
  readonly item: string | undefined;
  hasInput: boolean;
  isDone: boolean;
}

/** Items come one after the other, each whole before the next. */
class Reader {
  readonly #calls: OpenCall[] = [];
  /** Items that are whole: some servers send them twice. */
  readonly #finished = new Set<string>();
  /** What came in pieces of the item that is open. */
  readonly #said = { text: false, thinking: false };
  #first: unknown;
  #isKnown = false;
  #newest: string | undefined;
  #reasoning: string | undefined;
  #isNext = false;
  #refusal: string | undefined;
  #hasItems = false;

  /** The first event, where none is one of the API. */
  get foreign(): unknown {
    return this.#isKnown ? undefined : this.#first;
  }

  read(event: unknown): readonly ModelEvent[] {
    const type = readText(readField(event, 'type'));
    this.#first ??= isDone(event) ? undefined : event;
    this.#isKnown ||= type === 'error' || (type?.startsWith('response.') ?? false);
    if (isDone(event)) return this.#endAtDone();
    this.#hasItems ||= type?.startsWith('response.output_') ?? false;
    switch (type) {
      case 'response.output_text.delta':
        return this.#say('text', readField(event, 'delta'));
      case 'response.output_text.done':
        return this.#said.text ? [] : this.#say('text', readField(event, 'text'));
      case 'response.reasoning_summary_text.delta':
      case 'response.reasoning_text.delta':
        return this.#say('thinking', readField(event, 'delta'));
      case 'response.reasoning_summary_part.added':
        return (readCount(readField(event, 'summary_index')) ?? 0) > 0 ? text('thinking', '\n\n') : [];
      case 'response.output_item.added': {
        const item = readField(event, 'item');
        if (this.#isFinished(item)) return [];
        this.#newest = idOf(item);
        return readField(item, 'type') === 'function_call' ? [this.#open(item)] : [];
      }
      case 'response.function_call_arguments.delta':
        return input(this.#callOf(readField(event, 'item_id')), readField(event, 'delta'));
      case 'response.function_call_arguments.done': {
        const call = this.#callOf(readField(event, 'item_id'));
        return call?.hasInput ? [] : input(call, readField(event, 'arguments'));
      }
      case 'response.output_item.done':
        return this.#done(readField(event, 'item'));
      case 'response.refusal.done':
        this.#refusal = messageOf(readField(event, 'refusal'));
        return [];
      case 'response.completed':
      case 'response.incomplete':
      case 'response.failed': {
        const response = readField(event, 'response');
        const usage = usageOf(readField(response, 'usage'));
        const items = this.#rest(response);
        const end = replyEnd(type, response, this.#calls.length > 0, this.#refusal);
        return [...items, ...(usage ? [{ type: 'usage', usage } as const] : []), end];
      }
      case 'error': {
        const message = messageOf(readField(event, 'message')) ?? '';
        return [{ type: 'error', error: streamError({ message, code: readText(readField(event, 'code')) ?? '' }) }];
      }
      default:
        return [];
    }
  }

  /** Servers that end with `[DONE]` alone: a cut stream has none. */
  #endAtDone(): readonly ModelEvent[] {
    const isWhole = this.#calls.every(({ hasInput, isDone: isOver }) => hasInput || isOver);
    if (!this.#hasItems || !isWhole) return [];
    return [{ type: 'end', reason: this.#calls.length > 0 ? 'calls' : 'done' }];
  }

  #say(type: 'text' | 'thinking', given: unknown): readonly ModelEvent[] {
    const events = text(type, given);
    this.#said[type] ||= events.length > 0;
    return events;
  }

  /** What only the response as a whole holds: all of it, or the inputs of calls whose item never ended. */
  #rest(response: unknown): readonly ModelEvent[] {
    const output = readList(readField(response, 'output'));
    if (!this.#hasItems) {
      const items = output.flatMap((item) => {
        this.#newest = idOf(item);
        return this.#done(item);
      });
      return output.length > 0 ? items : text('text', readField(response, 'output_text'));
    }
    return output.flatMap((item) => {
      const id = readText(readField(item, 'call_id'));
      const call = this.#calls.find((one) => one.id === id && !one.hasInput);
      return input(call, readField(item, 'arguments'));
    });
  }

  /** The words of an item that did not come in pieces. */
  #words(item: unknown): readonly ModelEvent[] {
    const isThought = readField(item, 'type') === 'reasoning';
    const kind = isThought ? 'thinking' : 'text';
    const content = readField(item, isThought ? 'summary' : 'content');
    if (this.#said[kind]) return [];
    return (typeof content === 'string' ? [{ text: content }] : readList(content)).flatMap((part, at) => {
      this.#refusal ??= messageOf(readField(part, 'refusal'));
      const words = readText(readField(part, 'text')) ?? '';
      return text(kind, isThought && at > 0 ? `\n\n${words}` : words);
    });
  }

  #isFinished(item: unknown): boolean {
    return this.#finished.has(idOf(item) ?? '');
  }

  #open(item: unknown): ModelEvent {
    const id = callIdOf(readText(readField(item, 'call_id')) || idOf(item));
    this.#calls.push({ id, item: idOf(item), hasInput: false, isDone: false });
    return { type: 'call', id, name: callNameOf(readField(item, 'name')) };
  }

  /** By the id of its item; where an item has lost its id it is the newest one. */
  #callOf(item: unknown): OpenCall | undefined {
    const id = readText(item);
    const known = id === undefined ? undefined : this.#calls.find((call) => call.item === id);
    const newest = this.#calls.at(-1);
    return known ?? (newest?.isDone || (id !== undefined && newest?.item !== undefined) ? undefined : newest);
  }

  #done(item: unknown): readonly ModelEvent[] {
    if (this.#isFinished(item)) return [];
    const type = readField(item, 'type');
    const id = idOf(item);
    if (id !== undefined) this.#finished.add(id);
    const words = type === 'reasoning' || type === 'message' ? this.#words(item) : [];
    if (type === 'reasoning') this.#said.thinking = false;
    if (type === 'reasoning') return [...words, ...this.#thought(id, item)];
    if (type !== 'message' && type !== 'function_call') return [];
    this.#said.text = false;
    const events = type === 'function_call' ? this.#finish(item) : words;
    const after = this.#reasoning;
    const led = after !== undefined && { after, ...(this.#isNext && { isNext: true }) };
    this.#isNext = false;
    // Half an item is not worth its id, and a seal goes to the newest part.
    if (id === undefined || id !== this.#newest || readField(item, 'status') === 'incomplete') return events;
    const phase = type === 'message' ? phaseOf(readField(item, 'phase')) : undefined;
    const of = type === 'message' ? 'text' : 'call';
    return [...events, { type: 'signature', of, signature: seal({ id, ...led, ...(phase && { phase }) }) } as const];
  }

  /** A call whose beginning could not be read begins here, and one whose input did not come in pieces gets it. */
  #finish(item: unknown): readonly ModelEvent[] {
    const begun = this.#callOf(readField(item, 'id'));
    const opening = begun ? [] : [this.#open(item)];
    const call = begun ?? this.#calls.at(-1);
    if (!begun) this.#newest = idOf(item);
    if (call) call.isDone = true;
    return call?.hasInput ? opening : [...opening, ...input(call, readField(item, 'arguments'))];
  }

  #thought(id: string | undefined, item: unknown): readonly ModelEvent[] {
    const encrypted_content = readSeal(readField(item, 'encrypted_content'));
    this.#reasoning = undefined;
    this.#isNext = true;
    if (id === undefined || encrypted_content === undefined) return [];
    this.#reasoning = id;
    const summary = readList(readField(item, 'summary')).flatMap((part) => {
      const words = readText(readField(part, 'text'));
      return words === undefined ? [] : [{ type: 'summary_text' as const, text: words }];
    });
    return [{ type: 'signature', of: 'thinking', signature: seal({ id, encrypted_content, summary }) }];
  }
}

function input(call: OpenCall | undefined, piece: unknown): readonly ModelEvent[] {
  const json = inputJson(piece);
  if (!call || json === '') return [];
  call.hasInput = true;
  return [{ type: 'input', id: call.id, json }];
}

function phaseOf(value: unknown): Output['phase'] {
  return value === 'commentary' || value === 'final_answer' ? value : undefined;
}

function idOf(item: unknown): string | undefined {
  return readText(readField(item, 'id'));
}

function text(type: 'text' | 'thinking', given: unknown): readonly ModelEvent[] {
  const piece = readText(given);
  return piece === undefined ? [] : [{ type, text: piece }];
}
