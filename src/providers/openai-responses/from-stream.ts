/** Converts events of the Responses API to our events. */
import type { ModelEvent } from '../../core/agent/model-event.ts';
import { readCount, readField, readList, readSeal, readText } from '../../core/lang/read-value.ts';
import { streamError } from '../openai-shared/errors.ts';
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
  #newest: string | undefined;
  #reasoning: string | undefined;
  #isNext = false;
  #refusal: string | undefined;
  #hasItems = false;

  read(event: unknown): readonly ModelEvent[] {
    const type = readText(readField(event, 'type'));
    this.#hasItems ||= type?.startsWith('response.output_') ?? false;
    switch (type) {
      case 'response.output_text.delta':
        return text('text', readField(event, 'delta'));
      case 'response.reasoning_summary_text.delta':
      case 'response.reasoning_text.delta':
        return text('thinking', readField(event, 'delta'));
      case 'response.reasoning_summary_part.added':
        return (readCount(readField(event, 'summary_index')) ?? 0) > 0 ? text('thinking', '\n\n') : [];
      case 'response.output_item.added': {
        const item = readField(event, 'item');
        this.#newest = idOf(item);
        return readField(item, 'type') === 'function_call' ? [this.#open(item)] : [];
      }
      case 'response.function_call_arguments.delta':
        return input(this.#callOf(readField(event, 'item_id')), readField(event, 'delta'));
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
        const items = this.#hasItems
          ? []
          : readList(readField(response, 'output')).flatMap((item) => this.#whole(item));
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

  /** An item that did not come in pieces. */
  #whole(item: unknown): readonly ModelEvent[] {
    this.#newest = idOf(item);
    const isThought = readField(item, 'type') === 'reasoning';
    const said = readList(readField(item, isThought ? 'summary' : 'content')).flatMap((part, at) => {
      this.#refusal ??= messageOf(readField(part, 'refusal'));
      const words = readText(readField(part, 'text')) ?? '';
      return text(isThought ? 'thinking' : 'text', isThought && at > 0 ? `\n\n${words}` : words);
    });
    return [...said, ...this.#done(item)];
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
    const type = readField(item, 'type');
    const id = idOf(item);
    if (type === 'reasoning') return this.#thought(id, item);
    if (type !== 'message' && type !== 'function_call') return [];
    const events = type === 'function_call' ? this.#finish(item) : [];
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
