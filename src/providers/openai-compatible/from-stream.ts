/** Converts the chunks of a chat completion to our events. */
import { CUT_SHORT, type ModelEvent } from '../../core/agent/model-event.ts';
import { copyJson, safeJsonText } from '../../core/lang/cap-depth.ts';
import { isObject, readField, readList, readSeal, readText } from '../../core/lang/read-value.ts';
import type { TokenUsage } from '../../core/message/message.ts';
import { streamError } from '../openai-shared/errors.ts';
import { type ErrorBody, errorBody } from '../openai-shared/normalize-errors.ts';
import { isDone } from '../openai-shared/spell-event.ts';
import { foreignEvents } from '../shared/connection-errors.ts';
import { endFor } from '../shared/finish-reason.ts';
import { nextWithTimeout } from '../shared/next-with-timeout.ts';
import { inputJson, stopReasonText } from '../shared/reply-values.ts';

import { CallPieces } from './call-pieces.ts';
import { deltaCalls, deltaText, detailedReasoning, findReasoning, replyIn } from './delta.ts';
import { GrowingText } from './growing-text.ts';
import { RepeatedText } from './repeated-text.ts';
import { callSeal, ReasoningSeal } from './reply-seals.ts';

import { usageIn } from './usage.ts';

/** Milliseconds that a server has for the usage and the end of the stream once it said why it stops, and once it said `[DONE]`. */
const LINGER_MS = 3_000;
const DONE_MS = 100;

/**
 * The usage comes after the reason to stop; a stream that breaks off between the two, or goes silent, is whole. `[DONE]` without a
 * reason ends a reply that has text or whole calls. Chunks are of the library's type `ChatCompletionChunk`, but servers put other
 * values in them: these cost no more than the field that they stand in.
 */
export async function* fromStream(chunks: AsyncIterable<unknown>): AsyncGenerator<ModelEvent> {
  const reader = new Reader();
  try {
    const stream = chunks[Symbol.asyncIterator]();
    let given: IteratorResult<unknown> | undefined = await stream.next();
    while (given && !given.done) {
      yield* reader.read(given.value);
      given = await (reader.isOver ? nextWithTimeout(stream, reader.isDone ? DONE_MS : LINGER_MS) : stream.next());
    }
  } catch (thrown) {
    if (!reader.isOver) throw thrown;
  }
  if (reader.isOver) yield* reader.end();
  else if (reader.foreign !== undefined) throw foreignEvents(safeJsonText(reader.foreign) ?? '');
}

class Reader {
  #finishReason: string | undefined;
  #refusal = '';
  #hasText = false;
  /** It came as plain text. */
  #hasReasoning = false;
  #usage: TokenUsage | undefined;
  #error: ErrorBody | undefined;
  isDone = false;
  readonly #calls = new CallPieces();
  readonly #repeated = new RepeatedText();
  readonly #growing = { text: new GrowingText(), thinking: new GrowingText() };
  #hasDelta = false;
  #hasChoices = false;
  #first: unknown;
  readonly #reasoning = new ReasoningSeal();

  /** The first chunk, where none has what the API's chunks have. */
  get foreign(): unknown {
    return this.#hasChoices ? undefined : this.#first;
  }

  get isOver(): boolean {
    return this.#finishReason !== undefined || this.isDone;
  }

