/** Decides how the model learns of a workspace's instruction files: by the system prompt, or by a note at the thread's end. */

import type { Planned } from '../../thread/entry.ts';
import { clippedInstructions, instructionsBudget, taggedInstructions } from '../../thread/instruction-text.ts';
import { type InstructionFile, knownInstructions } from '../../thread/instructions.ts';
import { mayChangePrefix } from '../../thread/prefix-change.ts';
import type { Thread } from '../../thread/thread.ts';
import { estimateText } from '../../tokens/estimate.ts';
import { hunksBetween } from '../edits/hunks.ts';
import { namedPath } from '../named-path.ts';

/**
 * The entries to append before the next call, for the files as they are now; none where the model knows them. The system prompt
 * changes only where the provider's cache is lost anyway: before the first reply, and after a compaction or a restore. Elsewhere a
 * note says what is new. `window` is in tokens.
 */
export function dueInstructions(
  thread: Pick<Thread, 'instructions' | 'messages' | 'boundary'>,
  files: readonly InstructionFile[],
  window: number | undefined,
): readonly Planned[] {
  const { instructions, messages } = thread;
  if (messages.at(-1)?.blocks.some(({ type }) => type === 'tool_use')) return [];
  if (mayChangePrefix(thread)) {
    const isSame = instructions.notes.length === 0 && sameFiles(instructions.prefix, files);
    return isSame ? [] : [{ type: 'instructions', place: 'prefix', files }];
  }
  const known = knownInstructions(instructions);
  const now = new Set(files.map(({ path }) => path));
  const changed = [
    ...files.filter(({ path, text }) => known.get(path) !== text),
    ...[...known.keys()].filter((path) => !now.has(path)).map((path) => ({ path, text: null })),
  ];
  if (changed.length === 0) return [];
  const text = notesOn(changed, known, instructionsBudget(window)).join('\n\n');
  return [
    { type: 'message', origin: 'program', blocks: [{ type: 'text', text }] },
    { type: 'instructions', place: 'notes', files: changed },
  ];
}

function sameFiles(before: readonly InstructionFile[], now: readonly InstructionFile[]): boolean {
  return (
    before.length === now.length && before.every(({ path, text }, i) => path === now[i]?.path && text === now[i]?.text)
  );
}

/** Tokens below which a file's text is not worth its frame. */
const LEAST_OF_NOTE = 80;
/** Tokens of a note beside the file's text. */
const FRAME = 60;
/** Files that one note names without their text. */
const MOST_NAMED = 20;

/** A note on each file while there is room, in tokens; the others are named. */
function notesOn(
  changed: readonly InstructionFile[],
  known: ReadonlyMap<string, string>,
  budget: number,
): readonly string[] {
  let left = budget;
  const notes: string[] = [];
  const named: string[] = [];
  for (const [i, file] of changed.entries()) {
    const share = Math.max(LEAST_OF_NOTE, left / (changed.length - i)) - FRAME;
    const note = noteOn(file, known.get(file.path), share);
    const size = estimateText(note);
    if (size <= left) notes.push(note);
    else named.push(namedPath(file.path));
    left -= size <= left ? size : 0;
  }
  if (named.length === 0) return notes;
  const more = named.length > MOST_NAMED ? ` and ${named.length - MOST_NAMED} more` : '';
  const names = named.slice(0, MOST_NAMED).join(', ');
  return [...notes, `New or changed, and left out for want of room: ${names}${more}. Read one before you rely on it.`];
}

function noteOn(file: InstructionFile, before: string | undefined, budget: number): string {
  const { path, text } = file;
  const name = namedPath(path);
  if (text === null) return `${name} is gone: its instructions no longer hold.`;
  const whole = taggedInstructions({ path, text: clippedInstructions(text, budget) });
  if (before === undefined) return `These instructions hold for the folder of ${name} and what is in it:\n\n${whole}`;
  const difference = taggedInstructions({ path, text: clippedInstructions(changedLines(before, text), budget) });
  return difference.length < whole.length
    ? `${name} has changed since you were given it. Lines with - no longer hold, lines with + are new:\n\n${difference}`
    : `${name} has changed. These instructions take the place of those that you were given from it:\n\n${whole}`;
}

/** The lines that went, with `-`, and those that came, with `+`. */
function changedLines(before: string, after: string): string {
  const [old, now] = [before.split('\n'), after.split('\n')];
  return hunksBetween(old, now)
    .flatMap(({ from, to, newFrom, newTo }) => [
      ...old.slice(from, to).map((line) => `- ${line}`),
      ...now.slice(newFrom, newTo).map((line) => `+ ${line}`),
    ])
    .join('\n');
}
