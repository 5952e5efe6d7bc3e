/** The places of a prompt in the draft that a person is to fill in, as `${input:name}`: where they are after each edit. */
import type { PlaceSpan } from '../../core/workspace/prompts/expand-prompt.ts';
import { changeOf } from './text-change.ts';

export interface PromptPlaces {
  /** Not filled in yet, in the order of the text. */
  readonly open: readonly PlaceSpan[];
  /** As they stand in the text, also those that were filled in: one that an undo brings back is open again. */
  readonly known: ReadonlySet<string>;
  /** The person was told that some are open. */
  readonly told?: true;
}

export function placesAt(text: string, open: readonly PlaceSpan[], known?: ReadonlySet<string>): PromptPlaces {
  return { open, known: new Set([...(known ?? []), ...textsOf(text, open)]) };
}

/** What is to be filled in, each once. */
export function textsOf(text: string, open: readonly PlaceSpan[]): readonly string[] {
  return [...new Set(open.map(({ start, end }) => text.slice(start, end)))];
}

export function moved(open: readonly PlaceSpan[], by: number): readonly PlaceSpan[] {
  return open.map(({ start, end }) => ({ start: start + by, end: end + by }));
}

/** Whatever may be a place, also within another; only known texts are. */
const PLACE = /(?=(\$(?:\{(?:input:[^}]{1,601}|\w{1,40})\}|ARGUMENTS(?:\[\d{1,2}\])?|\d)))/g;
/** UTF-16 units of the longest. */
const LONGEST = 610;

/** A place goes once its text is changed, and others move with the text. Linear. */
export function afterEdit({ open, ...rest }: PromptPlaces, before: string, after: string): PromptPlaces {
  const { from, to, by } = changeOf(before, after);
  const first = Math.max(from - LONGEST, 0);
  const around = after.slice(first, to + by + LONGEST).matchAll(PLACE);
  const back = [...around].flatMap(({ 1: text = '', index }) => {
    const start = first + index;
    const end = start + text.length;
    return rest.known.has(text) && start < to + by && end > from ? [{ start, end }] : [];
  });
  const behind = open.filter(({ start, end }) => start >= to && end > from);
  return { ...rest, open: [...open.filter(({ end }) => end <= from), ...back, ...moved(behind, by)] };
}
