/** Recorded threads, cut where a person or a tool had just spoken, before and after a compaction. */
import { strategyAct } from '../../scripts/compact/acts.ts';
import { compact } from '../../scripts/compact/compact.ts';
import { load } from '../../scripts/compact/load.ts';
import { DEFAULT_CONFIG } from '../../src/core/compaction/config.ts';
import { limitsFor } from '../../src/core/compaction/limits.ts';
import { replay, type Thread } from '../../src/core/thread/thread.ts';

/** Of each thread; `SPOOL_CUTS=all`, as in `npm run test:deep`, tries every one. */
const CUTS = process.env.SPOOL_CUTS === 'all' ? Number.POSITIVE_INFINITY : Number(process.env.SPOOL_CUTS ?? 1);
const WINDOW = 32_000;
/** Milliseconds for all cuts of the longest thread. */
export const PATIENCE = 20 * 60_000;

export interface RecordedThread {
  /** What it is of: `cut 3 of 12, compacted`. */
  readonly of: string;
  readonly thread: Thread;
}

/** The threads of one file, the whole one first. */
export async function* threadsIn(file: string): AsyncGenerator<RecordedThread> {
  const loaded = await load(file, undefined);
  if (!loaded.ok) throw new Error(loaded.error);
  const { entries } = loaded.value.thread;
  const places = entries.flatMap((entry, i) => (entry.type === 'message' && entry.origin !== 'model' ? [i + 1] : []));
  const step = Math.max(1, places.length / CUTS);
  for (let at = places.length - 1; at >= 0; at -= step) {
    const thread = replay(entries.slice(0, places[Math.floor(at)]));
    const of = `cut ${Math.floor(at) + 1} of ${places.length}`;
    yield { of, thread };
    const compacted = await compactedThread(thread);
    if (compacted !== thread) yield { of: `${of}, compacted`, thread: compacted };
  }
}

async function compactedThread(thread: Thread): Promise<Thread> {
  const limits = limitsFor({ window: WINDOW }, DEFAULT_CONFIG);
  if (!limits.ok) throw new Error(limits.error.type);
  const config = { ...DEFAULT_CONFIG, strategy: 'extract' } as const;
  return (await compact(thread, strategyAct(config, limits.value, undefined), 1)).thread;
}
