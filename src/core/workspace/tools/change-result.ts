/** Writes an approved text, and tells the model what became of the file: what was done, refused, and changed by others. */

import type { CheckedPath } from '../../permission/request.ts';
import { failed } from '../../tool-output/tool.ts';
import type { Approval } from '../authority.ts';
import { changedLines } from '../edits/changed-lines.ts';
import { type Hunk, hunksBetween, withHunks } from '../edits/hunks.ts';
import { withPlainEnds } from '../edits/line-ends.ts';
import type { PlannedText } from '../edits/plan-edit.ts';
import { linesWithEnds } from '../edits/text-lines.ts';
import { namedPath } from '../named-path.ts';
import type { Files, TextContent } from '../ports.ts';
import { type Acted, finished } from '../workspace-tool.ts';
import { textOutcome, unchanged } from './answers.ts';

export interface ApprovedChange {
  readonly path: CheckedPath;
  /** The version and text that it replaces; undefined: a new file. */
  readonly before: { readonly version: string; readonly text: string } | undefined;
  readonly plan: PlannedText;
  /** The id of the tool call. */
  readonly call: string;
  /** Sentences about the change, for the model. */
  readonly notes: readonly string[];
}

const MOST_REFUSED = 10;

export interface WrittenChange {
  readonly written: TextContent;
  /** What was to be written, and whether that is the whole plan: a person may have refused parts. */
  readonly text: string;
  readonly isWhole: boolean;
}

const OTHERS_CHANGED =
  'Others had changed the file elsewhere since you last saw it, and their changes are kept: read it again before you rely on other parts of it.';

export async function writeApproved(
  files: Pick<Files, 'write'>,
  { path, before, plan, call, notes }: ApprovedChange,
  approval: Approval,
  onWritten: (change: WrittenChange) => void,
): Promise<Acted> {
  const old = before?.text ?? '';
  const text = approval.hunks ? withHunks(old, plan.text, approval.hunks) : plan.text;
  const isWhole = text === plan.text;
  if (text === old && approval.hunks && !isWhole)
    return finished(
      failed(`Nothing was changed in ${namedPath(path.given)}: the person refused all of it.`, { type: 'denied' }),
    );
  const done = await files.write(path, { expected: before?.version, text, call });
  if (!done.ok) {
    if (done.error.type === 'outdated' || done.error.type === 'exists') return { type: 'outdated' };
    return finished(unchanged(path, done.error));
  }
  const written = done.value;
  onWritten({ written, text, isWhole });
  const accepted = isWhole ? undefined : acceptedOf(old, plan.text, approval.hunks ?? new Set());
  const sentences = [
    before
      ? `Changed ${namedPath(path.given)}: ${changedLines(plainLines(old), plainLines(text))}.`
      : `Wrote the new file ${namedPath(path.given)}, ${linesWithEnds(text).length} lines.`,
    ...(accepted ? [refusedText(accepted)] : []),
    ...(plan.believed === undefined ? [] : [OTHERS_CHANGED]),
    ...notes,
    ...(written.text === text ? [] : [formattedText(text, written.text)]),
  ];
  const outcome = textOutcome(sentences.join(' '));
  if (!accepted) return finished(outcome);
  const { refused, of } = accepted;
  return finished({ ...outcome, intervention: { type: 'partial', accepted: of - refused.length, of } });
}

function formattedText(text: string, written: string): string {
  return `When it was saved, the editor changed it further (a formatter, say): ${changedLines(plainLines(text), plainLines(written))}. Read these before you edit them.`;
}

function plainLines(text: string): readonly string[] {
  return linesWithEnds(withPlainEnds(text));
}

interface AcceptedParts {
  readonly refused: readonly Hunk[];
  /** All parts. */
  readonly of: number;
}

function acceptedOf(old: string, after: string, accepted: ReadonlySet<number>): AcceptedParts {
  const hunks = hunksBetween(linesWithEnds(old), linesWithEnds(after));
  return { refused: hunks.filter((_, number) => !accepted.has(number)), of: hunks.length };
}

function refusedText({ refused, of }: AcceptedParts): string {
  const named = refused
    .slice(0, MOST_REFUSED)
    .map(({ from, to }) => (to > from + 1 ? `${from + 1}-${to}` : `${from + 1}`));
  const more = refused.length > named.length ? ` and ${refused.length - named.length} more` : '';
  return `The person refused ${refused.length} of ${of} parts of the change, at lines ${named.join(', ')}${more} of the file as it was: these stay as they were.`;
}
