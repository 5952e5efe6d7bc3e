/** What a window knows of its open thread, as a value. */
import { type CompactionConfig, DEFAULT_CONFIG } from '../../core/compaction/config.ts';
import { type LimitProblem, type Limits, limitsFor } from '../../core/compaction/limits.ts';
import { configForModel } from '../../core/compaction/model-config.ts';
import type { ConfigProblem } from '../../core/compaction/setting.ts';
import type { Result } from '../../core/lang/result.ts';
import type { Busy, Notice } from '../../core/protocol/panel.ts';
import type { Thread } from '../../core/thread/thread.ts';
import { modelSize } from '../../core/tokens/window.ts';
import type { Meter } from '../../core/view/meter.ts';
import { meterOf } from '../../core/view/meter-of.ts';
import type { SkippedLine } from '../storage/read-log.ts';

/** `held`: another window writes it; `refused`: the disk lets nobody. */
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

export interface Settings {
  readonly config: CompactionConfig;
  /** Values that were refused. */
  readonly problems: readonly ConfigProblem[];
}

export interface SessionState {
  /** Rises with every change. */
  readonly version: number;
  readonly open: OpenThread | undefined;
  readonly busy: Busy | undefined;
  readonly notice: Notice | undefined;
  readonly showContext: number;
  readonly settings: Settings;
}

export const INITIAL_STATE: SessionState = {
  version: 0,
  open: undefined,
  busy: undefined,
  notice: undefined,
  showContext: 0,
  settings: { config: DEFAULT_CONFIG, problems: [] },
};

/** The config as it holds for the thread's model. */
export function threadConfig(thread: Thread, config: CompactionConfig): CompactionConfig {
  return configForModel(config, thread.model);
}

/** The limits that a compaction of this thread works with. */
export function threadLimits(thread: Thread, config: CompactionConfig): Result<Limits, LimitProblem> {
  return limitsFor(modelSize(thread.model, config.contextWindows), threadConfig(thread, config), thread.model);
}

const meters = new WeakMap<Thread, { readonly config: CompactionConfig; readonly meter: Meter }>();

/** The meter of the open thread; undefined when none is open. */
export function sessionMeter({
  open,
  settings: { config },
}: Pick<SessionState, 'open' | 'settings'>): Meter | undefined {
  if (!open) return undefined;
  const known = meters.get(open.thread);
  if (known?.config === config) return known.meter;
  const { model } = open.thread;
  const size = modelSize(model, config.contextWindows);
  const meter = meterOf(open.thread, { config: threadConfig(open.thread, config), size, model });
  meters.set(open.thread, { config, meter });
  return meter;
}
