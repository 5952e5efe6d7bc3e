/** Makes what the panel shows of a question: the command, call, change or paths it is about, why it is asked, and what may be allowed for later. */
import { indentedJson } from '../../core/lang/cap-depth.ts';
import { ellipsize, oneLine } from '../../core/lang/clip.ts';
import { shownCommand } from '../../core/permission/hidden-characters.ts';
import type { QuestionSubject, QuestionView } from '../../core/protocol/question.ts';
import type { Question } from '../../core/workspace/authority.ts';
import { reasonText } from '../../core/workspace/reason-text.ts';
import type { L10n } from '../l10n/l10n.ts';
import { ruleText } from '../words/rule-words.ts';
import { changeViews } from './change-view.ts';
import { offersOf } from './offers-of.ts';
import type { WaitingQuestion } from './question-queue.ts';
import { shownPath } from './shown-path.ts';

const MOST_REASONS = 10;
/** UTF-16 units of a path, of a name, and of a tool's description. */
const MOST_IN_PATH = 500;
const MOST_IN_NAME = 100;
const MOST_IN_DESCRIPTION = 4_000;

export function questionView({ id, question }: WaitingQuestion, waiting: number, l10n: L10n): QuestionView {
  const { call, tool } = question;
  return {
    id,
    call,
    tool,
    subject: subjectOf(question),
    reasons: reasonsOf(question, l10n),
    offers: offersOf(question).map((rule) => ({ label: ruleText(rule, l10n) })),
    waiting,
  };
}

function subjectOf(question: Question): QuestionSubject {
  const { proposal, asks } = question;
  switch (proposal?.type) {
    case 'command': {
      const { command, cwd, background } = proposal;
      const folder = cwd.inside === '' ? undefined : shownCommand(cwd.inside ?? cwd.real ?? cwd.given);
      return { type: 'command', text: shownCommand(command), ...(folder && { folder }), isBackground: background };
    }
    case 'external': {
      const { id, source, description, input } = proposal;
      return {
        type: 'external',
        name: oneLine(shownCommand(id), MOST_IN_NAME),
        source: oneLine(shownCommand(source), MOST_IN_NAME),
        description: ellipsize(shownCommand(description.trim()), MOST_IN_DESCRIPTION),
        input: shownCommand(indentedJson(input)),
      };
    }
    case 'change':
      return { type: 'change', changes: changeViews(question) };
    case undefined: {
      const paths = asks.flatMap(({ request }) => {
        if (request.type === 'external' || request.type === 'threads') return [];
        return [request.type === 'command' ? request.cwd : request.path];
      });
      return {
        type: 'read',
        paths: [...new Set(paths.map((path) => ellipsize(shownPath(path), MOST_IN_PATH)))],
      };
    }
  }
}

function reasonsOf({ asks }: Question, { t, plural }: L10n): readonly string[] {
  const all = [...new Set(asks.flatMap(({ reasons }) => reasons.map((reason) => reasonText(reason, t))))];
  const more = all.length - MOST_REASONS;
  const rest = more > 0 ? [plural(more, 'There is {0} more reason.', 'There are {0} more reasons.')] : [];
  return [...all.slice(0, MOST_REASONS), ...rest];
}
