/** Converts chunks of a chat completion to our events. */
import type { ModelEvent } from '../../core/agent/model-event.ts';
import type { Json } from '../../core/lang/json.ts';
import { isObject, readCount, readField, readList, readSeal, readText } from '../../core/lang/read-value.ts';
import { streamError } from '../openai-shared/errors.ts';
import { type ErrorBody, errorBody } from '../openai-shared/normalize-errors.ts';
import { nextWithTimeout } from '../shared/next-with-timeout.ts';
import { callNameOf, inputJson, stopReasonText } from '../shared/reply-values.ts';
import { deltaText, findReasoning } from './delta.ts';
import { callSeal, ReasoningSeal } from './reply-seals.ts';
import { replyEnd } from './stop-reason.ts';
import { usageOf } from './usage.ts';

/** Milliseconds to wait for the usage and the end of the stream after the finish reason. */
const STREAM_END_MS = 3_000;

/**
 * The usage comes after the reason to stop; a stream that breaks off between the two, or goes silent, is whole. Chunks are of the
 * library's type `ChatCompletionChunk`, but servers put other values in them: these cost no more than the field that they stand in.
 */
export async function* fromStream(chunks: AsyncIterable<unknown>): AsyncGenerator<ModelEvent> {
  const reader = new Reader();
  try {
    const stream = chunks[Symbol.asyncIterator]();
    const next = () => (reader.finishReason === undefined ? stream.next() : nextWithTimeout(stream, STREAM_END_MS));
    for (let given = await next(); given && !given.done; given = await next()) {
      const broken = readField(given.value, 'choices') ? undefined : findError(given.value);
      if (broken) yield { type: 'error', error: streamError(broken) };
      else yield* reader.read(given.value);
    }
  } catch (thrown) {
    if (reader.finishReason === undefined) throw thrown;
  }
  if (reader.refusal !== '') yield { type: 'error', error: { kind: 'refused', message: reader.refusal } };
  else if (reader.finishReason !== undefined) yield replyEnd(reader.finishReason, reader.calls > 0);
}

/** vLLM sends an error as a chunk of its own, `{"object": "error", "message": …}`, which the library takes for a good one. */
function findError(chunk: unknown): ErrorBody | undefined {
  if (readField(chunk, 'object') !== 'error') return undefined;
  const body: Json = JSON.parse(JSON.stringify(chunk));
  return errorBody(body);
}

class Reader {
  finishReason: string | undefined;
  refusal = '';
  calls = 0;
  /** Ids by the index in the reply. */
  readonly #open = new Map<number, string>();
  readonly #taken = new Set<string>();
  readonly #reasoning = new ReasoningSeal();

  read(chunk: unknown): readonly ModelEvent[] {
    const events: ModelEvent[] = [];
    const [choice] = readList(readField(chunk, 'choices'));
    if (choice) {
      const delta = readField(choice, 'delta');
      const finishReason = stopReasonText(readField(choice, 'finish_reason'));
      const reasoned = findReasoning(delta);
      if (reasoned) {
        events.push({ type: 'thinking', text: reasoned.text });
      }
      this.#reasoning.add(delta);
      const text = deltaText(delta);
      const calls = readList(readField(delta, 'tool_calls')).filter(isObject);
      const isOver = text !== '' || calls.length > 0 || finishReason !== undefined;
      const seal = isOver ? this.#reasoning.take() : undefined;
      if (seal !== undefined) events.push({ type: 'signature', of: 'thinking', signature: seal });
      if (text !== '') events.push({ type: 'text', text });
      for (const call of calls) events.push(...this.#call(call));
      this.refusal += readSeal(readField(delta, 'refusal')) ?? '';
      this.finishReason = finishReason ?? this.finishReason;
    }
    // Moonshot has the usage in the choice that ends the stream.
    const usage = usageOf(readField(chunk, 'usage')) ?? usageOf(readField(choice, 'usage'));
    return usage ? [...events, { type: 'usage', usage }] : events;
  }

  /** Some servers leave out the index or the id, and some count every call as the first. */
  #call(call: unknown): readonly ModelEvent[] {
    const events: ModelEvent[] = [];
    const index = readCount(readField(call, 'index')) ?? Math.max(0, this.#open.size - 1);
    const id = readText(readField(call, 'id'));
    const name = callNameOf(readField(call, 'function', 'name'));
    const known = this.#open.get(index);
    const isNew = known === undefined || (id ? id !== known && !this.#taken.has(id) : name !== '' && !id);
    const own = isNew ? this.#newId(id) : known;
    if (isNew) {
      this.#open.set(index, own);
      this.calls++;
      events.push({ type: 'call', id: own, name });
    }
    const seal = callSeal(call);
    if (seal !== undefined) events.push({ type: 'signature', of: 'call', signature: seal });
    const json = inputJson(readField(call, 'function', 'arguments'));
    return json === '' ? events : [...events, { type: 'input', id: own, json }];
  }

  #newId(id: string | undefined): string {
    const own = id || `call_${this.calls + 1}`;
    this.#taken.add(own);
    return own;
  }
}
