/** The weights by which lines are scored; fitted on half of the benchmark's recorded threads, at seven cuts. */
import type { CallKind } from '../../thread/tool-kind.ts';
import type { LineKind } from './lines.ts';

/** Shorter lines (in characters) get no score of their own. */
export const MIN_LINE_LENGTH = 8;

export type Age = 'prose' | 'command' | 'text' | 'output';

/** What the person typed may take this share of the tokens that replace what goes. */
export const TYPED_SHARE = 0.25;

interface Weights {
  readonly kind: Readonly<Record<LineKind, number>>;
  readonly resultOf: Readonly<Record<CallKind, number>>;
  /** A line's worth by its place in the head: `old` at the far end, and a power of the place is added. */
  readonly age: Readonly<Record<Age, { readonly old: number; readonly power: number }>>;
  readonly repeated: number;
  readonly ownCopy: number;
  /** The input of a to-do call; the list has a section of its own. */
  readonly todoInput: number;
  /** A result's line of whose words the model used none, and all. */
  readonly unknown: number;
  readonly known: number;
  /** What a line gains by an edit in the file's text, less by `decay` with every line between; lines of `shortest` characters mark it. */
  readonly nearEdit: {
    readonly read: number;
    readonly written: number;
    readonly decay: number;
    readonly shortest: number;
  };
  /** How much of a line's worth is that of the lines around it; `reach` lines to each side. */
  readonly smoothing: number;
  readonly resultSmoothing: number;
  readonly reach: number;
}

export const WEIGHTS: Weights = {
  kind: {
    typed: 0.9,
    program: 0.02,
    said: 1.9,
    thought: 0.45,
    command: 4,
    written: 2.2,
    anchor: 1.2,
    argument: 1,
    result: 0.4,
    summary: 3,
  },
  resultOf: { read: 1.5, edit: 1.4, run: 0.8, search: 0.7, todo: 0.7, other: 1.1 },
  age: {
    prose: { old: 0.13, power: 4 },
    command: { old: 0.2, power: 2.7 },
    text: { old: 0.2, power: 2 },
    output: { old: 0.13, power: 4 },
  },
  repeated: 0.5,
  ownCopy: 4,
  todoInput: 0.3,
  unknown: 0.4,
  known: 1.4,
  nearEdit: { read: 1.5, written: 2, decay: 0.93, shortest: 16 },
  smoothing: 0.3,
  resultSmoothing: 0.6,
  reach: 6,
};

/** What each part may take of the room, at most; what a part leaves goes to the passages. */
export const SHARES = {
  summary: 0.3,
  asks: 0.065,
  todo: 0.04,
  decisions: 0.02,
  files: 0.03,
  commands: 0.04,
  errors: 0.02,
  names: 0.12,
};
