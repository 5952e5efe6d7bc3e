/** A proposed change of files as a question shows it: by file, in hunks that a person takes or refuses one by one. */
import { clip } from '../../core/lang/clip.ts';
import { shownCommand } from '../../core/permission/hidden-characters.ts';
import type { CheckedPath, PermissionRequest } from '../../core/permission/request.ts';
import type { ChangeView, HunkView } from '../../core/protocol/question.ts';
import type { ProposedChange, Question } from '../../core/workspace/authority.ts';
import { type Hunk, hunksBetween } from '../../core/workspace/edits/hunks.ts';
import { linesWithEnds } from '../../core/workspace/edits/text-lines.ts';

/** Of all hunks together. */
const MOST_LINES = 2_000;
const MOST_HUNKS = 200;
/** UTF-16 units. */
const MOST_IN_LINE = 1_000;
/** Lines that stay the same, before and after a hunk. */
const AROUND = 3;

/** Empty where the question is about no change of files. */
export function changeViews({ asks, proposal }: Question): readonly ChangeView[] {
  if (proposal?.type !== 'change') return [];
  const requests = asks.map(({ request }) => request);
  // A person takes or refuses parts of one file: only then a number names one hunk.
  const isOne = proposal.changes.length === 1;
  return proposal.changes.map((change) => changeView(change, kindOf(change, requests), isOne));
}

function changeView({ path, before, after }: ProposedChange, kind: ChangeView['kind'], isOne: boolean): ChangeView {
  const old = linesWithEnds(before ?? '');
  const now = linesWithEnds(after ?? '');
  const hunks = kind === 'edit' || kind === 'create' ? hunksBetween(old, now) : [];
  const isWhole = !isOne || hunks.length === 0 || hunks.length > MOST_HUNKS;
  const sum = (count: (hunk: Hunk) => number) => hunks.reduce((total, hunk) => total + count(hunk), 0);
  return {
    kind,
    path: shownCommand(path.given),
    added: kind === 'move' || kind === 'delete' ? 0 : sum(({ newFrom, newTo }) => newTo - newFrom),
    removed: kind === 'delete' ? old.length : sum(({ from, to }) => to - from),
    ...(!isWhole && { hunks: hunkViews(hunks, old, now) }),
  };
}

/** A proposed change has the kind of the request for its path; one without a question of its own is of the same call. */
function kindOf({ path, before, after }: ProposedChange, requests: readonly PermissionRequest[]): ChangeView['kind'] {
  const writes = requests.filter((request) => request.type === 'write');
  const own = writes.find((request) => isSame(request.path, path)) ?? writes[0];
  if (own) return own.kind;
  if (before === undefined) return 'create';
  return after === undefined ? 'delete' : 'edit';
}

function isSame(one: CheckedPath, other: CheckedPath): boolean {
  return one.real === other.real && one.given === other.given;
}

function hunkViews(hunks: readonly Hunk[], old: readonly string[], now: readonly string[]): readonly HunkView[] {
  let left = MOST_LINES;
  return hunks.map(({ from, to, newFrom, newTo }, hunk) => {
    const previous = hunks[hunk - 1]?.to ?? 0;
    const next = hunks[hunk + 1]?.from ?? old.length;
    const start = Math.max(previous, from - AROUND);
    const removed = old.slice(from, to);
    const added = now.slice(newFrom, newTo);
    // A change of line ends alone would show no difference.
    const isOfEnds = removed.map(withoutEnd).join('\n') === added.map(withoutEnd).join('\n');
    const marked = [
      ...old.slice(start, from).map((line) => shownLine(' ', line, false)),
      ...removed.map((line) => shownLine('-', line, isOfEnds)),
      ...added.map((line) => shownLine('+', line, isOfEnds)),
      ...old.slice(to, Math.min(next, to + AROUND)).map((line) => shownLine(' ', line, false)),
    ];
    const lines = marked.slice(0, left);
    left -= lines.length;
    const isClipped = lines.length < marked.length || lines.some(({ isClipped }) => isClipped);
    return { hunk, line: start + 1, lines: lines.map(({ text }) => text), isClipped };
  });
}

function withoutEnd(line: string): string {
  return line.replace(/\r?\n$/, '');
}

function shownLine(sign: ' ' | '-' | '+', line: string, withEnd: boolean) {
  const text = withEnd ? line.replace(/\n$/, '') : withoutEnd(line);
  const { text: kept, more } = clip(text, MOST_IN_LINE);
  const ends = withEnd && !line.endsWith('\n') ? '⟨no line end⟩' : '';
  return { text: `${sign}${shownCommand(kept)}${ends}`, isClipped: more > 0 };
}
