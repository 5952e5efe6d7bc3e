/** The token estimator's finite automaton: maps each character and what precedes it to the index of a weight. */
import {
  CAPITALS,
  CLASS_COUNT,
  DIGIT,
  HIGH_SURROGATE_COUNT,
  HIGH_SURROGATES,
  LETTERS,
  MARK_COUNT,
  MARKS,
  NEWLINE,
  OTHER,
  OTHER_LETTER,
  SCRIPTS,
  SIGNS,
  TAB,
} from './estimate-classes.ts';

// A tokenizer of o200k's kind first cuts text into pieces: a word takes one mark or space in front of it, digits go in threes, marks
// take a space in front and newlines behind, white space leaves its last space to a word. Then it merges within each piece. So
// whether a token begins at a character depends on the character, the one before it and how far into its piece it is: its context.

/** A state of the automaton: the class of the last character, and how many characters of its piece were read, up to a few. */
interface State {
  readonly kind: Kind;
  readonly of: number;
  readonly run: number;
}
type Kind = 'start' | 'lower' | 'upper' | 'digit' | 'newline' | 'tab' | 'space' | 'mark' | 'script' | 'sign';

const RUNS: Readonly<Record<Kind, number>> = {
  start: 1,
  lower: 6,
  upper: 6,
  digit: 3,
  newline: 17,
  tab: 17,
  space: 17,
  mark: 17,
  script: 17,
  sign: 17,
};
const KINDS = 10;
const kindNumber: Readonly<Record<Kind, number>> = {
  start: 0,
  newline: 1,
  tab: 2,
  space: 3,
  digit: 4,
  lower: 5,
  upper: 6,
  mark: 7,
  script: 8,
  sign: 9,
};

const KIND_OF: readonly Kind[] = Array.from({ length: CLASS_COUNT }, (_, of) => {
  if (of < CAPITALS) return 'lower';
  if (of < DIGIT) return 'upper';
  if (of >= SCRIPTS) return of >= OTHER && of < SIGNS ? 'script' : 'sign';
  if (of >= MARKS) return 'mark';
  return of === DIGIT ? 'digit' : of === NEWLINE ? 'newline' : of === TAB ? 'tab' : 'space';
});
const kindOf = (of: number): Kind => KIND_OF[of] ?? 'script';

const TEXT_START: State = { kind: 'start', of: -1, run: 1 };
const STATES = [TEXT_START];
const FIRST_STATE_OF = KIND_OF.map((kind, of) => {
  const first = STATES.length;
  for (let run = 1; run <= RUNS[kind]; run++) STATES.push({ kind, of, run });
  return first;
});
export const STATE_COUNT = STATES.length;

function stateAt(index: number): State {
  return STATES[index] ?? TEXT_START;
}

// The weights lie in this order.
const PAIRS = 0; // a letter after a letter: by position in the word or case, by both letters
const PAIR_TABLES = 7;
const FIRSTS = PAIRS + PAIR_TABLES * LETTERS * LETTERS; // a word's first letter: by what stands before it, by the letter
const LEADS = 9 + MARK_COUNT;
const DIGITS = FIRSTS + LEADS * (LETTERS + OTHER_LETTER); // the first of three: by what stands before; then the others
const BLANKS = DIGITS + KINDS * 2 + 2; // newline, tab, space: by what stands before, by how many there are
const LENGTHS = 5; // 1, 2, 3 to 4, 5 to 16, more
const MARK_PAIRS = BLANKS + 3 * KINDS * LENGTHS; // a mark: by the mark or the kind of thing before it
const MARK_LEADS = MARK_COUNT + KINDS + 1;
const MARK_REPEATS = MARK_PAIRS + MARK_LEADS * MARK_COUNT; // a mark after the same mark: by how many there are
const SCRIPT_WEIGHTS = MARK_REPEATS + LENGTHS * MARK_COUNT; // any other character: by script, by position in a run of it
const SCRIPT_RUNS = 8 + HIGH_SURROGATE_COUNT;
export const CONTEXT_COUNT = SCRIPT_WEIGHTS + (CLASS_COUNT - SCRIPTS) * SCRIPT_RUNS;

