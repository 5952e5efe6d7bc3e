/** The panel's state as an immutable value: the host's snapshots and deltas applied, and the window of rows that is loaded. */
import type { DraftAttachmentsView, DraftAttachmentView } from '../../core/protocol/draft-attachment.ts';
import type { LiveAgent } from '../../core/protocol/live-agent.ts';
import type { LiveCommand } from '../../core/protocol/live-command.ts';
import type { Delta, RowsPage, Snapshot } from '../../core/protocol/panel-state.ts';
import type { Row, RowFate } from '../../core/view/row.ts';
import type { FindState } from './find.ts';
import { type RowSegment, segmentAt, segmentsOf } from './segments.ts';
import type { SummaryEditing } from './summary-edits.ts';

/** Rows that are shown at most; rows farther away are dropped and loaded again. */
export const WINDOW = 400;

/** Rows that one request loads. */
export const PAGE = 100;

export type Head = Omit<Snapshot, 'first' | 'rows'>;

/** The rows and folds that the person expanded. */
export interface Opened {
  /** Keys of the expanded rows. */
  readonly open: ReadonlySet<string>;
  /** Indexes of the first rows of the expanded folds. */
  readonly openFolds: ReadonlySet<number>;
}

export interface PanelState extends Opened {
  /** Absent until the host's first snapshot. */
  readonly head?: Head;
  readonly segments: readonly RowSegment[];
  /** The window, by row index, `to` excluded: every row in it is loaded or lies in a closed fold. */
  readonly from: number;
  readonly to: number;
  readonly rows: ReadonlyMap<number, Row>;
  /** Whole texts that were loaded, by `textKey`. */
  readonly texts: ReadonlyMap<string, string>;
  readonly contextOpen: boolean;
  /** Of the draft of a thread, which may not be the open one any more. */
  readonly attachments?: DraftAttachmentsView;
  readonly editing?: SummaryEditing | undefined;
  /** Absent while the find bar is closed. */
  readonly find?: FindState | undefined;
  /** Commands of the thread that run, and those whose terminal can be shown, by the ids of their calls. */
  readonly commands: ReadonlyMap<string, LiveCommand>;
  /** Sub-agents of the thread that run, by the ids of their threads. */
  readonly agents: ReadonlyMap<string, LiveAgent>;
}

export const emptyState: PanelState = {
  segments: [],
  from: 0,
  to: 0,
  rows: new Map(),
  open: new Set(),
  openFolds: new Set(),
  texts: new Map(),
  contextOpen: false,
  commands: new Map(),
  agents: new Map(),
};

/** What is attached to the draft of the open thread. */
export function attachedTo({ head, attachments }: PanelState): readonly DraftAttachmentView[] {
  return attachments && attachments.thread === (head?.thread?.id ?? '') ? attachments.list : NONE;
}

const NONE: readonly DraftAttachmentView[] = [];

export type Item =
  | {
      readonly type: 'fold';
      readonly from: number;
      readonly to: number;
      readonly fate: RowFate;
      readonly open: boolean;
    }
  | {
      readonly type: 'row';
      readonly index: number;
      readonly row: Row;
      readonly fate: RowFate;
      readonly above: boolean;
    };

export function textKey(key: string, part: string): string {
  return `${part}:${key}`;
}

/** Whether the window reaches the newest row. */
export function atEnd(state: PanelState): boolean {
  return state.to === (state.head?.total ?? 0);
}

/** What the thread draws, top to bottom. */
export function itemsOf(state: PanelState): Item[] {
  const items: Item[] = [];
  for (const segment of state.segments) {
    if (segment.to <= state.from || segment.from >= state.to) continue;
    const { from, to, fate, above } = segment;
    if (segment.fold && (from >= state.from || !segment.open))
      items.push({ type: 'fold', from, to, fate, open: segment.open });
    if (segment.fold && !segment.open) continue;
    for (let index = Math.max(from, state.from); index < Math.min(to, state.to); index += 1) {
      const row = state.rows.get(index);
      if (row) items.push({ type: 'row', index, row, fate, above });
    }
  }
  return items;
}

/** The state after a snapshot. Expanded rows stay expanded in the same thread, or as `restored` says. */
export function applySnapshot(state: PanelState, snapshot: Snapshot, restored?: Opened): PanelState {
  const { first, rows, ...head } = snapshot;
  const same = state.head?.thread?.id === head.thread?.id;
  const kept: PanelState = { ...(same ? state : emptyState), ...restored };
  return settle({
    ...kept,
    head,
    segments: segmentsOf(head.statuses, kept.openFolds),
    from: first,
    to: first + rows.length,
    rows: new Map(rows.map((row, i) => [first + i, row])),
    texts: new Map(),
  });
}

/** The state after a delta; undefined when the delta is of another version, so that a snapshot is needed. */
export function applyDelta(state: PanelState, delta: Delta): PanelState | undefined {
  const { base, changed, ...head } = delta;
  if (!state.head || state.head.version !== base || state.head.thread?.id !== head.thread?.id) return undefined;
  const following = atEnd(state);
  const rows = new Map(state.rows);
  const texts = new Map(state.texts);
  for (const { index, row } of changed) {
    for (const part of ['body', 'input', 'result', 'summary']) texts.delete(textKey(row.key, part));
    if (index >= state.from && (index < state.to || following)) rows.set(index, row);
  }
  const to = following ? head.total : Math.min(state.to, head.total);
  for (let index = state.to; index < to; index += 1) if (!rows.has(index)) return undefined;
  const segments = segmentsOf(head.statuses, state.openFolds);
  return trimStart(settle({ ...state, head, segments, to, rows, texts }));
}

