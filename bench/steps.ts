/** Time to plan and apply a compaction whose steps stub thousands of tool outputs, by size of thread: the first run and the later ones. */
import { applyBoundary } from '../src/core/compaction/apply-boundary.ts';
import { DEFAULT_CONFIG } from '../src/core/compaction/config.ts';
import { planCompaction } from '../src/core/compaction/plan.ts';
import type { Entry } from '../src/core/thread/entry.ts';
import { append, replay, type Thread } from '../src/core/thread/thread.ts';
import { syntheticLog } from './synthetic-thread.ts';

const SIZES = [1_000, 5_000, 20_000];
const REPEATS = 5;
/** Outputs of the last turns that stay as they are, and tokens of the outputs that may stay. */
const TOOL_OUTPUT = { ...DEFAULT_CONFIG.toolOutput, collapseAfterTurns: 2, contextBudgetTokens: 2_000 };

function compact(thread: Thread, strategy: 'extract' | 'truncate', share: number): number {
  const limits = {
    window: thread.tokens * 2,
    reserve: 0,
    trigger: thread.tokens,
    target: Math.round(thread.tokens * share),
    floor: 1_000,
  };
  const config = { ...DEFAULT_CONFIG, strategy, toolOutput: TOOL_OUTPUT };
  const start = process.cpuUsage();
  const planned = planCompaction({ thread, config, limits, trigger: 'manual' });
  if (planned.type !== 'compaction') throw new Error(planned.type);
  append(thread, applyBoundary(thread, planned.draft, 0));
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

const copyOf = (entries: readonly Entry[]) => replay(structuredClone(entries));

process.stdout.write('messages\twork\tfirst\tlater (least), ms of CPU\n');
for (const size of SIZES) {
  const entries = syntheticLog(size);
  // A share of the thread that the steps reach on their own, and one for which a strategy has to go on.
  for (const [work, share] of [
    ['steps', 0.6],
    ['steps and truncate', 0.05],
  ] as const) {
    const runs = Array.from({ length: REPEATS }, () => compact(copyOf(entries), 'truncate', share));
    const thread = copyOf(entries);
    compact(thread, 'truncate', share);
    const again = compact(thread, 'truncate', share);
    process.stdout.write(
      `${size}\t${work}\t${(runs[0] ?? 0).toFixed(1)}\t${Math.min(...runs).toFixed(1)}\tsame thread again ${again.toFixed(1)}\n`,
    );
  }
}
