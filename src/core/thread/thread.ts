/** A thread in memory: its log, and the state that replaying the log gives. */
import { assertNever } from '../lang/assert-never.ts';
import { type List, listOf, withValue } from '../lang/grow-list.ts';
import { modelNames } from '../tokens/model-id.ts';
import { addTally, sumTallies, type Tally, totalOf } from '../tokens/tally.ts';
import { CHANGES_CONTEXT } from './changes-context.ts';
import { withEditedSummary } from './edited-summary.ts';
import type { CompactionEntry, Entry, MessageEntry, RedoEntry, UndoEntry } from './entry.ts';
import { type EntryId, entryId } from './entry-id.ts';
import { lowerBound } from './find-entry.ts';
import { type ContextItem, type EntryItem, itemOf, projectItems } from './items.ts';
import { type LiveEdits, liveEdits } from './live-edits.ts';
import { along, type Path, pathOf } from './path.ts';
import {
  type FoundReport,
  nextNth,
  type Reports,
  reportsUsage,
  sizedReports,
  type UsageReport,
  withModel,
  withReport,
} from './reports.ts';
import { MetaReplay, metaAfter, metaOf, type ThreadMeta } from './thread-meta.ts';

/**
 * ```
 * log:      m1 m2 m3 m4 C5 m6             (append-only; C is a compaction)
 * messages: m1 m2 m3 m4    m6             what was said
 * edits:                   C5's           while it is live
 * items:    S(m1..m3) m4   m6             what the model is sent, before wire order
 * ```
 * A restore makes the log a line with jumps: messages, compactions and undos are those of the path to the newest entry,
 * while `entries`, the reports and what stands (title, model, pins, queue) are the whole log's.
 */
export interface Thread extends ThreadMeta {
  readonly entries: List<Entry>;
  readonly path: Path;
  readonly messages: List<MessageEntry>;
  /** The messages as items that no edit touches, one for each. */
  readonly originals: List<EntryItem>;
  /** With their summaries as a person last edited them. */
  readonly compactions: readonly CompactionEntry[];
  readonly undone: ReadonlySet<EntryId>;
  readonly edits: LiveEdits;
  readonly items: List<ContextItem>;
  /** The newest entry that changed what was in the context already; 0 while none has. */
  readonly boundary: number;
  /** Estimated tokens of the items, and their sum. */
  readonly tally: Tally;
  readonly tokens: number;
  /** What each model reported: tokenizers differ. */
  readonly reportsByModel: Reports;
  /** Those of the thread's model, oldest first: the newest ones, and a few from further back. */
  readonly reports: readonly UsageReport[];
  /** The newest of them. */
  readonly anchor: UsageReport | undefined;
}

/** The thread that a log holds. Linear in the log, and again for each boundary among the reports that are kept; same log, same thread. */
export function replay(entries: readonly Entry[] | List<Entry>): Thread {
  const standing = new MetaReplay();
  let found: ReadonlyMap<string, readonly FoundReport[]> = new Map();
  for (const [at, entry] of entries.entries()) {
    standing.add(entry);
    if (!reportsUsage(entry)) continue;
    const model = reporterOf(entry, standing);
    const kept = found.get(model) ?? [];
    found = withModel(found, model, withReport(kept, { nth: nextNth(kept), entry, at }));
  }
  const reports = sizedReports(entries, found, {
    before: replayPath,
    isBoundary: ({ type }) => CHANGES_CONTEXT[type],
  });
  const { meta } = standing;
  return { entries: listOf(entries), ...meta, ...replayPath(entries), ...reportsOf(reports, meta) };
}

/** The thread with one more entry. A message costs what it weighs; a boundary costs a new projection. */
export function append(thread: Thread, entry: Entry): Thread {
  const entries = withValue(thread.entries, entry);
  const standing = metaAfter(metaOf(thread), entry);
  switch (entry.type) {
    case 'message':
      return { ...withMessage(thread, entry, standing), entries };
    case 'compaction':
      return {
        ...thread,
        entries,
        boundary: entry.id,
        ...project(thread.originals, [...thread.compactions, entry], thread.undone),
      };
    case 'summary_edit': {
      const compactions = thread.compactions.map((compaction) => withEditedSummary(compaction, entry));
      return { ...thread, entries, boundary: entry.id, ...project(thread.originals, compactions, thread.undone) };
    }
    case 'undo':
    case 'redo': {
      const undone = new Set(thread.undone);
      flip(undone, entry);
      return { ...thread, entries, boundary: entry.id, ...project(thread.originals, thread.compactions, undone) };
    }
    case 'restore':
      return { ...thread, entries, ...replayPath(entries) };
    case 'model':
      return { ...thread, entries, ...standing, ...reportsOf(thread.reportsByModel, standing) };
    case 'title':
    case 'pin':
    case 'queued':
    case 'unqueued':
    case 'permission':
    case 'instructions':
    case 'tools':
      return { ...thread, entries, ...standing };
    case 'note':
    case 'compaction_attempt':
    case 'file':
    case 'file_restore':
    case 'command_files':
    case 'sub_agent':
      return { ...thread, entries };
  }
}

