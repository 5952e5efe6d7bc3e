/** A small thread with every kind of entry, and a folder to keep it in, for tests of the storage. */
import type { Entry } from '../../../src/core/thread/entry.ts';
import { entryId } from '../../../src/core/thread/entry-id.ts';
import { newFolder } from '../../new-folder.ts';

/** A folder of its own. */
export function newRoot(): string {
  return newFolder('storage');
}

export function typed(id: number, text: string): Entry {
  return { id: entryId(id), at: 1_000 + id, type: 'message', origin: 'typed', blocks: [{ type: 'text', text }] };
}

export const ENTRIES: readonly Entry[] = [
  { id: entryId(1), at: 1_001, type: 'title', title: 'Größe der Warteschlange 🧵' },
  typed(2, 'Why does the queue grow?\nIt should not. \u2028'),
  {
    id: entryId(3),
    at: 1_003,
    type: 'message',
    origin: 'model',
    model: 'claude-sample',
    usage: { input: 10, output: 5, cacheCreation: 0, cacheRead: 3, total: 18 },
    blocks: [
      { type: 'thinking', text: 'hm', signature: 's' },
      { type: 'tool_use', id: 'c1', name: 'read_file', input: { path: 'a.ts', deep: [1, null, { x: true }] } },
    ],
  },
  {
    id: entryId(4),
    at: 1_004,
    type: 'message',
    origin: 'tools',
    blocks: [{ type: 'tool_result', toolUseId: 'c1', content: [{ type: 'text', text: '𝒳 = 1' }], isError: true }],
  },
  {
    id: entryId(6),
    at: 1_006,
    type: 'compaction',
    trigger: 'manual',
    strategy: 'truncate',
    tokensBefore: 100,
    tokensAfter: 10,
    target: 20,
    steps: [],
    edits: [{ type: 'entries', span: { from: entryId(3), to: entryId(4) }, fate: 'dropped', replacement: [] }],
  },
  { id: entryId(7), at: 1_007, type: 'undo', compaction: entryId(6) },
  { id: entryId(8), at: 1_008, type: 'redo', compaction: entryId(6) },
  { id: entryId(9), at: 1_009, type: 'note', text: 'two lines were left out' },
];