/** The context of a character of class `of` after a state; states are numbers below `STATE_COUNT`, and a text begins in state 0. */
export function contextOf(state: number, of: number): number {
  const before = stateAt(state);
  const { kind, run } = before;
  switch (kindOf(of)) {
    case 'lower':
    case 'upper': {
      if (!inWord(before, of)) return FIRSTS + lead(before) * (LETTERS + OTHER_LETTER) + of;
      return PAIRS + (pairTable(before, of) * LETTERS + (before.of % LETTERS)) * LETTERS + (of % LETTERS);
    }
    case 'digit':
      if (kind === 'digit' && run < 3) return DIGITS + KINDS * 2 + run - 1;
      return DIGITS + kindNumber[kind] * 2 + (kind === 'space' && run > 1 ? 1 : 0);
    case 'newline':
    case 'tab':
    case 'space': {
      const length = before.of === of ? run + 1 : 1;
      return BLANKS + ((of - NEWLINE) * KINDS + kindNumber[kind]) * LENGTHS + lengthIndex(length);
    }
    case 'mark': {
      const mark = of - MARKS;
      if (before.of === of && run > 1) return MARK_REPEATS + lengthIndex(run + 1) * MARK_COUNT + mark;
      if (kind === 'mark') return MARK_PAIRS + (before.of - MARKS) * MARK_COUNT + mark;
      return MARK_PAIRS + (MARK_COUNT + (kind === 'space' && run > 1 ? KINDS : kindNumber[kind])) * MARK_COUNT + mark;
    }
    default:
      return SCRIPT_WEIGHTS + (of - SCRIPTS) * SCRIPT_RUNS + scriptIndex(before, of);
  }
}

function lengthIndex(length: number): number {
  return length < 3 ? length - 1 : length < 5 ? 2 : length < 17 ? 3 : 4;
}

/** A capital after a small letter begins a word of its own. */
function inWord(before: State, of: number): boolean {
  return before.kind === 'upper' || (before.kind === 'lower' && of < CAPITALS);
}

function pairTable(before: State, of: number): number {
  if (before.kind === 'upper') return of < CAPITALS ? 5 : 6;
  return before.run < 4 ? before.run - 1 : before.run < 6 ? 3 : 4;
}

function lead({ kind, of, run }: State): number {
  if (kind === 'mark') return run === 1 ? 9 + of - MARKS : 8;
  if (kind === 'script') return 6;
  if (kind === 'sign') return 7;
  if (kind === 'space' && run > 1) return 1;
  return kind === 'newline' ? 0 : kindNumber[kind];
}

function scriptIndex(before: State, of: number): number {
  if (before.of === of) return 3 + lengthIndex(before.run + 1);
  if (before.kind !== 'script' && before.kind !== 'sign') return before.kind === 'space' ? 0 : 1;
  const high = before.of - HIGH_SURROGATES;
  return high < HIGH_SURROGATE_COUNT ? 8 + high : before.kind === 'script' ? 2 : 3;
}

/** The state after a character of class `of`; never 0. */
export function stateAfter(state: number, of: number): number {
  return (FIRST_STATE_OF[of] ?? 0) + runAfter(stateAt(state), of) - 1;
}

function runAfter(before: State, of: number): number {
  const kind = kindOf(of);
  if (kind === 'digit') return before.kind === kind ? (before.run % 3) + 1 : 1;
  if (kind === 'mark' && before.kind === 'space') return 2;
  const word = kind === 'lower' || kind === 'upper';
  const goesOn = word ? inWord(before, of) : kind === 'mark' ? before.kind === kind : before.of === of;
  return goesOn ? Math.min(before.run + 1, RUNS[kind]) : 1;
}
