/** What the panel shows of a compaction that runs, after each event of it. */
import type { CompactionEvent } from '../../core/agent/ports.ts';
import { assertNever } from '../../core/lang/assert-never.ts';
import type { RunningCompaction } from '../../core/protocol/panel-state.ts';

export function runningAfter(
  running: RunningCompaction | undefined,
  event: CompactionEvent,
): RunningCompaction | undefined {
  switch (event.type) {
    case 'planned': {
      const { before, estimated, after, steps } = event;
      return { before, estimated, ...(after !== undefined && { after }), steps };
    }
    case 'asking':
      return running && event.of > 1 ? { ...running, part: { at: event.at, of: event.of } } : running;
    case 'due':
    case 'compacted':
    case 'not-compacted':
    case 'crowded':
    case 'no-limit':
      return undefined;
    default:
      return assertNever(event);
  }
}
