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

/** Where a text is after a character: the character's class, and how many characters of its piece there were, up to a few. */
interface Place {
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

const TEXT_START: Place = { kind: 'start', of: -1, run: 1 };
const PLACES = [TEXT_START];
const FIRST_PLACE_OF = KIND_OF.map((kind, of) => {
  const first = PLACES.length;
  for (let run = 1; run <= RUNS[kind]; run++) PLACES.push({ kind, of, run });
  return first;
});
export const PLACE_COUNT = PLACES.length;

function placeAt(place: number): Place {
  return PLACES[place] ?? TEXT_START;
}

// The weights lie in this order.
const PAIRS = 0; // a letter after a letter: by place in the word or case, by both letters
const PAIR_TABLES = 7;
const FIRSTS = PAIRS + PAIR_TABLES * LETTERS * LETTERS; // a word's first letter: by what stands before it, by the letter
const LEADS = 9 + MARK_COUNT;
const DIGITS = FIRSTS + LEADS * (LETTERS + OTHER_LETTER); // the first of three: by what stands before; then the others
const BLANKS = DIGITS + KINDS * 2 + 2; // newline, tab, space: by what stands before, by how many there are
const LENGTHS = 5; // 1, 2, 3 to 4, 5 to 16, more
const MARK_PAIRS = BLANKS + 3 * KINDS * LENGTHS; // a mark: by the mark or the kind of thing before it
const MARK_LEADS = MARK_COUNT + KINDS + 1;
const MARK_REPEATS = MARK_PAIRS + MARK_LEADS * MARK_COUNT; // a mark after the same mark: by how many there are
const SCRIPT_PLACES = MARK_REPEATS + LENGTHS * MARK_COUNT; // any other character: by script, by place in a run of it
const SCRIPT_RUNS = 8 + HIGH_SURROGATE_COUNT;
export const CONTEXT_COUNT = SCRIPT_PLACES + (CLASS_COUNT - SCRIPTS) * SCRIPT_RUNS;

/** The context of a character of class `of` at a place; places are numbers below `PLACE_COUNT`, a text begins at place 0. */
export function contextOf(place: number, of: number): number {
  const before = placeAt(place);
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
      return BLANKS + ((of - NEWLINE) * KINDS + kindNumber[kind]) * LENGTHS + lengthPlace(length);
    }
    case 'mark': {
      const mark = of - MARKS;
      if (before.of === of && run > 1) return MARK_REPEATS + lengthPlace(run + 1) * MARK_COUNT + mark;
      if (kind === 'mark') return MARK_PAIRS + (before.of - MARKS) * MARK_COUNT + mark;
      return MARK_PAIRS + (MARK_COUNT + (kind === 'space' && run > 1 ? KINDS : kindNumber[kind])) * MARK_COUNT + mark;
    }
    default:
      return SCRIPT_PLACES + (of - SCRIPTS) * SCRIPT_RUNS + scriptPlace(before, of);
  }
}

function lengthPlace(length: number): number {
  return length < 3 ? length - 1 : length < 5 ? 2 : length < 17 ? 3 : 4;
}

/** A capital after a small letter begins a word of its own. */
function inWord(before: Place, of: number): boolean {
  return before.kind === 'upper' || (before.kind === 'lower' && of < CAPITALS);
}

function pairTable(before: Place, of: number): number {
  if (before.kind === 'upper') return of < CAPITALS ? 5 : 6;
  return before.run < 4 ? before.run - 1 : before.run < 6 ? 3 : 4;
}

function lead({ kind, of, run }: Place): number {
  if (kind === 'mark') return run === 1 ? 9 + of - MARKS : 8;
  if (kind === 'script') return 6;
  if (kind === 'sign') return 7;
  if (kind === 'space' && run > 1) return 1;
  return kind === 'newline' ? 0 : kindNumber[kind];
}

function scriptPlace(before: Place, of: number): number {
  if (before.of === of) return 3 + lengthPlace(before.run + 1);
  if (before.kind !== 'script' && before.kind !== 'sign') return before.kind === 'space' ? 0 : 1;
  const high = before.of - HIGH_SURROGATES;
  return high < HIGH_SURROGATE_COUNT ? 8 + high : before.kind === 'script' ? 2 : 3;
}

/** The place after a character of class `of`; never 0. */
export function placeAfter(place: number, of: number): number {
  return (FIRST_PLACE_OF[of] ?? 0) + runAfter(placeAt(place), of) - 1;
}

function runAfter(before: Place, of: number): number {
  const kind = kindOf(of);
  if (kind === 'digit') return before.kind === kind ? (before.run % 3) + 1 : 1;
  if (kind === 'mark' && before.kind === 'space') return 2;
  const word = kind === 'lower' || kind === 'upper';
  const goesOn = word ? inWord(before, of) : kind === 'mark' ? before.kind === kind : before.of === of;
  return goesOn ? Math.min(before.run + 1, RUNS[kind]) : 1;
}
