/** Converts Claude's stream events to our events (platform.claude.com, "Streaming messages"). */
import type { ModelEvent, Reply } from '../../core/agent/model-event.ts';
import { isObject, readField, readSeal, readText } from '../../core/lang/read-value.ts';
import { nextWithTimeout } from '../shared/next-with-timeout.ts';
import { callIdOf, callNameOf, inputJson, stopReasonText } from '../shared/reply-values.ts';
import { replyEnd } from './stop-reason.ts';
import { largestCounts, usageOf } from './usage.ts';

/** The seal of thinking that came without any: servers that only speak Anthropic's language want it back as it came. */
export const UNSIGNED = 'unsigned';

/** Milliseconds to wait for the end of the stream, so that the connection can be reused. */
const STREAM_END_MS = 100;

/**
 * Ends with `end` or `error` once the reply is whole, even if the connection breaks between its last word and the word that
 * says so; a stream that breaks before throws as it does. Events are of the SDK's type `BetaRawMessageStreamEvent`, but servers
 * that only speak its language put other values in them: these cost no more than the field that they stand in.
 */
export async function* fromStream(stream: AsyncIterable<unknown>): AsyncGenerator<ModelEvent> {
  const reader = new Reader();
  const events = stream[Symbol.asyncIterator]();
  try {
    for (let next = await events.next(); !next.done; next = await events.next()) {
      yield* reader.read(next.value);
      if (readField(next.value, 'type') === 'message_stop') {
        await nextWithTimeout(events, STREAM_END_MS);
        break;
      }
    }
  } catch (thrown) {
    if (!reader.end) throw thrown;
  }
  if (reader.end) yield reader.end;
}

class Reader {
  /** By the index of their block: the ids of calls, and the signatures of thoughts, which are told before the block's end. */
  readonly #calls = new Map<unknown, string>();
  readonly #signatures = new Map<unknown, string>();
  /** Blocks of thinking that no signature came for so far. */
  readonly #unsigned = new Set<unknown>();
  /** By the index of their block: inputs that came with the beginning of a call. Some servers send them again in pieces. */
  readonly #early = new Map<unknown, ModelEvent>();
  /** The largest counts of all reports so far. */
  #counts: unknown;
  /** Set once the model said why it stopped. */
  end: Reply['end'] | undefined;

  read(event: unknown): readonly ModelEvent[] {
    const index = readField(event, 'index');
    const delta = readField(event, 'delta');
    switch (readField(event, 'type')) {
      case 'message_start':
        return this.#report(readField(event, 'message', 'usage'));
      case 'content_block_start':
        return this.#open(index, readField(event, 'content_block'));
      case 'content_block_delta':
        return this.#grow(index, delta);
      case 'content_block_stop':
        return this.#close(index);
      case 'message_delta': {
        const reason = stopReasonText(readField(delta, 'stop_reason'));
        if (reason !== undefined) this.end = replyEnd(reason, readField(delta, 'stop_details'), this.#calls.size > 0);
        return [...this.#lateInputs(), ...this.#report(readField(event, 'usage'))];
      }
      case 'message_stop':
        this.end ??= { type: 'end', reason: this.#calls.size > 0 ? 'calls' : 'done' };
        return this.#lateInputs();
      default:
        return [];
    }
  }

  /** Servers that speak Anthropic's language may leave the usage out. */
  #report(report: unknown): readonly ModelEvent[] {
    const usage = usageOf(this.#counts, report);
    this.#counts = largestCounts(this.#counts, report);
    return usage ? [{ type: 'usage', usage }] : [];
  }

  #open(index: unknown, block: unknown): readonly ModelEvent[] {
    switch (readField(block, 'type')) {
      case 'text':
        return text('text', readField(block, 'text'));
      case 'thinking':
        this.#unsigned.add(index);
        this.#sign(index, readField(block, 'signature'));
        return text('thinking', readField(block, 'thinking'));
      case 'redacted_thinking': {
        const data = readSeal(readField(block, 'data'));
        return data === undefined ? [] : [{ type: 'redacted-thinking', data }];
      }
      case 'tool_use': {
        const id = callIdOf(readField(block, 'id'));
        this.#calls.set(index, id);
        const input = readField(block, 'input');
        const json = isObject(input) ? inputJson(input) : '{}';
        const call: ModelEvent = { type: 'call', id, name: callNameOf(readField(block, 'name')) };
        if (json !== '{}') this.#early.set(index, { type: 'input', id, json });
        return [call];
      }
      default:
        return [];
    }
  }

  #grow(index: unknown, delta: unknown): readonly ModelEvent[] {
    switch (readField(delta, 'type')) {
      case 'text_delta':
        return text('text', readField(delta, 'text'));
      case 'thinking_delta':
        return text('thinking', readField(delta, 'thinking'));
      case 'signature_delta':
        this.#unsigned.delete(index);
        this.#sign(index, readField(delta, 'signature'));
        return [];
      case 'input_json_delta': {
        const id = this.#calls.get(index);
        const json = inputJson(readField(delta, 'partial_json'));
        if (json.trim() !== '') this.#early.delete(index);
        return id === undefined || json === '' ? [] : [{ type: 'input', id, json }];
      }
      default:
        return [];
    }
  }

  /** Servers that only speak Anthropic's language may sign with nothing. */
  #sign(index: unknown, given: unknown): void {
    const signature = readSeal(given);
    if (signature !== undefined) this.#signatures.set(index, signature);
  }

  /** Of blocks whose end never came. */
  #lateInputs(): readonly ModelEvent[] {
    const inputs = [...this.#early.values()];
    this.#early.clear();
    return inputs;
  }

  #close(index: unknown): readonly ModelEvent[] {
    const early = this.#early.get(index);
    this.#early.delete(index);
    if (early) return [early];
    const signature = this.#signatures.get(index) ?? (this.#unsigned.has(index) ? UNSIGNED : undefined);
    return signature === undefined ? [] : [{ type: 'signature', of: 'thinking', signature }];
  }
}

function text(type: 'text' | 'thinking', given: unknown): readonly ModelEvent[] {
  const piece = readText(given) ?? '';
  return piece === '' ? [] : [{ type, text: piece }];
}
