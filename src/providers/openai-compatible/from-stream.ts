/** Chunks of a chat completion as our own events. */
import type { ChatCompletionChunk } from 'openai/resources/chat/completions';
import type { ModelEvent } from '../../core/agent/model-event.ts';
import { nextWithin } from '../linger.ts';
import { type SaidError, saidError } from '../openai-answer.ts';
import { streamError } from '../openai-errors.ts';
import { findReasoning, textOf } from './delta.ts';
import { endOf } from './stop-reason.ts';
import { ECHOED } from './to-messages.ts';
import { usageIn, usageOf } from './usage.ts';

/** Milliseconds that a server has for the usage and the end of the stream once it said why it stops. */
const LINGER_MS = 3_000;

/** The usage comes after the reason to stop; a stream that breaks off between the two, or goes silent, is whole. */
export async function* fromStream(chunks: AsyncIterable<ChatCompletionChunk>): AsyncGenerator<ModelEvent> {
  const reader = new Reader();
  try {
    const stream = chunks[Symbol.asyncIterator]();
    const next = () => (reader.finishReason === undefined ? stream.next() : nextWithin(stream, LINGER_MS));
    for (let given = await next(); given && !given.done; given = await next()) {
      const broken = given.value.choices ? undefined : findError(given.value);
      if (broken) yield { type: 'error', error: streamError(broken) };
      else yield* reader.read(given.value);
    }
  } catch (thrown) {
    if (reader.finishReason === undefined) throw thrown;
  }
  if (reader.refusal !== '') yield { type: 'error', error: { kind: 'refused', message: reader.refusal } };
  else if (reader.finishReason !== undefined) yield endOf(reader.finishReason, reader.calls > 0);
}

/** vLLM sends an error as a chunk of its own, `{"object": "error", "message": …}`, which the library takes for a good one. */
function findError(chunk: object): SaidError | undefined {
  return 'object' in chunk && chunk.object === 'error' ? saidError(JSON.parse(JSON.stringify(chunk))) : undefined;
}

type CallDelta = ChatCompletionChunk.Choice.Delta.ToolCall;

class Reader {
  finishReason: string | undefined;
  refusal = '';
  calls = 0;
  /** Ids by the index in the reply. */
  readonly #open = new Map<number, string>();
  readonly #taken = new Set<string>();
  #echoes = false;

  read(chunk: ChatCompletionChunk): readonly ModelEvent[] {
    const events: ModelEvent[] = [];
    const [choice] = chunk.choices ?? [];
    if (choice) {
      const { delta = {}, finish_reason } = choice;
      const reasoned = findReasoning(delta);
      if (reasoned) {
        events.push({ type: 'thinking', text: reasoned.text });
        this.#echoes ||= reasoned.field === ECHOED;
      }
      const text = textOf(delta);
      const calls = delta.tool_calls ?? [];
      const isOver = text !== '' || calls.length > 0 || Boolean(finish_reason);
      if (isOver && this.#echoes) {
        events.push({ type: 'signature', of: 'thinking', signature: ECHOED });
        this.#echoes = false;
      }
      if (text !== '') events.push({ type: 'text', text });
      for (const call of calls) events.push(...this.#call(call));
      this.refusal += delta.refusal ?? '';
      this.finishReason = finish_reason || this.finishReason;
    }
    const usage = chunk.usage ?? usageIn(choice);
    return usage ? [...events, { type: 'usage', usage: usageOf(usage) }] : events;
  }

  /** Some servers leave out the index or the id, and some count every call as the first. */
  #call({ index = Math.max(0, this.#open.size - 1), id, function: named }: CallDelta): readonly ModelEvent[] {
    const events: ModelEvent[] = [];
    const known = this.#open.get(index);
    const isNew = known === undefined || (id ? id !== known && !this.#taken.has(id) : Boolean(named?.name) && !id);
    const own = isNew ? this.#newId(id) : known;
    if (isNew) {
      this.#open.set(index, own);
      this.calls++;
      events.push({ type: 'call', id: own, name: named?.name ?? '' });
    }
    const json = jsonOf(named?.arguments);
    return json === '' ? events : [...events, { type: 'input', id: own, json }];
  }

  #newId(id: string | undefined): string {
    const own = id || `call_${this.calls + 1}`;
    this.#taken.add(own);
    return own;
  }
}

/** Text by the API; a few servers give the object itself. */
function jsonOf(given: unknown): string {
  if (given === undefined || given === null) return '';
  return typeof given === 'string' ? given : JSON.stringify(given);
}
