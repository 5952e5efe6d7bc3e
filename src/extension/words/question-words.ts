/** The sentences about questions, rules and modes that are not in the panel itself. */
import { ellipsize } from '../../core/lang/clip.ts';
import { shownCommand } from '../../core/permission/hidden-characters.ts';
import type { Rule } from '../../core/permission/rule.ts';
import type { QuestionView } from '../../core/protocol/question.ts';
import type { L10n } from '../l10n/l10n.ts';

/** What a rule covers. */
export function ruleText(rule: Rule, { t }: L10n): string {
  if ('words' in rule)
    return t('`{0}` with options and files that are known to be harmless', shownCommand(rule.words.join(' ')));
  const line = shownCommand(rule.line);
  return rule.cwd === undefined
    ? t('Exactly this line: `{0}`', line)
    : t('Exactly this line in {0}: `{1}`', shownCommand(rule.cwd), line);
}

/** UTF-16 units of a command in a notification. */
const MOST_IN_NOTIFICATION = 200;

export interface NotifiedQuestion {
  readonly text: string;
  /** All that would be done is in the text, so that it can be answered there. */
  readonly isWhole: boolean;
}

/** What a notification says of a question while the panel is hidden. */
export function questionNotification({ subject, reasons }: QuestionView, l10n: L10n): NotifiedQuestion {
  const { t } = l10n;
  const why = reasons.join(' ');
  switch (subject.type) {
    case 'command': {
      // A notification shows one line, and runs of blanks as one.
      const isWhole = subject.text.length <= MOST_IN_NOTIFICATION && !/\s\s|[\n\t]/.test(subject.text);
      const command = ellipsize(subject.text, MOST_IN_NOTIFICATION);
      const text = subject.folder
        ? t('The agent asks to run in {0}: {1}', subject.folder, command)
        : t('The agent asks to run: {0}', command);
      return { text: `${text} (${why})`, isWhole };
    }
    case 'change': {
      const files = subject.changes.map(({ path }) => path).join(', ');
      const added = subject.changes.reduce((sum, change) => sum + change.added, 0);
      const removed = subject.changes.reduce((sum, change) => sum + change.removed, 0);
      const text = t(
        'The agent asks to change {0} (lines added: {1}, removed: {2}).',
        ellipsize(files, MOST_IN_NOTIFICATION),
        added,
        removed,
      );
      return { text: `${text} ${why}`, isWhole: files.length <= MOST_IN_NOTIFICATION };
    }
    case 'read': {
      const paths = subject.paths.join(', ');
      const text = t('The agent asks to read {0}.', ellipsize(paths, MOST_IN_NOTIFICATION));
      return { text: `${text} ${why}`, isWhole: paths.length <= MOST_IN_NOTIFICATION };
    }
  }
}
