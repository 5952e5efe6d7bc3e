/** A model of a provider that streams from a script and remembers what it was sent. */
import type { ModelError, ModelEvent } from '../../../src/core/agent/model-event.ts';
import type { AgentModel, ModelRequest, NativeCompaction } from '../../../src/core/agent/ports.ts';
import { err, ok, type Result } from '../../../src/core/lang/result.ts';

export type CompactRequest = ModelRequest & { readonly instructions?: string };

export interface RecordedAgent extends AgentModel {
  readonly requests: ModelRequest[];
  readonly compactions: CompactRequest[];
}

/** The nth call plays the nth script, the last one again and again; `native` answers each compaction, where there is one. */
export function recordedAgent(
  scripts: readonly (readonly ModelEvent[])[],
  native?: NativeCompaction | ModelError,
  modelKey = 'us',
): RecordedAgent {
  const requests: ModelRequest[] = [];
  const compactions: CompactRequest[] = [];
  const compact = async (request: CompactRequest): Promise<Result<NativeCompaction, ModelError>> => {
    compactions.push(request);
    if (!native) return err({ kind: 'invalid-request', message: 'none' });
    return 'kind' in native ? err(native) : ok(native);
  };
  return {
    id: `id of ${modelKey}`,
    modelKey,
    requests,
    compactions,
    async *stream(request) {
      requests.push(request);
      yield* scripts[Math.min(requests.length, scripts.length) - 1] ?? [];
    },
    ...(native && { compact }),
  };
}

export function replied(text: string, reason: 'done' | 'length' = 'done'): readonly ModelEvent[] {
  return [
    { type: 'text', text },
    { type: 'end', reason },
  ];
}
