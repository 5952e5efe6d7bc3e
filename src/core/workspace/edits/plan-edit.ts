/** Computes the exact new text of a file from the model's edits, over what others changed since the model last saw it. */
import { err, ok, type Result } from '../../lang/result.ts';
import { editAnswer } from './edit-answer.ts';
import { withLineEndsOf, withPlainEnds } from './line-ends.ts';
import { type Conflict, merge } from './merge.ts';
import { passage } from './passage.ts';
import { applyEdits, type TextEdit } from './replace.ts';
import { linesWithEnds } from './text-lines.ts';

export interface PlannedText {
  /** With the line ends of the file. */
  readonly text: string;
  /** Others changed the file elsewhere since the model saw it: what the model takes the file to hold now, with `\n` alone. */
  readonly believed?: string;
}

export interface EditedFile {
  /** As the model gave it. */
  readonly path: string;
  /** The file's text now. */
  readonly text: string;
  /** What the model last saw, with `\n` alone, where that was another text. */
  readonly seen?: string | undefined;
}

/** The error is the answer for the model. */
export function planEdits(file: EditedFile, given: readonly TextEdit[]): Result<PlannedText, string> {
  const edits = given.map((edit) => ({ ...edit, old: withPlainEnds(edit.old), new: withPlainEnds(edit.new) }));
  const current = withPlainEnds(file.text);
  // Where the model quotes what it did not read, its text alone says which place is meant.
  const onSeen = file.seen === undefined ? undefined : applyEdits(file.seen, edits);
  if (file.seen !== undefined && onSeen?.ok) return merged(file, file.seen, onSeen.value);
  const done = applyEdits(current, edits);
  if (!done.ok) return err(editAnswer(file.path, done.error, edits[done.error.at]?.old ?? ''));
  return planned(file, done.value);
}

/** A whole rewrite: `content` is the model's. */
export function planRewrite(file: EditedFile, content: string): Result<PlannedText, string> {
  const rewritten = withPlainEnds(content);
  return file.seen === undefined ? planned(file, rewritten) : merged(file, file.seen, rewritten);
}

function merged(file: EditedFile, seen: string, mine: string): Result<PlannedText, string> {
  const current = withPlainEnds(file.text);
  const done = merge(seen, mine, current);
  if (!done.ok) return err(conflictAnswer(file.path, current, done.error));
  return planned(file, done.value.text, done.value.hasOthers ? mine : undefined);
}

function planned({ path, text }: EditedFile, plain: string, believed?: string): Result<PlannedText, string> {
  const after = withLineEndsOf(text, plain);
  if (after === text) return err(`Nothing was changed: ${path} holds this text already.`);
  return ok({ text: after, ...(believed !== undefined && { believed }) });
}

const MOST_SHOWN = 3;

function conflictAnswer(path: string, current: string, conflicts: readonly Conflict[]): string {
  const ends: number[] = [0];
  for (const line of linesWithEnds(current)) ends.push((ends.at(-1) ?? 0) + line.length);
  const shown = conflicts
    .slice(0, MOST_SHOWN)
    .map(({ from, to }) => passage(current, ends[from - 1] ?? 0, Math.max(0, (ends[to] ?? 0) - 1)));
  const more = conflicts.length > shown.length ? ` and ${conflicts.length - shown.length} more places` : '';
  return [
    `Nothing was changed: since you last saw ${path}, what this call changes was changed by someone else, in ${shown.length === 1 && more === '' ? 'this place' : `these places${more}`}. It is now:`,
    ...shown,
  ].join('\n');
}
