/** What the model is told of files that a person restored. */
import { describe, expect, it } from 'vitest';
import type { Entry, FileVersion, Planned } from '../../../../src/core/thread/entry.ts';
import { entryId } from '../../../../src/core/thread/entry-id.ts';
import { replay } from '../../../../src/core/thread/thread.ts';
import { restoredNote } from '../../../../src/core/workspace/restore/restored-note.ts';

const OLD: FileVersion = { hash: '0'.repeat(64) };
const NEW: FileVersion = { hash: '1'.repeat(64) };

const SAID: Planned = { type: 'message', origin: 'model', blocks: [{ type: 'text', text: 'done' }] };
const BEGUN: Planned = { type: 'file_restore', to: entryId(1), state: 'begun' };
const ENDED: Planned = { type: 'file_restore', to: entryId(1), state: 'ended' };
const change = (path: string, before: FileVersion | null, after?: FileVersion | null): Planned => ({
  type: 'file',
  path,
  before,
  ...(after !== undefined && { after }),
  seal: '',
});

/** The note's text. */
function noteOf(...planned: readonly Planned[]): string | undefined {
  const entries = planned.map((entry, at): Entry => ({ ...entry, id: entryId(at + 1), at }));
  const [block] = restoredNote(replay(entries))?.blocks ?? [];
  return block?.type === 'text' ? block.text : undefined;
}

describe('the note on restored files', () => {
  it('names what was put back, and what is gone', () => {
    const a = [change('/w/a.ts', NEW), change('/w/a.ts', NEW, OLD)];
    const b = [change('/w/b\n.ts', NEW), change('/w/b\n.ts', NEW, null)];
    const failed = [change('/w/c.ts', NEW), change('/w/c.ts', NEW, NEW)];
    expect(noteOf(SAID, BEGUN, ...a, ...b, ...failed, ENDED)).toBe(
      'The person restored files, so they are no longer as you left them: /w/a.ts, "/w/b\\n.ts" (gone). Read a file again before you rely on what you know of it.',
    );
  });

  it('is short, however many files there are', () => {
    const many = Array.from({ length: 1_000 }, (_, at) => change(`/w/${at}`, NEW, OLD));
    expect(noteOf(SAID, BEGUN, ...many, ENDED)).toContain(', and 970 more. Read');
  });

  it.each<readonly [string, readonly Planned[]]>([
    ['nothing was restored', [SAID, change('/w/a', NEW, OLD)]],
    ['the restore changed nothing', [SAID, BEGUN, ENDED]],
    ['it is said already', [SAID, BEGUN, change('/w/a', NEW, OLD), ENDED, SAID]],
    [
      'the thread went back with the files',
      [SAID, SAID, BEGUN, change('/w/a', NEW, OLD), ENDED, { type: 'restore', to: entryId(1) }],
    ],
    [
      'a call waits for its result',
      [
        { type: 'message', origin: 'model', blocks: [{ type: 'tool_use', id: 'c', name: 'x', input: {} }] },
        BEGUN,
        change('/w/a', NEW, OLD),
        ENDED,
      ],
    ],
  ])('is not written where %s', (_, entries) => {
    expect(noteOf(...entries)).toBeUndefined();
  });
});
