/** What lines are worth beside each other; tuned on recorded threads (bench/extract.ts shows the figures). */
import type { CallKind } from '../../thread/tool-kind.ts';
import type { LineKind } from './lines.ts';

interface Weights {
  readonly kind: Readonly<Record<LineKind, number>>;
  readonly resultOf: Readonly<Record<CallKind, number>>;
  /** What is left of a line's worth at the far end of the head; it grows with the square of its place. */
  readonly old: number;
  readonly repeated: number;
  readonly ownCopy: number;
  /** A result's line of which the model used no word, and all words. */
  readonly unknown: number;
  readonly known: number;
  /** How much of a line's worth is that of the lines around it; `reach` lines to each side. */
  readonly smoothing: Readonly<Record<LineKind, number>>;
  readonly reach: number;
}

export const WEIGHTS: Weights = {
  kind: {
    typed: 1.2,
    program: 0.02,
    said: 1.6,
    thought: 0.7,
    command: 3,
    written: 3,
    anchor: 1.2,
    argument: 1,
    result: 0.5,
    summary: 3,
  },
  resultOf: { read: 1.5, edit: 1, run: 0.6, search: 0.5, todo: 0.5, other: 0.8 },
  old: 0.15,
  repeated: 0.5,
  ownCopy: 4,
  unknown: 0.4,
  known: 1.4,
  smoothing: {
    typed: 0.3,
    program: 0.3,
    said: 0.3,
    thought: 0.3,
    command: 0.3,
    written: 0.3,
    anchor: 0.3,
    argument: 0.3,
    result: 0.6,
    summary: 0.3,
  },
  reach: 6,
};

/** What each part may take of the room, at most; what a part leaves goes to the passages. */
export const SHARES = {
  summary: 0.3,
  asks: 0.1,
  todo: 0.04,
  decisions: 0.03,
  files: 0.05,
  commands: 0.05,
  errors: 0.03,
  names: 0.12,
};

export const NAMES = { told: 0.05, power: 0.8, old: 0.2, costBase: 1 };
