/** What lines are worth beside each other; tuned on half of the recorded threads of the measuring harness. */
import type { CallKind } from '../../thread/tool-kind.ts';
import type { LineKind } from './lines.ts';

interface Weights {
  readonly kind: Readonly<Record<LineKind, number>>;
  readonly resultOf: Readonly<Record<CallKind, number>>;
  /** What is left of a line's worth at the far end of the head; it grows with the square of its place. */
  readonly old: number;
  readonly repeated: number;
  readonly ownCopy: number;
  /** What was written into a to-do list: the list itself is told elsewhere. */
  readonly todoInput: number;
  /** A result's line of which the model used no word, and all words. */
  readonly unknown: number;
  readonly known: number;
  /** How much of a line's worth is that of the lines around it; `reach` lines to each side. */
  readonly smoothing: number;
  readonly resultSmoothing: number;
  readonly reach: number;
}

export const WEIGHTS: Weights = {
  kind: {
    typed: 1.2,
    program: 0.02,
    said: 1.3,
    thought: 0.7,
    command: 3,
    written: 3,
    anchor: 1.2,
    argument: 1,
    result: 0.5,
    summary: 3,
  },
  resultOf: { read: 1.5, edit: 1, run: 0.6, search: 0.5, todo: 0.5, other: 0.8 },
  old: 0.2,
  repeated: 0.5,
  ownCopy: 4,
  todoInput: 0.3,
  unknown: 0.4,
  known: 1.4,

  smoothing: 0.3,
  resultSmoothing: 0.6,
  reach: 6,
};

/** What each part may take of the room, at most; what a part leaves goes to the passages. */
export const SHARES = {
  summary: 0.3,
  asks: 0.08,
  todo: 0.04,
  decisions: 0.02,
  files: 0.035,
  commands: 0.05,
  errors: 0.02,
  names: 0.12,
};
