/** Makes what the panel shows of the session: a whole snapshot first, then deltas. */
import { lastLive, lastUndone } from '../../core/compaction/undo.ts';
import { isAttached } from '../../core/message/attachment.ts';
import type { Delta, QueuedView, RowsPage, Snapshot } from '../../core/protocol/panel-state.ts';
import type { QueuedEntry } from '../../core/thread/entry.ts';
import type { Thread } from '../../core/thread/thread.ts';
import { estimateMessage } from '../../core/tokens/estimate.ts';
import { joinedText } from '../../core/view/message-rows.ts';
import type { Row } from '../../core/view/row.ts';
import { projectRows, type RowsView } from '../../core/view/rows.ts';
import { isPreviewOf, type SessionState, sessionMeter } from './session-state.ts';

/** A snapshot that holds every row. */
export type PanelView = Omit<Snapshot, 'first'>;

/** Rows in a snapshot at most; the panel asks for older ones. */
export const SNAPSHOT_ROWS = 200;
/** Rows that one request of the panel gets at most. */
const MOST_ROWS = 1_000;
/** Changed rows in a delta at most; a snapshot is cheaper than more of them. */
const MOST_CHANGED = 500;

export interface PanelWords {
  /** Names a thread that has no title yet. */
  readonly untitled: string;
  /** Sentences for the code that says why a log can't be written. */
  readonly whyRefused: (code: string) => string;
  /** Translates Spool's own sentences in the message of a failed call. */
  readonly said: (message: string) => string;
}

export function panelView(state: SessionState, { untitled, whyRefused, said }: PanelWords): PanelView {
  const { version, open, busy, notice, showContext, model, replyStream, preview, question, mode, others } = state;
  const meter = sessionMeter(state);
  const { rows, statuses } = open ? rowsOf(open.thread, said) : { rows: [], statuses: [] };
  return {
    version,
    ...(open && {
      thread: {
        id: open.id,
        title: open.thread.title ?? untitled,
        readOnly: open.access.type !== 'writer',
        ...(open.access.type === 'refused' && { refused: whyRefused(open.access.reason) }),
        canUndo: lastLive(open.thread) !== undefined,
        canRedo: lastUndone(open.thread) !== undefined,
      },
    }),
    total: rows.length,
    rows,
    statuses,
    ...(meter && { meter }),
    ...(busy && { busy: busy.type === 'retrying' ? { ...busy, reason: said(busy.reason) } : busy }),
    ...(notice && { notice }),
    ...(model && { model: model.head }),
    ...(open && open.thread.queue.length > 0 && { queue: open.thread.queue.map(queuedView) }),
    ...(replyStream && { replyStream: replyStream.view() }),
    ...(preview && open && isPreviewOf(preview, open.thread) && { preview: preview.preview }),
    ...(question && question.threadId === open?.id && { question: question.view }),
    ...(others && { others }),
    // A recording answers its calls itself.
    ...(mode && model && !model.head.isReplay && { mode }),
    showContext,
  };
}

function queuedView({ id, blocks }: QueuedEntry): QueuedView {
  const attached = blocks.filter(isAttached).length;
  return { id, text: joinedText(blocks), ...(attached > 0 && { attached }), tokens: estimateMessage(blocks) };
}

/** The view with its newest page of rows. */
export function snapshotOf(view: PanelView): Snapshot {
  const first = Math.max(0, view.total - SNAPSHOT_ROWS);
  return { ...view, first, rows: view.rows.slice(first) };
}

/** The delta from `before` to `after`; undefined when a snapshot is better: another thread is open, or too many rows changed. */
export function deltaOf(before: PanelView, after: PanelView): Delta | undefined {
  if (before.thread?.id !== after.thread?.id || after.total < before.total) return undefined;
  const changed: { index: number; row: Row }[] = [];
  for (const [index, row] of after.rows.entries()) {
    // A row that says the same is the same object.
    if (before.rows[index] === row) continue;
    if (changed.length === MOST_CHANGED) return undefined;
    changed.push({ index, row });
  }
  const { rows: _, ...head } = after;
  return { ...head, base: before.version, changed };
}

/** The rows from `from` up to `to` that exist, at most `MOST_ROWS`. */
export function pageOf({ version, rows }: PanelView, from: number, to: number): RowsPage {
  const first = Math.min(Math.max(0, Math.floor(from)), rows.length);
  const end = Math.min(Math.floor(to), first + MOST_ROWS);
  return { version, first, rows: rows.slice(first, Math.max(first, end)) };
}

const known = new WeakMap<Thread, RowsView>();

/** A row that says the same is the same object. */
const translated = new WeakMap<Row, Row>();

function rowsOf(thread: Thread, said: PanelWords['said']): RowsView {
  const found = known.get(thread);
  if (found) return found;
  const { rows, statuses } = projectRows(thread);
  const view = { rows: rows.map((row) => translatedRow(row, said)), statuses };
  known.set(thread, view);
  return view;
}

/** The log has the messages of failed compactions in English. */
function translatedRow(row: Row, said: PanelWords['said']): Row {
  if (row.type !== 'attempt' || row.detail === undefined) return row;
  const made = translated.get(row) ?? { ...row, detail: said(row.detail) };
  translated.set(row, made);
  return made;
}
