/** Bytes of what the extension host sends the panel when one thing of a thread changes, by the size of the thread. */
import { DEFAULT_CONFIG } from '../../src/core/compaction/config.ts';
import type { Entry } from '../../src/core/thread/entry.ts';
import { entryId } from '../../src/core/thread/entry-id.ts';
import { append, nextId, replay, type Thread } from '../../src/core/thread/thread.ts';
import { computeMeter } from '../../src/core/view/compute-meter.ts';
import { projectRows } from '../../src/core/view/rows.ts';
import { deltaOf, type PanelView, snapshotOf } from '../../src/extension/session/panel-view.ts';
import { syntheticLog } from '../synthetic-thread.ts';

export interface UpdateBytes {
  readonly snapshot: number;
  readonly message: number;
  readonly pin: number;
}

export function updateBytes(messages: number): UpdateBytes {
  const thread = replay(syntheticLog(messages));
  const before = viewOf(thread, 1);
  const added = append(thread, { ...said(thread), blocks: [{ type: 'text', text: 'a'.repeat(1_000) }] });
  const pinned = append(thread, {
    type: 'pin',
    message: entryId(1),
    pinned: true,
    ...idOf(thread),
  });
  return {
    snapshot: sizeOf(snapshotOf(before)),
    message: sizeOf(deltaOf(before, viewOf(added, 2))),
    pin: sizeOf(deltaOf(before, viewOf(pinned, 2))),
  };
}

const idOf = (thread: Thread) => ({ id: nextId(thread), at: 0 });

function said(thread: Thread): Extract<Entry, { type: 'message' }> {
  return { type: 'message', origin: 'model', blocks: [], ...idOf(thread) };
}

function viewOf(thread: Thread, version: number): PanelView {
  const { rows, statuses } = projectRows(thread);
  return {
    version,
    thread: { id: 'long', title: 'T', readOnly: false, canUndo: false, canRedo: false },
    total: rows.length,
    rows,
    statuses,
    meter: computeMeter(thread, { config: DEFAULT_CONFIG, size: { window: 200_000 }, model: 'm' }),
    showContext: 0,
  };
}

const sizeOf = (message: object | undefined) => Buffer.byteLength(JSON.stringify(message ?? null));