/** The id of the next entry. */
export function nextId(thread: Thread): EntryId {
  return entryId((thread.entries.at(-1)?.id ?? 0) + 1);
}

/** The messages of a span of the log that lie on the thread's path, both ends included; by binary search. */
export function messagesBetween(
  { messages }: Pick<Thread, 'messages'>,
  from: EntryId,
  to: EntryId,
): readonly MessageEntry[] {
  return messages.slice(lowerBound(messages, from), lowerBound(messages, to + 1));
}

function withMessage(thread: Thread, entry: MessageEntry, standing: ThreadMeta): Thread {
  const item = itemOf(entry);
  const tally = addTally(thread.tally, item.tally);
  const tokens = totalOf(tally);
  const messages = withValue(thread.messages, entry);
  const originals = withValue(thread.originals, item);
  const grown = { ...thread, ...standing, messages, originals, items: withValue(thread.items, item), tally, tokens };
  if (reportsUsage(entry)) {
    const model = reporterOf(entry, standing);
    const kept = thread.reportsByModel.get(model) ?? [];
    const { tokens: sent, boundary } = thread;
    const report = { nth: nextNth(kept), entry, sent, reply: item.tokens, boundary };
    return { ...grown, ...reportsOf(withModel(thread.reportsByModel, model, withReport(kept, report)), standing) };
  }
  return standing.model === thread.model ? grown : { ...grown, ...reportsOf(thread.reportsByModel, standing) };
}

const NO_REPORTS: readonly UsageReport[] = [];

function reportsOf(
  reportsByModel: Reports,
  { model }: Pick<ThreadMeta, 'model'>,
): Pick<Thread, 'reportsByModel' | 'reports' | 'anchor'> {
  const reports = reportsByModel.get(model ?? '') ?? NO_REPORTS;
  return { reportsByModel, reports, anchor: reports.at(-1) };
}

type PathState = Pick<Thread, 'path' | 'messages' | 'originals' | 'boundary' | keyof Projected>;

/** The state along the path to the newest entry. */
function replayPath(entries: List<Entry>): PathState {
  const path = pathOf(entries);
  const messages: MessageEntry[] = [];
  const compactions: CompactionEntry[] = [];
  const undone = new Set<EntryId>();
  let boundary = 0;
  for (const entry of along(entries, path)) {
    if (CHANGES_CONTEXT[entry.type]) boundary = entry.id;
    switch (entry.type) {
      case 'message':
        messages.push(entry);
        break;
      case 'compaction':
        compactions.push(entry);
        break;
      case 'undo':
      case 'redo':
        flip(undone, entry);
        break;
      case 'summary_edit': {
        const at = lowerBound(compactions, entry.compaction);
        const compaction = compactions[at];
        if (compaction) compactions[at] = withEditedSummary(compaction, entry);
        break;
      }
      case 'restore':
      case 'pin':
      case 'queued':
      case 'unqueued':
      case 'model':
      case 'note':
      case 'compaction_attempt':
      case 'permission':
      case 'file':
      case 'file_restore':
      case 'command_files':
      case 'sub_agent':
      case 'instructions':
      case 'tools':
      case 'title':
        break;
      default:
        assertNever(entry);
    }
  }
  const originals = listOf(messages.map(itemOf));
  return { path, messages: listOf(messages), originals, boundary, ...project(originals, compactions, undone) };
}

function flip(undone: Set<EntryId>, entry: UndoEntry | RedoEntry): void {
  if (entry.type === 'undo') undone.add(entry.compaction);
  else undone.delete(entry.compaction);
}

type Projected = Pick<Thread, 'compactions' | 'undone' | 'edits' | 'items' | 'tally' | 'tokens'>;

function project(
  originals: List<EntryItem>,
  compactions: readonly CompactionEntry[],
  undone: ReadonlySet<EntryId>,
): Projected {
  const edits = liveEdits(compactions, undone);
  const items = projectItems(originals, edits);
  const tally = sumTallies(items);
  return { compactions, undone, edits, items: listOf(items), tally, tokens: totalOf(tally) };
}

/** The model that a report counts for. A selected model can report under a dated name; a late reply is of the model before. */
function reporterOf({ model }: MessageEntry, standing: Pick<ThreadMeta, 'model'>): string {
  const chosen = standing.model ?? '';
  return model === undefined || modelNames(model).includes(chosen) ? chosen : model;
}
