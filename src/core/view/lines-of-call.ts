/** Counts the lines that an edit call added and removed, by its input and its result. */
import { diff } from 'fast-myers-diff';
import type { Json } from '../lang/json.ts';
import { field, isList, stringOf } from '../lang/json-fields.ts';
import { commandText } from '../thread/tool-kind.ts';
import { linesOfPatch } from './lines-of-patch.ts';
import type { LinesChanged } from './row.ts';

const OLD_KEYS = ['old', 'old_string', 'old_str', 'oldString', 'oldText', 'old_text'];
const NEW_KEYS = ['new', 'new_string', 'new_str', 'newString', 'newText', 'new_text'];
const PATCH_KEYS = ['patch', 'diff'];
const ALL_KEYS = ['all', 'replace_all', 'replaceAll'];

/** Lines of one edit that are compared one by one: comparing takes a time of their product. Longer ones count as replaced. */
const MOST_COMPARED = 400;
/** Edits of one call that are looked at. */
const MOST_EDITS = 100;

/** As `write_file` and an edit of parts say it (`core/workspace/tools/change-result.ts`), and Claude Code's `Write`. */
const NEW_FILE = /^Wrote the new file |^File created successfully at/;
/** Agents whose results have no mark for a failure. */
const NOT_DONE = /^\s*(?:error\b|failed\b|apply_patch verification failed)/i;
const IN_PART = /The person refused \d+ of \d+ parts of the change/;

/** Undefined when the input does not say it: a text that is replaced everywhere, a file that is written over, parts that were refused. */
export function linesOfCall(input: Json, result: string): LinesChanged | undefined {
  if (IN_PART.test(result) || NOT_DONE.test(result)) return undefined;
  const patch = textOf(input, PATCH_KEYS) ?? commandText(input);
  const patched = patch === '' ? undefined : linesOfPatch(patch);
  if (patched) return patched;
  const content = stringOf(field(input, 'content'));
  if (content !== undefined) return NEW_FILE.test(result) ? { added: linesOf(content).length, removed: 0 } : undefined;
  const list = field(input, 'edits');
  const edits = isList(list) ? list : [input];
  if (edits.length === 0 || edits.length > MOST_EDITS) return undefined;
  let [added, removed] = [0, 0];
  for (const edit of edits) {
    const counted = linesOfEdit(edit);
    if (!counted) return undefined;
    added += counted.added;
    removed += counted.removed;
  }
  return { added, removed };
}

function linesOfEdit(edit: Json): LinesChanged | undefined {
  const before = textOf(edit, OLD_KEYS);
  const after = textOf(edit, NEW_KEYS);
  if (before === undefined || after === undefined || ALL_KEYS.some((key) => field(edit, key) === true))
    return undefined;
  return difference(linesOf(before), linesOf(after));
}

function difference(before: readonly string[], after: readonly string[]): LinesChanged {
  if (before.length + after.length > MOST_COMPARED) return { added: after.length, removed: before.length };
  let [added, removed] = [0, 0];
  for (const [from, to, newFrom, newTo] of diff(before, after)) {
    removed += to - from;
    added += newTo - newFrom;
  }
  return { added, removed };
}

function linesOf(text: string): readonly string[] {
  if (text === '') return [];
  return (text.endsWith('\n') ? text.slice(0, -1) : text).split('\n');
}

function textOf(edit: Json, keys: readonly string[]): string | undefined {
  return keys.map((key) => stringOf(field(edit, key))).find((text) => text !== undefined);
}
