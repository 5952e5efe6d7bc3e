/** Adapts a provider's model to the interface that writes summaries (R43, R45). */
import { assertNever } from '../lang/assert-never.ts';
import { err, ok } from '../lang/result.ts';
import type { Prices } from '../tokens/prices.ts';
import type { ModelError, ModelEvent } from './model-event.ts';
import type { AgentModel, ModelFailure, SummaryModel, ToolDefinition } from './ports.ts';
import { readReply } from './read-reply.ts';

export interface SummaryModelInput {
  /** Tokens of its window, and of a reply at most. */
  readonly window: number;
  readonly reserve: number;
  readonly prices: Prices;
  /** The thread's own model, with the thread's last request in its cache. */
  readonly warm: boolean;
  /** As in the thread's next request; both are asked for at each call. */
  readonly system: () => string;
  readonly tools: readonly ToolDefinition[];
  readonly threadId: string;
  /** Hears the events of its calls. */
  readonly onEvent?: (event: ModelEvent) => void;
}

/**
 * A summary of the thread's own prefix repeats the thread's last request byte for byte, with an instruction at its end and with
 * tool choice none; a summary of a transcript sends only that. A reply that reached its output limit is used as it is; one
 * without a summary counts as empty.
 */
export function summaryModelOf(agent: AgentModel, input: SummaryModelInput): SummaryModel {
  const { window, reserve, prices, warm, system, threadId, onEvent } = input;
  return {
    id: agent.id,
    modelKey: agent.modelKey,
    window,
    prices,
    warm,
    complete: async (summaryRequest, signal) => {
      const prefix =
        summaryRequest.tools === 'thread' ? { system: system(), tools: input.tools } : { system: '', tools: [] };
      const { messages, isEdited } = summaryRequest;
      const maxTokens = Math.max(1, Math.min(summaryRequest.maxTokens, reserve));
      const request = { ...prefix, messages, toolChoice: 'none', maxTokens, isEdited, thread: threadId } as const;
      const { blocks, usage, end } = await readReply(agent, request, signal, onEvent);
      if (end.type === 'error') return err({ ...modelFailureOf(end.error), ...(usage && { usage }) });
      const text = blocks.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('');
      return ok({ text, ...(usage && { usage }) });
    },
  };
}

/** Maps a model's error to a compaction's failure. */
export function modelFailureOf({ kind, message }: ModelError): ModelFailure {
  switch (kind) {
    case 'cancelled':
      return { type: 'cancelled' };
    case 'overflow':
      return { type: 'overflow', message };
    case 'auth':
    case 'rate-limit':
    case 'quota':
    case 'overloaded':
    case 'network':
    case 'invalid-request':
    case 'refused':
    case 'empty':
    case 'endless':
      return { type: 'error', message };
    default:
      return assertNever(kind);
  }
}
