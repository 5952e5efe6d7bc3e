/** Tells the model why an edit was not made, and what it can do. */
import { assertNever } from '../../lang/assert-never.ts';
import { findNearest, type Nearest } from './nearest.ts';
import { passage } from './passage.ts';
import { type FailedEdit, MOST_COUNTED } from './replace.ts';
import { positionsOf, type TextPosition } from './text-lines.ts';

/** `path` as the model gave it; `old` is the old text of the failed edit. Bounded, however large the file is. */
export function editAnswer(path: string, { at, text, problem }: FailedEdit, old: string): string {
  const where = `edits[${at}]`;
  switch (problem.type) {
    case 'same':
      return `Nothing was changed: old and new of ${where} are the same text (line ends are always those of the file).`;
    case 'too-large':
      return `Nothing was changed: ${where} would make ${path} larger than an edit may make it.`;
    case 'ambiguous':
      return `Nothing was changed: old of ${where} is found ${countText(problem.count)} times in ${path}, ${positionsText(text, problem.places, problem.count)}. Give more of the text around the place you mean, or all: true to replace every place.`;
    case 'not-found':
      return `Nothing was changed: old of ${where} is not in ${path}. ${nearestText(text, old)}`;
    default:
      return assertNever(problem);
  }
}

function positionsText(text: string, offsets: readonly number[], count: number): string {
  const positions = positionsOf(text, offsets);
  const lines = new Set(positions.map(({ line }) => line));
  const oneEach = lines.size === positions.length;
  const left = count - positions.length;
  const more = count >= MOST_COUNTED ? ' and many more' : left > 0 ? ` and ${left} more` : '';
  return `at lines ${positions.map((position) => positionText(position, oneEach)).join(', ')}${more}`;
}

function countText(count: number): string {
  return count >= MOST_COUNTED ? `at least ${count}` : `${count}`;
}

function positionText({ line, column }: TextPosition, isAlone: boolean): string {
  return isAlone ? `${line}` : `${line}:${column}`;
}

function nearestText(text: string, old: string): string {
  if (text === '') return 'The file is empty: use write_file.';
  const nearest = findNearest(text, old);
  if (!nearest) return 'Nothing in it is like that text: read the file first.';
  return `${unlikeText(nearest)} (line numbers and the tab after them are not part of the text):\n${passage(text, nearest.from, nearest.to)}`;
}

function unlikeText({ unlike }: Nearest): string {
  switch (unlike) {
    case 'white-space':
      return 'This passage differs only in white space or line ends; give its white space exactly';
    case 'punctuation':
      return 'This passage differs only in white space and typographic quotes or dashes; give its characters exactly';
    case undefined:
      return 'The nearest passage';
  }
}
