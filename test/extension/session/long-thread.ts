/** A thread that is long enough to be compacted, for tests of the session. */

import type { CompactionConfig } from '../../../src/core/compaction/config.ts';
import { DEFAULT_CONFIG } from '../../../src/core/compaction/config.ts';
import type { Entry } from '../../../src/core/thread/entry.ts';
import { entryId } from '../../../src/core/thread/entry-id.ts';

export const MODEL = 'sample-model';

/** Leaves room for about ten turns of `longThread`. */
export const CONFIG: CompactionConfig = {
  ...DEFAULT_CONFIG,
  strategy: 'truncate',
  contextWindows: { [MODEL]: 4_000 },
};

/** Turns of a question, a call, its result and an answer. */
export function longThread(turns: number): Entry[] {
  return Array.from({ length: turns }, (_, n): Entry[] => {
    const at = (i: number) => ({ id: entryId(n * 4 + i + 1), at: 1_000 + n * 4 + i });
    return [
      {
        ...at(0),
        type: 'message',
        origin: 'typed',
        blocks: [{ type: 'text', text: `Question ${n}: what is in part ${n}?` }],
      },
      {
        ...at(1),
        type: 'message',
        origin: 'model',
        model: MODEL,
        blocks: [{ type: 'tool_use', id: `c${n}`, name: 'read_file', input: { path: `src/part${n}.ts` } }],
      },
      {
        ...at(2),
        type: 'message',
        origin: 'tools',
        blocks: [
          { type: 'tool_result', toolUseId: `c${n}`, content: [{ type: 'text', text: `part ${n} `.repeat(80) }] },
        ],
      },
      {
        ...at(3),
        type: 'message',
        origin: 'model',
        model: MODEL,
        blocks: [{ type: 'text', text: `It says “part ${n}” eighty times.` }],
      },
    ];
  }).flat();
}
