/** What a notification says of a question while the panel is hidden. */
import { assertNever } from '../../core/lang/assert-never.ts';
import { oneLine } from '../../core/lang/clip.ts';
import type { Translate } from '../../core/lang/translate.ts';
import type { ChangeView, QuestionSubject, QuestionView } from '../../core/protocol/question.ts';
import { listText } from '../../core/view/list-text.ts';
import type { L10n } from '../l10n/l10n.ts';
import { withoutLinks } from './notification-text.ts';

/** UTF-16 units of a command in a notification. */
const MOST_IN_NOTIFICATION = 200;

export interface NotifiedQuestion {
  readonly text: string;
  /** All that would be done is in the text, so that it can be answered there. */
  readonly isWhole: boolean;
}

export function questionNotification(question: QuestionView, l10n: L10n): NotifiedQuestion {
  const { text, isWhole } = subjectText(question.subject, l10n);
  const whole = `${text} ${question.reasons.join(' ')}`;
  const shown = withoutLinks(whole);
  return { text: shown, isWhole: isWhole && shown === whole };
}

function subjectText(subject: QuestionSubject, { t }: L10n): NotifiedQuestion {
  switch (subject.type) {
    case 'command': {
      const { text, isWhole } = fitting(subject.text);
      return { text: commandText(subject, text, t), isWhole };
    }
    case 'external': {
      const { text, isWhole } = fitting(subject.input);
      const name = `${subject.name} (${subject.source})`;
      return { text: t('The agent asks to use the tool {0} with {1}', name, text), isWhole };
    }
    case 'change':
      return changesText(subject.changes, t);
    case 'read': {
      const { text, isWhole } = fitting(listText(subject.paths, t));
      return { text: t('The agent asks to read {0}.', text), isWhole };
    }
    default:
      return assertNever(subject);
  }
}

function commandText(
  { folder, isBackground }: Extract<QuestionSubject, { type: 'command' }>,
  command: string,
  t: Translate,
): string {
  if (isBackground)
    return folder
      ? t('The agent asks to run in the background, in {0}: {1}', folder, command)
      : t('The agent asks to run in the background: {0}', command);
  return folder ? t('The agent asks to run in {0}: {1}', folder, command) : t('The agent asks to run: {0}', command);
}

function changesText(changes: readonly ChangeView[], t: Translate): NotifiedQuestion {
  const [first, second] = changes;
  if (first?.kind === 'move' && second) {
    const [from, to] = [fitting(first.path), fitting(second.path)];
    return { text: t('The agent asks to move {0} to {1}.', from.text, to.text), isWhole: from.isWhole && to.isWhole };
  }
  const { text, isWhole } = fitting(
    listText(
      changes.map(({ path }) => path),
      t,
    ),
  );
  if (first?.kind === 'delete') return { text: t('The agent asks to delete {0}.', text), isWhole };
  const sum = (of: 'added' | 'removed') => changes.reduce((total, change) => total + change[of], 0);
  return {
    text: t('The agent asks to change {0} (lines added: {1}, removed: {2}).', text, sum('added'), sum('removed')),
    // The difference is in the panel only.
    isWhole: false,
  };
}

/** A notification shows one line, and runs of blanks as one. */
function fitting(text: string): NotifiedQuestion {
  const isWhole = text.length <= MOST_IN_NOTIFICATION && !/\s\s|[\n\t]/.test(text);
  return { text: oneLine(text, MOST_IN_NOTIFICATION), isWhole };
}
