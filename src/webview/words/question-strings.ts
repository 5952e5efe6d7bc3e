/** The words of the card that asks for permission, and of its answers. */
import { assertNever } from '../../core/lang/assert-never.ts';
import type { ChangeView, HunkView, QuestionSubject } from '../../core/protocol/question.ts';
import { count } from './format.ts';
import { plural, t } from './l10n.ts';

type Changes = readonly ChangeView[];

export const question = {
  heading: (subject: QuestionSubject) => {
    switch (subject.type) {
      case 'command':
        return subject.isBackground ? t('Run a command in the background?') : t('Run a command?');
      case 'external':
        return t('Use the tool {0} of {1}?', subject.name, subject.source);
      case 'read':
        return subject.paths.length === 1
          ? t('Read {0}?', subject.paths[0] ?? '')
          : plural(subject.paths.length, 'Read {0} file?', 'Read {0} files?');
      case 'change':
        return headingOfChanges(subject.changes);
      default:
        return assertNever(subject);
    }
  },
  change: ({ kind, path }: ChangeView) => {
    const names: Record<ChangeView['kind'], () => string> = {
      edit: () => t('Edit {0}', path),
      create: () => t('Create {0}', path),
      move: () => t('Move {0}', path),
      delete: () => t('Delete {0}', path),
    };
    return names[kind]();
  },
  place: (waiting: number) => t('1 of {0}', count(waiting + 1)),
  placeSaid: (waiting: number) => plural(waiting, '{0} more question waits.', '{0} more questions wait.'),
  said: (heading: string, what: string) => t('Permission: {0} {1}', heading, what).trim(),
  inFolder: () => t('in'),
  command: () => t('The command'),
  input: () => t('The arguments'),
  description: () => t('How the tool describes itself'),
  files: () => t('The files'),
  size: (lines: number, characters: number) =>
    t(
      '{0}, {1}. It ends with:',
      plural(lines, '{0} line', '{0} lines'),
      plural(characters, '{0} character', '{0} characters'),
    ),
  reasons: () => t('Why this is asked'),
  reasonCount: (n: number) => plural(n, 'Why this is asked: {0} reason', 'Why this is asked: {0} reasons'),
  once: () => t('Allow Once'),
  thread: () => t('Allow in This Thread'),
  always: () => t('Always in This Workspace'),
  deny: () => t('Deny'),
  denyWhy: () => t('Deny with a Reason…'),
  reason: () => t('Reason, which the model reads'),
  reasonKeys: () => t('Enter denies, Escape closes this field.'),
  covers: () => t('In this thread, or always in this workspace:'),
  review: () => t('Review in Editor'),
  reviewIt: (path: string) => t('Review in Editor: {0}', path),
  parts: () => t('Parts of the change'),
  part: ({ line, lines }: HunkView) => {
    const old = lines.filter((text) => !text.startsWith('+')).length;
    return old > 1 ? t('Lines {0}–{1}', count(line), count(line + old - 1)) : t('Line {0}', count(line));
  },
  partName: (part: string, path: string) => t('{0} in {1}', part, path),
  added: () => t('added:'),
  removed: () => t('removed:'),
  clipped: () => t('This part is longer than what is shown.'),
  whole: () => t('The difference is too large to be shown here.'),
  taken: (some: number, all: number) => t('{0} of {1} parts selected', count(some), count(all)),
  takeAll: () => t('Select all'),
  takeNone: () => t('Select none'),
};

function headingOfChanges(changes: Changes): string {
  const [one, other] = changes;
  const isMove = changes.length === 2 && changes.every(({ kind }) => kind === 'move');
  if (isMove) return t('Move {0} to {1}?', one?.path ?? '', other?.path ?? '');
  if (!one || other) return plural(changes.length, 'Change {0} file?', 'Change {0} files?');
  return t('{0}?', question.change(one));
}
