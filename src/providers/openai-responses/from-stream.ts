/** Events of the Responses API as our own. */
import type { ResponseOutputItem, ResponseStreamEvent } from 'openai/resources/responses/responses';
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
        return [{ type: 'error', error: { kind: 'refused', message: event.refusal } }];
      case 'response.completed':
      case 'response.incomplete':
      case 'response.failed': {
        const { usage } = event.response;
        const end = endOf(event.response, this.#calls.size > 0);
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
    const isWhole = item.id === this.#newest && !('status' in item && item.status === 'incomplete');
    const after = this.#reasoning;
    switch (item.type) {
      case 'reasoning': {
        const { id, encrypted_content, summary } = item;
        this.#reasoning = encrypted_content ? id : undefined;
        return encrypted_content
          ? [{ type: 'signature', of: 'thinking', signature: seal({ id, encrypted_content, summary }) }]
          : [];
      }
      case 'message': {
        const kept = { id: item.id, ...(after && { after }), ...(item.phase && { phase: item.phase }) };
        return isWhole ? [{ type: 'signature', of: 'text', signature: seal(kept) }] : [];
      }
      case 'function_call': {
        const key = item.id ?? item.call_id;
        const rest = this.#calls.get(key)?.hasInput ? [] : this.#input(key, item.arguments);
        if (!isWhole || item.id === undefined) return rest;
        const signature = seal({ id: item.id, ...(after && { after }) });
        return [...rest, { type: 'signature', of: 'call', signature }];
      }
      default:
        return [];
    }
  }
}
