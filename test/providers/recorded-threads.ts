/** Recorded threads, cut where a person or a tool had just spoken, before and after a compaction: what a model may be sent of them. */
import { strategyAct } from '../../scripts/compact/acts.ts';
import { compact } from '../../scripts/compact/compact.ts';
import { load } from '../../scripts/compact/load.ts';
import type { AgentModel, ModelRequest } from '../../src/core/agent/ports.ts';
import { requestOf } from '../../src/core/agent/request.ts';
import { DEFAULT_CONFIG } from '../../src/core/compaction/config.ts';
import { limitsFor } from '../../src/core/compaction/limits.ts';
import { replay, type Thread } from '../../src/core/thread/thread.ts';
import { LOOK } from './drive.ts';

/** Of each thread; `SPOOL_CUTS=all` tries every one. */
const CUTS = process.env.SPOOL_CUTS === 'all' ? Number.POSITIVE_INFINITY : Number(process.env.SPOOL_CUTS ?? 3);
const WINDOW = 32_000;
/** Milliseconds for all cuts of the longest thread. */
export const PATIENCE = 20 * 60_000;

/** The requests of one file, each with what it is of: `3 of 12, compacted`. */
export async function* requestsIn(
  file: string,
  maker: AgentModel['maker'],
): AsyncGenerator<{ readonly of: string; readonly request: ModelRequest }> {
  const loaded = await load(file, undefined);
  if (!loaded.ok) throw new Error(loaded.error);
  const { entries } = loaded.value.thread;
  const places = entries.flatMap((entry, i) => (entry.type === 'message' && entry.origin !== 'model' ? [i + 1] : []));
  const step = Math.max(1, places.length / CUTS);
  for (let at = places.length - 1; at >= 0; at -= step) {
    const thread = replay(entries.slice(0, places[Math.floor(at)]));
    const of = `cut ${Math.floor(at) + 1} of ${places.length}`;
    yield { of, request: requestFor(thread, maker) };
    const compacted = await compactedThread(thread);
    if (compacted !== thread) yield { of: `${of}, compacted`, request: requestFor(compacted, maker) };
  }
}

async function compactedThread(thread: Thread): Promise<Thread> {
  const limits = limitsFor({ window: WINDOW }, DEFAULT_CONFIG);
  if (!limits.ok) throw new Error(limits.error.type);
  const config = { ...DEFAULT_CONFIG, strategy: 'extract' } as const;
  return (await compact(thread, strategyAct(config, limits.value, undefined), 1)).thread;
}

function requestFor(thread: Thread, maker: AgentModel['maker']): ModelRequest {
  return requestOf({ thread, maker, system: 'Be brief.', tools: [LOOK], reserve: 1000, threadId: 't1' });
}
