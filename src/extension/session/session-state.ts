/** The state of a window's session as a value: the open thread, and all that is shown beside it. */
import { type CompactionConfig, DEFAULT_CONFIG } from '../../core/compaction/config.ts';
import type { ConfigProblem } from '../../core/lang/setting.ts';
import type { Busy, Notice, OtherThreads, ReplyStream, ShownMode } from '../../core/protocol/panel-state.ts';
import type { QuestionView } from '../../core/protocol/question.ts';
import type { EntryId } from '../../core/thread/entry-id.ts';
import type { Thread } from '../../core/thread/thread.ts';
import { computeMeter } from '../../core/view/compute-meter.ts';
import type { Meter } from '../../core/view/meter.ts';
import type { Preview } from '../../core/view/preview.ts';
import type { SkippedLine } from '../storage/read-log.ts';
import { type ModelState, runContext } from './run-context.ts';

/** `held`: another window writes the log; `refused`: no window can, for this reason. */
export type ThreadAccess = { readonly type: 'writer' | 'held' } | { readonly type: 'refused'; readonly reason: string };

export interface OpenThread {
  readonly id: string;
  readonly file: string;
  readonly thread: Thread;
  /** URI of the workspace folder that it belongs to. */
  readonly workspace: string | undefined;
  readonly access: ThreadAccess;
  readonly skipped: readonly SkippedLine[];
}

/** A preview of a compaction, and what it was made of. */
export interface ShownPreview {
  readonly thread: Thread;
  readonly settings: Settings;
  readonly model: ModelState | undefined;
  readonly preview: Preview;
  /** The compaction is of what is there up to this entry and its round. */
  readonly upTo: EntryId | undefined;
}

/** A preview is shown as long as the context is the one that it was made of; after a pin it is made again. */
export function isPreviewOf({ thread }: ShownPreview, { items }: Thread): boolean {
  return thread.items === items;
}

/** A question to the person, which is shown as long as its thread is open. */
export interface ShownQuestion {
  readonly threadId: string;
  readonly view: QuestionView;
}

export interface Settings {
  readonly config: CompactionConfig;
  /** Values that were refused. */
  readonly problems: readonly ConfigProblem[];
  /** Where each value comes from, by the setting's full key. */
  readonly values?: Readonly<Record<string, { readonly scope: string }>>;
}

export interface SessionState {
  /** Rises with every change. */
  readonly version: number;
  readonly open: OpenThread | undefined;
  readonly busy: Busy | undefined;
  readonly notice: Notice | undefined;
  readonly showContext: number;
  readonly settings: Settings;
  readonly model: ModelState | undefined;
  /** The reply that is being streamed. */
  readonly replyStream: { readonly view: () => ReplyStream } | undefined;
  readonly preview: ShownPreview | undefined;
  readonly question: ShownQuestion | undefined;
  /** Undefined where no folder is open that tools could work on. */
  readonly mode: ShownMode | undefined;
  /** What the threads do that are not shown; undefined where they do nothing. */
  readonly others: OtherThreads | undefined;
}

export const INITIAL_STATE: SessionState = {
  version: 0,
  open: undefined,
  busy: undefined,
  notice: undefined,
  showContext: 0,
  settings: { config: DEFAULT_CONFIG, problems: [] },
  model: undefined,
  replyStream: undefined,
  preview: undefined,
  question: undefined,
  mode: undefined,
  others: undefined,
};

interface KnownMeter {
  readonly config: CompactionConfig;
  readonly model: ModelState | undefined;
  readonly meter: Meter;
}
const meters = new WeakMap<Thread, KnownMeter>();

/** The meter of the open thread; undefined when none is open. */
export function sessionMeter({
  open,
  settings: { config },
  model,
}: Pick<SessionState, 'open' | 'settings' | 'model'>): Meter | undefined {
  if (!open) return undefined;
  const { thread } = open;
  const known = meters.get(thread);
  if (known?.config === config && known.model === model) return known.meter;
  const meter = computeMeter(thread, runContext(thread, config, model));
  meters.set(thread, { config, model, meter });
  return meter;
}
