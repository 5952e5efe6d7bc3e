/** Tracks where the placeholders of a prompt, such as `${input:name}`, are in the draft while the person edits it. */
import type { PlaceholderSpan } from '../../core/workspace/prompts/expand-prompt.ts';
import { changeOf } from './text-change.ts';

export interface Placeholders {
  /** Not filled in yet, in the order of the text. */
  readonly open: readonly PlaceholderSpan[];
  /** As they stand in the text, also those that were filled in: one that an undo brings back is open again. */
  readonly known: ReadonlySet<string>;
  /** The person was told that some are not filled in. */
  readonly told?: true;
}

export function placeholdersAt(
  text: string,
  open: readonly PlaceholderSpan[],
  known?: ReadonlySet<string>,
): Placeholders {
  return { open, known: new Set([...(known ?? []), ...textsOf(text, open)]) };
}

/** What is to be filled in, each once. */
export function textsOf(text: string, open: readonly PlaceholderSpan[]): readonly string[] {
  return [...new Set(open.map(({ start, end }) => text.slice(start, end)))];
}

export function moved(open: readonly PlaceholderSpan[], by: number): readonly PlaceholderSpan[] {
  return open.map(({ start, end }) => ({ start: start + by, end: end + by }));
}

/** Whatever may be a placeholder, also within another one; only known texts are. */
const PLACEHOLDER = /(?=(\$(?:\{(?:input:[^}]{1,601}|\w{1,40})\}|ARGUMENTS(?:\[\d{1,2}\])?|\d)))/g;
/** UTF-16 units of the longest. */
const LONGEST = 610;

/** A placeholder is gone once its text is changed, and others move with the text. Linear. */
export function afterEdit({ open, ...rest }: Placeholders, before: string, after: string): Placeholders {
  const { from, to, by } = changeOf(before, after);
  const first = Math.max(from - LONGEST, 0);
  const around = after.slice(first, to + by + LONGEST).matchAll(PLACEHOLDER);
  const back = [...around].flatMap(({ 1: text = '', index }) => {
    const start = first + index;
    const end = start + text.length;
    return rest.known.has(text) && start < to + by && end > from ? [{ start, end }] : [];
  });
  const behind = open.filter(({ start, end }) => start >= to && end > from);
  return { ...rest, open: [...open.filter(({ end }) => end <= from), ...back, ...moved(behind, by)] };
}
