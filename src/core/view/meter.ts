/** The type of the gauge's numbers: tokens, segments and the distance to the trigger. */
import type { EntryId } from '../thread/entry-id.ts';
import type { CallKind, LineRange } from '../thread/tool-kind.ts';
import type { ReportFinding } from '../thread/trusted-reports.ts';

export const SEGMENTS = [
  'system',
  'tools',
  'instructions',
  // What the provider counts beyond all of ours: a system prompt of its own, say (R25).
  'server',
  'summary',
  'messages',
  'toolResults',
  'attachments',
  'pins',
] as const;
export type SegmentKind = (typeof SEGMENTS)[number];

export interface Segment {
  readonly kind: SegmentKind;
  readonly tokens: number;
}

export interface LargestItem {
  readonly entry: EntryId;
  readonly rowKey: string;
  /** `message` is what a person typed, `reply` the model's, `note` the program's. */
  readonly kind: CallKind | 'message' | 'reply' | 'note' | 'summary' | 'attachment';
  readonly label: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Line range of a read or edit, from 1. */
  readonly range?: LineRange;
  readonly tokens: number;
}

/** How urgent the context's size looks: `near` the trigger or past it, `over` only where the next request can't be sent. */
export type MeterTone = 'calm' | 'near' | 'over';

export interface Meter {
  /** Tokens of the next request (R23's measure), never clamped to the window. */
  readonly tokens: number;
  /** True when more than 1 % of `tokens` is estimated, not reported by a provider. */
  readonly estimated: boolean;
  /** The last reported count and when. Absent when a compaction came after it. */
  readonly measured?: { readonly tokens: number; readonly at: number };
  /** What reports that can't be right say of the model's window (R25). */
  readonly finding?: ReportFinding;
  /** Tokens of the window that a suspected limit suggests, where it is less than is known. */
  readonly suggestedWindow?: number;
  readonly model?: string;
  /** US dollars per million tokens that are written to the provider's cache. Absent where no list has the model. */
  readonly cacheWrite?: number;
  /** US dollars by the lists for all that the thread has called. Absent where no call has a price. */
  readonly cost?: number;
  /** Tokens; absent when no setting and no table knows the model's window (R41). */
  readonly window?: number;
  /** Tokens that a request may have where the model takes less input than its window holds; else absent. */
  readonly maxInput?: number;
  readonly reserve: number;
  readonly trigger?: number;
  /** Where `tokens` reach the trigger, when that is earlier: an estimate without any report counts 10 % more (R23). */
  readonly dueAt?: number;
  readonly tone: MeterTone;
  /** Whether compaction acts by itself at the trigger. */
  readonly auto: boolean;
  /** The trigger is passed, and the person is asked before the next request whether to compact; else absent. */
  readonly asks?: true;
  /** Sums to `tokens`; kinds without tokens are left out. */
  readonly segments: readonly Segment[];
  readonly largest: readonly LargestItem[];
  /** The workspace's instruction files as the model knows them, by their newest texts; absent where there are none. */
  readonly instructions?: readonly InstructionSize[];
  /** The tools by who offers them; absent where all are Spool's own. */
  readonly toolSources?: readonly ToolSource[];
}

/** Tools by who offers them. */
export interface ToolSource {
  /** The name of an extension or of an MCP server; null: Spool itself. */
  readonly source: string | null;
  readonly count: number;
  /** Tokens of their schemas. */
  readonly tokens: number;
}

export interface InstructionSize {
  /** As in `InstructionFile`. */
  readonly path: string;
  readonly tokens: number;
}

/** The tokens whose used share the gauge shows: what may be sent. Undefined when the window is not known. */
export function capacityOf({ window, maxInput = window }: Pick<Meter, 'window' | 'maxInput'>): number | undefined {
  return maxInput;
}

/** The tokens at which compaction is due; undefined where the window is not known. */
export function dueOf({ trigger, dueAt = trigger }: Pick<Meter, 'trigger' | 'dueAt'>): number | undefined {
  return dueAt;
}
