/** Events of the Responses API as our own. */
import type {
  ResponseOutputItem,
  ResponseReasoningItem,
  ResponseStreamEvent,
} from 'openai/resources/responses/responses';
import type { ModelEvent } from '../../core/agent/model-event.ts';
import { streamError } from '../openai-errors.ts';
import { seal } from './sealed.ts';
import { endOf } from './stop-reason.ts';
import { usageOf } from './usage.ts';

export async function* fromStream(events: AsyncIterable<ResponseStreamEvent>): AsyncGenerator<ModelEvent> {
  const reader = new Reader();
  for await (const event of events) yield* reader.read(event);
}

interface OpenCall {
  readonly id: string;
  hasInput: boolean;
}

/** Items come one after the other, each whole before the next. */
class Reader {
  /** By item. */
  readonly #calls = new Map<string, OpenCall>();
  #newest: string | undefined;
  #reasoning: string | undefined;
  #isNext = false;
  #refusal: string | undefined;

  read(event: ResponseStreamEvent): readonly ModelEvent[] {
    switch (event.type) {
      case 'response.output_text.delta':
        return [{ type: 'text', text: event.delta }];
      case 'response.reasoning_summary_text.delta':
      case 'response.reasoning_text.delta':
        return [{ type: 'thinking', text: event.delta }];
      case 'response.reasoning_summary_part.added':
        return event.summary_index > 0 ? [{ type: 'thinking', text: '\n\n' }] : [];
      case 'response.output_item.added':
        this.#newest = event.item.id;
        return event.item.type === 'function_call' ? [this.#open(event.item)] : [];
      case 'response.function_call_arguments.delta':
        return this.#input(event.item_id, event.delta);
      case 'response.output_item.done':
        return this.#done(event.item);
      case 'response.refusal.done':
        this.#refusal = event.refusal;
        return [];
      case 'response.completed':
      case 'response.incomplete':
      case 'response.failed': {
        const { usage } = event.response;
        const end = endOf(event.response, this.#calls.size > 0, this.#refusal);
        return [...(usage ? [{ type: 'usage', usage: usageOf(usage) } as const] : []), end];
      }
      case 'error':
        return [{ type: 'error', error: streamError({ message: event.message, code: event.code ?? '' }) }];
      default:
        return [];
    }
  }

  #open(item: Extract<ResponseOutputItem, { type: 'function_call' }>): ModelEvent {
    const id = item.call_id || (item.id ?? '');
    this.#calls.set(item.id ?? id, { id, hasInput: false });
    return { type: 'call', id, name: item.name };
  }

  #input(item: string, json: string): readonly ModelEvent[] {
    const call = this.#calls.get(item);
    if (!call || json === '') return [];
    call.hasInput = true;
    return [{ type: 'input', id: call.id, json }];
  }

  #done(item: ResponseOutputItem): readonly ModelEvent[] {
    if (item.type === 'reasoning') return this.#thought(item);
    if (item.type !== 'message' && item.type !== 'function_call') return [];
    const key = item.id ?? ('call_id' in item ? item.call_id : '');
    const isEmpty = item.type === 'function_call' && !this.#calls.get(key)?.hasInput;
    const rest = isEmpty ? this.#input(key, item.arguments) : [];
    const after = this.#reasoning;
    const led = after !== undefined && { after, ...(this.#isNext && { isNext: true }) };
    this.#isNext = false;
    // Half an item is not worth its id, and a seal goes to the newest part.
    if (item.id === undefined || item.id !== this.#newest || item.status === 'incomplete') return rest;
    const phase = item.type === 'message' && item.phase ? { phase: item.phase } : undefined;
    const of = item.type === 'message' ? 'text' : 'call';
    return [...rest, { type: 'signature', of, signature: seal({ id: item.id, ...led, ...phase }) }];
  }

  #thought({ id, encrypted_content, summary }: ResponseReasoningItem): readonly ModelEvent[] {
    this.#reasoning = encrypted_content ? id : undefined;
    this.#isNext = true;
    if (!encrypted_content) return [];
    return [{ type: 'signature', of: 'thinking', signature: seal({ id, encrypted_content, summary }) }];
  }
}
