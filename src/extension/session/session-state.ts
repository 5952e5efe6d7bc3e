/** What a window knows of its open thread, as a value. */
import { holdsFor, type Learned } from '../../core/agent/learned.ts';
import { type CompactionConfig, DEFAULT_CONFIG } from '../../core/compaction/config.ts';
import { type LimitProblem, type Limits, limitsFor } from '../../core/compaction/limits.ts';
import { configForModel } from '../../core/compaction/model-config.ts';
import type { Result } from '../../core/lang/result.ts';
import type { ConfigProblem } from '../../core/lang/setting.ts';
import type { Busy, Live, ModelHead, Notice } from '../../core/protocol/panel.ts';
import { type BaseTokens, baseWithin, NO_BASE } from '../../core/thread/measure.ts';
import type { Thread } from '../../core/thread/thread.ts';
import { type ModelSize, modelSize, type ReportedSize } from '../../core/tokens/window.ts';
import type { Meter } from '../../core/view/meter.ts';
import { meterOf } from '../../core/view/meter-of.ts';
import type { Preview } from '../../core/view/preview.ts';
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

/** The model that the next message goes to, as far as limits and panel need it. */
export interface ModelState {
  readonly head: ModelHead;
  readonly reported: ReportedSize;
  readonly learned: Learned;
  /** Of what is sent beside the messages. */
  readonly base: BaseTokens;
}

/** A preview holds for the thread that it was made of, as it was then. */
export interface ShownPreview {
  readonly thread: Thread;
  readonly preview: Preview;
}

export interface Settings {
  readonly config: CompactionConfig;
  /** Values that were refused. */
  readonly problems: readonly ConfigProblem[];
  /** By full key. */
  readonly values?: Readonly<Record<string, { readonly place: string }>>;
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
  /** The reply that is being written. */
  readonly live: { readonly view: () => Live } | undefined;
  readonly preview: ShownPreview | undefined;
}

export const INITIAL_STATE: SessionState = {
  version: 0,
  open: undefined,
  busy: undefined,
  notice: undefined,
  showContext: 0,
  settings: { config: DEFAULT_CONFIG, problems: [] },
  model: undefined,
  live: undefined,
  preview: undefined,
};

/** The model whose limits hold for a thread: its own; that of the next message while it has none. */
export function modelOf(thread: Pick<Thread, 'model'>, model: ModelState | undefined): string | undefined {
  return thread.model ?? model?.head.id;
}

/** The config as it holds for the thread's model. */
export function threadConfig(
  thread: Pick<Thread, 'model'>,
  config: CompactionConfig,
  model?: ModelState,
): CompactionConfig {
  return configForModel(config, modelOf(thread, model));
}

/** How large the thread's model is; what its provider says and what was learned count where it is the model in use. */
export function threadSize(thread: Pick<Thread, 'model'>, config: CompactionConfig, model?: ModelState): ModelSize {
  const id = modelOf(thread, model);
  const known = isInUse(thread, model) ? model : undefined;
  const size = modelSize(id, config.contextWindows, known?.reported);
  const { limit: learned } = holdsFor(known?.learned ?? {}, size.window);
  return learned === undefined ? size : { ...size, learned };
}

/** The limits that a compaction of this thread works with. */
export function threadLimits(
  thread: Pick<Thread, 'model'>,
  config: CompactionConfig,
  model?: ModelState,
): Result<Limits, LimitProblem> {
  const size = threadSize(thread, config, model);
  return limitsFor(size, threadConfig(thread, config, model), modelOf(thread, model));
}

/** What is sent beside the messages; an imported thread that nobody has gone on with was sent by another agent. */
export function threadBase(
  thread: Pick<Thread, 'model'>,
  config: CompactionConfig,
  model: ModelState | undefined,
): BaseTokens {
  const limits = threadLimits(thread, config, model);
  const window = limits.ok ? limits.value.window : undefined;
  if (!model || !isInUse(thread, model)) return baseWithin(NO_BASE, window);
  const { factor } = model.learned;
  return baseWithin(factor === undefined ? model.base : { ...model.base, factor }, window);
}

function isInUse({ model: own }: Pick<Thread, 'model'>, model: ModelState | undefined): boolean {
  return model !== undefined && (own === undefined || own === model.head.id);
}

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
  const meter = meterOf(thread, {
    config: threadConfig(thread, config, model),
    size: threadSize(thread, config, model),
    model: modelOf(thread, model),
    base: threadBase(thread, config, model),
  });
  meters.set(thread, { config, model, meter });
  return meter;
}