  read(chunk: unknown): readonly ModelEvent[] {
    if (isDone(chunk)) {
      this.isDone = true;
      return [];
    }
    const events: ModelEvent[] = [];
    this.#first ??= chunk;
    this.#hasChoices ||= Array.isArray(readField(chunk, 'choices'));
    const choices = readList(readField(chunk, 'choices')).filter(isObject);
    // One answer was asked for; of several the first one is shown, wherever it stands in the list.
    const choice = choices.find((one) => readField(one, 'index') === 0) ?? choices[0];
    if (choice) {
      const { reply, isWhole } = replyIn(choice);
      // Some servers end their pieces with the whole message.
      if (!isWhole || !this.#hasDelta) events.push(...this.#read(reply, choice));
      this.#hasDelta ||= !isWhole && events.length > 0;
      this.#finishReason = reasonIn(chunk, choice) ?? this.#finishReason;
      // OpenRouter: the words of the provider behind it.
      const error = readField(choice, 'error');
      if (isObject(error)) this.#error ??= errorBody(copyJson(error));
    }
    const usage = usageIn(chunk, choice, this.#usage);
    this.#usage = usage ?? this.#usage;
    return usage ? [...events, { type: 'usage', usage }] : events;
  }

  *end(): Generator<ModelEvent> {
    for (const type of ['thinking', 'text'] as const) yield* this.#flush(type);
    yield* this.#repeated.end();
    yield* this.#calls.end();
    if (this.#refusal !== '') yield { type: 'error', error: { kind: 'refused', message: this.#refusal } };
    else if (this.#error?.message) yield { type: 'error', error: streamError(this.#error) };
    else if (this.#finishReason !== undefined) yield endFor(this.#finishReason, this.#calls.count > 0);
    else if (this.#calls.areWhole && (this.#hasText || this.#calls.count > 0))
      yield { type: 'end', reason: this.#calls.count > 0 ? 'calls' : 'done' };
    else yield { type: 'error', error: CUT_SHORT };
  }

  #read(reply: unknown, choice: unknown): readonly ModelEvent[] {
    const events: ModelEvent[] = [];
    const isAfter = this.#finishReason !== undefined;
    const reasoned = findReasoning(reply)?.text;
    this.#hasReasoning ||= reasoned !== undefined;
    const thought = reasoned ?? (this.#hasReasoning ? '' : detailedReasoning(reply));
    events.push(...this.#take('thinking', thought, isAfter));
    if (!isAfter) this.#reasoning.add(reply);
    const text = deltaText(reply);
    const calls = deltaCalls(reply);
    const isOver = text !== '' || calls.length > 0 || Boolean(readField(choice, 'finish_reason'));
    if (isOver) events.push(...this.#flush('thinking'));
    const seal = isOver ? this.#reasoning.take() : undefined;
    if (seal !== undefined) events.push({ type: 'signature', of: 'thinking', signature: seal });
    this.#hasText ||= text.trim() !== '';
    events.push(...this.#take('text', text, isAfter));
    if (calls.length > 0) events.push(...this.#flush('text'));
    for (const call of calls) events.push(...this.#call(call));
    this.#refusal += readSeal(readField(reply, 'refusal')) ?? '';
    return events;
  }

  #take(type: 'text' | 'thinking', text: string, isAfter: boolean): readonly ModelEvent[] {
    if (isAfter) return [...this.#flush(type), ...this.#repeated.take(type, text, true)];
    return this.#repeated.take(type, this.#growing[type].take(text), false);
  }

  /** What is held of a text that may only repeat what came before it. */
  #flush(type: 'text' | 'thinking'): readonly ModelEvent[] {
    return this.#repeated.take(type, this.#growing[type].end(), false);
  }

  #call(call: unknown): readonly ModelEvent[] {
    // Some put the name and the arguments beside the function, or say `parameters`.
    const inside = readField(call, 'function');
    const made = isObject(inside) ? inside : call;
    const name = readText(readField(made, 'name')) ?? '';
    const json = inputJson(readField(made, 'arguments') ?? readField(made, 'parameters'));
    const [index = '', id = ''] = [readText(readField(call, 'index')), readText(readField(call, 'id'))];
    return this.#calls.add({ index, id, name, json, seal: callSeal(call) });
  }
}

/** Some gateways have it under another name in the choice, or beside the choices. */
function reasonIn(chunk: unknown, choice: object): string | undefined {
  const reasons = [
    readField(choice, 'finish_reason'),
    readField(choice, 'stop_reason'),
    readField(chunk, 'finish_reason'),
  ];
  return reasons.map(stopReasonText).find((reason) => reason !== undefined);
}
