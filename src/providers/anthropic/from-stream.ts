/** The events of a streamed reply of Claude as ours (platform.claude.com, "Streaming messages"). */
import type {
  BetaRawContentBlockDeltaEvent,
  BetaRawContentBlockStartEvent,
  BetaRawMessageStreamEvent,
} from '@anthropic-ai/sdk/resources/beta/messages/messages';
import type { ModelEvent, Reply } from '../../core/agent/model-event.ts';
import { nextWithin } from '../linger.ts';
import { endOf } from './stop-reason.ts';
import { type ReportedUsage, usageOf } from './usage.ts';

/** Milliseconds that the connection has to end in order, so that the next call finds it open. */
const LINGER_MS = 100;

/**
 * Ends with `end` or `error` once the reply is whole, even if the connection breaks between its last word and the word that
 * says so; a stream that breaks before throws as it does.
 */
export async function* fromStream(stream: AsyncIterable<BetaRawMessageStreamEvent>): AsyncGenerator<ModelEvent> {
  const reader = new Reader();
  const events = stream[Symbol.asyncIterator]();
  try {
    for (let next = await events.next(); !next.done; next = await events.next()) {
      yield* reader.read(next.value);
      if (next.value.type === 'message_stop') {
        await nextWithin(events, LINGER_MS);
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
  readonly #calls = new Map<number, string>();
  readonly #signatures = new Map<number, string>();
  #reports: readonly ReportedUsage[] = [];
  /** Set once the model said why it stopped. */
  end: Reply['end'] | undefined;

  read(event: BetaRawMessageStreamEvent): readonly ModelEvent[] {
    switch (event.type) {
      case 'message_start':
        return this.#report(event.message.usage);
      case 'content_block_start':
        return this.#open(event);
      case 'content_block_delta':
        return this.#grow(event);
      case 'content_block_stop':
        return this.#close(event.index);
      case 'message_delta':
        if (event.delta.stop_reason) this.end = endOf(event.delta.stop_reason, event.delta.stop_details);
        return this.#report(event.usage);
      case 'message_stop':
        this.end ??= { type: 'end', reason: 'done' };
        return [];
      default:
        return [];
    }
  }

  /** Servers that speak Anthropic's language may leave the usage out. */
  #report(usage: ReportedUsage | null | undefined): readonly ModelEvent[] {
    if (!usage) return [];
    this.#reports = [...this.#reports, usage];
    return [{ type: 'usage', usage: usageOf(...this.#reports) }];
  }

  #open({ index, content_block: block }: BetaRawContentBlockStartEvent): readonly ModelEvent[] {
    switch (block.type) {
      case 'text':
        return text('text', block.text);
      case 'thinking':
        if (block.signature) this.#signatures.set(index, block.signature);
        return text('thinking', block.thinking);
      case 'redacted_thinking':
        return [{ type: 'redacted-thinking', data: block.data }];
      case 'tool_use': {
        const { id, name, input } = block;
        this.#calls.set(index, id);
        const json = JSON.stringify(input ?? {});
        return [{ type: 'call', id, name }, ...(json === '{}' ? [] : [{ type: 'input', id, json } as const])];
      }
      default:
        return [];
    }
  }

  #grow({ index, delta }: BetaRawContentBlockDeltaEvent): readonly ModelEvent[] {
    switch (delta.type) {
      case 'text_delta':
        return text('text', delta.text);
      case 'thinking_delta':
        return text('thinking', delta.thinking);
      case 'signature_delta':
        this.#signatures.set(index, delta.signature);
        return [];
      case 'input_json_delta': {
        const id = this.#calls.get(index);
        return id === undefined || delta.partial_json === '' ? [] : [{ type: 'input', id, json: delta.partial_json }];
      }
      default:
        return [];
    }
  }

  /** Servers that only speak Anthropic's language may sign with nothing. */
  #close(index: number): readonly ModelEvent[] {
    const signature = this.#signatures.get(index);
    return signature ? [{ type: 'signature', of: 'thinking', signature }] : [];
  }
}

function text(type: 'text' | 'thinking', piece: string): readonly ModelEvent[] {
  return piece === '' ? [] : [{ type, text: piece }];
}
