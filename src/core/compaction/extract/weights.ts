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
  readonly shingle: number;
  readonly shingleFresh: number;
  /** A result's line of which the model used no word, and all words. */
  readonly unknown: number;
  readonly known: number;
}

export const WEIGHTS: Weights = {
  kind: {
    typed: 1.2,
    program: 0.02,
    said: 1.6,
    thought: 1,
    command: 3,
    written: 3,
    anchor: 1.2,
    argument: 1,
    result: 0.5,
    summary: 3,
  },
  resultOf: { read: 1.5, edit: 1, run: 1, search: 0.5, todo: 0.5, other: 0.8 },
  old: 0.15,
  repeated: 0.5,
  ownCopy: 4,
  shingle: 0.4,
  shingleFresh: 0.5,
  unknown: 0.4,
  known: 1.4,
};
