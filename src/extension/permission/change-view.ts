/** A proposed change of files as a question shows it: by file, in hunks that a person takes or refuses one by one. */
import { clip } from '../../core/lang/clip.ts';
import { shownCommand } from '../../core/permission/hidden-characters.ts';
import type { CheckedPath, PermissionRequest } from '../../core/permission/request.ts';
import type { ChangeView, HunkView } from '../../core/protocol/question.ts';
import type { ProposedChange, Question } from '../../core/workspace/authority.ts';
import { type Hunk, hunksBetween } from '../../core/workspace/edits/hunks.ts';
import { linesWithEnds } from '../../core/workspace/edits/text-lines.ts';
import { shownPath } from './shown-path.ts';

/** Of all hunks together; a view is sent again with each change of the panel. */
const MOST_LINES = 2_000;
const MOST_CHARACTERS = 200_000;
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
    path: shownPath(path),
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
  let linesLeft = MOST_LINES;
  let charactersLeft = MOST_CHARACTERS;
  // A line between two hunks is shown with the first of them only.
  let shownTo = 0;
  return hunks.map((one, hunk) => {
    const next = hunks[hunk + 1]?.from ?? old.length;
    const start = Math.max(shownTo, one.from - AROUND);
    const end = Math.min(next, one.to + AROUND);
    shownTo = end;
    const lines: string[] = [];
    let isClipped = false;
    for (const line of linesOf(one, old, now, start, end)) {
      const shown = shownLine(line);
      linesLeft--;
      charactersLeft -= shown.text.length;
      isClipped ||= shown.isClipped || linesLeft < 0 || charactersLeft < 0;
      if (linesLeft < 0 || charactersLeft < 0) break;
      lines.push(shown.text);
    }
    return { hunk, line: start + 1, lines, isClipped };
  });
}

interface MarkedLine {
  readonly sign: ' ' | '-' | '+';
  readonly line: string;
  /** The line end is shown: else the hunk would show no difference. */
  readonly withEnd: boolean;
}

function* linesOf(
  { from, to, newFrom, newTo }: Hunk,
  old: readonly string[],
  now: readonly string[],
  start: number,
  end: number,
): Generator<MarkedLine> {
  const removed = old.slice(from, to);
  const added = now.slice(newFrom, newTo);
  const withEnd = removed.map(withoutEnd).join('\n') === added.map(withoutEnd).join('\n');
  for (const line of old.slice(start, from)) yield { sign: ' ', line, withEnd: false };
  for (const line of removed) yield { sign: '-', line, withEnd };
  for (const line of added) yield { sign: '+', line, withEnd };
  for (const line of old.slice(to, end)) yield { sign: ' ', line, withEnd: false };
}

function withoutEnd(line: string): string {
  return line.replace(/\r?\n$/, '');
}

function shownLine({ sign, line, withEnd }: MarkedLine) {
  const text = withEnd ? line.replace(/\n$/, '') : withoutEnd(line);
  const { text: kept, more } = clip(text, MOST_IN_LINE);
  const ends = withEnd && !line.endsWith('\n') ? '⟨no line end⟩' : '';
  return { text: `${sign}${shownCommand(kept)}${ends}`, isClipped: more > 0 };
}