/** Adds a page to the side of the window that it adjoins; undefined when it adjoins neither or is of another version. */
export function applyPage(state: PanelState, page: RowsPage): PanelState | undefined {
  if (state.head?.version !== page.version) return undefined;
  const end = page.first + page.rows.length;
  const above = end === state.from;
  if (!above && page.first !== state.to) return undefined;
  const rows = new Map(state.rows);
  page.rows.forEach((row, i) => {
    rows.set(page.first + i, row);
  });
  const from = Math.min(page.first, state.from);
  const to = Math.max(end, state.to);
  const joined = overFolds({ ...state, rows, from, to });
  return above ? trimEnd(joined) : trimStart(joined);
}

/** Replaces the window by a page; undefined when the page is of another version. */
export function showPage(state: PanelState, page: RowsPage): PanelState | undefined {
  if (state.head?.version !== page.version) return undefined;
  const rows = new Map(page.rows.map((row, i) => [page.first + i, row]));
  return settle({ ...state, rows, from: page.first, to: page.first + page.rows.length });
}

/** The rows to load when the person scrolls near the top; undefined when the thread's first row is loaded. */
export function olderPage(state: PanelState): { from: number; to: number } | undefined {
  if (state.from === 0) return undefined;
  const floor = segmentAt(state.segments, state.from - 1)?.from ?? 0;
  return { from: Math.max(floor, state.from - PAGE), to: state.from };
}

export function newerPage(state: PanelState): { from: number; to: number } | undefined {
  if (atEnd(state)) return undefined;
  const ceiling = segmentAt(state.segments, state.to)?.to ?? state.to;
  return { from: state.to, to: Math.min(ceiling, state.to + PAGE) };
}

/** The rows of a closed fold that must be loaded before it opens: at most two pages, the rest is loaded by scrolling. */
export function missingInFold(state: PanelState, from: number): { from: number; to: number } | undefined {
  const fold = segmentAt(state.segments, from);
  if (!fold || fold.open) return undefined;
  const missing: number[] = [];
  for (let index = fold.from; index < fold.to; index += 1) if (!state.rows.has(index)) missing.push(index);
  const first = missing[0];
  if (first === undefined) return undefined;
  return { from: first, to: Math.min((missing.at(-1) ?? first) + 1, first + 2 * PAGE) };
}

/** Expands or collapses a fold. The window ends at the first row that an expanded one lacks, and the next page continues there. */
export function toggleFold(state: PanelState, from: number, page?: RowsPage): PanelState {
  const openFolds = new Set(state.openFolds);
  if (!openFolds.delete(from)) openFolds.add(from);
  const rows = new Map(state.rows);
  page?.rows.forEach((row, i) => {
    rows.set(page.first + i, row);
  });
  const next = { ...state, rows, openFolds, segments: segmentsOf(state.head?.statuses ?? [], openFolds) };
  const fold = segmentAt(next.segments, from);
  if (!fold?.open) return settle(next);
  if (fold.to <= next.from || fold.from >= next.to) return dropOutside(next);
  let loaded = fold.from;
  while (loaded < fold.to && rows.has(loaded)) loaded += 1;
  if (loaded < fold.to) return dropOutside({ ...next, to: loaded });
  return trimEnd(next);
}

/** Keeps the part of the window, counted from its end, in which nothing is missing. */
function settle(state: PanelState): PanelState {
  let from = state.to;
  while (from > 0) {
    const segment = segmentAt(state.segments, from - 1);
    if (segment?.fold && !segment.open) from = segment.from;
    else if (state.rows.has(from - 1)) from -= 1;
    else break;
  }
  return dropOutside(overFolds({ ...state, from }));
}

/** Closed folds at either end need no rows, so they are always in the window. */
function overFolds(state: PanelState): PanelState {
  let { from, to } = state;
  for (let s = segmentAt(state.segments, from - 1); s?.fold && !s.open; s = segmentAt(state.segments, from - 1))
    from = s.from;
  for (let s = segmentAt(state.segments, to); s?.fold && !s.open; s = segmentAt(state.segments, to)) to = s.to;
  return { ...state, from, to };
}

function dropOutside(state: PanelState): PanelState {
  const rows = new Map([...state.rows].filter(([index]) => index >= state.from && index < state.to));
  return { ...state, rows };
}

function trimStart(state: PanelState): PanelState {
  const indexes = itemsOf(state).flatMap((item) => (item.type === 'row' ? [item.index] : []));
  const first = indexes.at(-WINDOW);
  return indexes.length <= WINDOW || first === undefined ? state : dropOutside({ ...state, from: first });
}

function trimEnd(state: PanelState): PanelState {
  const indexes = itemsOf(state).flatMap((item) => (item.type === 'row' ? [item.index] : []));
  const last = indexes[WINDOW - 1];
  return indexes.length <= WINDOW || last === undefined ? state : dropOutside({ ...state, to: last + 1 });
}
