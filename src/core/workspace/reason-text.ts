/** Says why a person is asked: to that person in their language, or to the model in English when no person can be asked. */
import { assertNever } from '../lang/assert-never.ts';
import { oneLine } from '../lang/clip.ts';
import { filled, type Translate } from '../lang/translate.ts';
import { shownCommand } from '../permission/hidden-characters.ts';
import type { Construct, Reason, RepositoryProblem } from '../permission/reason.ts';
import { listText } from '../view/list-text.ts';

/** UTF-16 units of a text of the model in a sentence. */
const MOST = 200;
const MOST_FILES = 10;

/** On one line, hidden characters by their number. */
function quoted(text: string): string {
  return oneLine(shownCommand(text), MOST);
}

/** One sentence. */
export function reasonText(reason: Reason, t: Translate = filled): string {
  switch (reason.type) {
    case 'edit':
      return t('Each change of a file is asked for.');
    case 'external':
      return t('It is a tool of {0}, and what it reads, changes or sends is not known.', quoted(reason.source));
    case 'external-changed':
      return t('{0} was allowed before, with another description or other arguments.', quoted(reason.id));
    case 'threads':
      return t('It reads what you and the agent wrote in other threads of this workspace.');
    case 'outside':
      return t('{0} is outside the workspace.', quoted(reason.path));
    case 'secret':
      return t('{0} may hold keys or passwords ({1}).', quoted(reason.path), quoted(reason.name));
    case 'protected':
      return t('{0} is protected, since tools run or obey it ({1}).', quoted(reason.path), quoted(reason.name));
    case 'ambiguous-name':
      return t('{0} has a name that some systems read as another one ({1}).', quoted(reason.path), quoted(reason.name));
    case 'own-storage':
      return t("{0} is in the folder of Spool's own files.", quoted(reason.path));
    case 'unsaved':
      return t('{0} has unsaved text in an editor, which would be saved too.', quoted(reason.path));
    case 'shell':
      return t('The shell is not bash, and only commands for bash can be judged.');
    case 'too-long':
      return t('The command has {0} characters; at most {1} can be judged.', reason.length, reason.limit);
    case 'too-many-words':
      return t('The command has {0} words; at most {1} can be judged.', reason.count, reason.limit);
    case 'character':
      return t(
        'The command has the character {0}, which is judged inside quotes only.',
        characterName(reason.codePoint),
      );
    case 'construct':
      return constructText(reason, t);
    case 'unreadable':
      return t('The command could not be read as a whole: a quote is open, or a part is missing.');
    case 'builtin':
      return t('{0} changes what comes after it, or runs code in its words.', quoted(reason.name));
    case 'no-rule':
      return t('`{0}` is not allowed without a question.', quoted(reason.words.join(' ')));
    case 'flag':
      return t(
        '{0} is not among the flags of {1} that are known to be harmless.',
        quoted(reason.flag),
        quoted(reason.program),
      );
    case 'operand':
      return t("{0} can't be judged as an operand of {1}.", quoted(reason.operand), quoted(reason.program));
    case 'piped':
      return t('{0} reads what the command before it writes, which no rule covers.', quoted(reason.program));
    case 'repository':
      return repositoryText(reason.problem, t);
    case 'changed':
      return t('The rule for this command was given before these files were changed: {0}.', fileList(reason.files, t));
    default:
      return assertNever(reason);
  }
}

/** Besides those that begin with `$`: what the shell puts in place of them is part of the command. */
const EXPANDED: ReadonlySet<Construct> = new Set(['`…`', '<(…)', '>(…)', 'NAME=…']);

function constructText({ construct, text }: Extract<Reason, { type: 'construct' }>, t: Translate): string {
  if (construct === 'keyword')
    return t('The command has `{0}`, a keyword of the shell, and no rule can cover that.', quoted(text));
  if (construct === '>') return t('The command writes into a file with `>`, and no rule can cover that.');
  return construct.startsWith('$') || EXPANDED.has(construct)
    ? t("The command has `{0}`, so what it runs can't be known before.", construct)
    : t('The command has `{0}`, and no rule can cover that.', construct);
}

function characterName(codePoint: number): string {
  const name = `U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}`;
  const shown = shownCommand(String.fromCodePoint(codePoint));
  return shown.startsWith('⟨') || shown.trim() === '' ? name : `${shown} (${name})`;
}

function fileList(files: readonly string[], t: Translate): string {
  const more = files.length - MOST_FILES;
  const named = files.slice(0, MOST_FILES).map(quoted);
  return more > 0 ? t('{0} and {1} more', listText(named, t), more) : listText(named, t);
}

function repositoryText(problem: RepositoryProblem, t: Translate): string {
  switch (problem.type) {
    case 'none':
      return t('There is no git repository here, or it is not clear which one git would use.');
    case 'below':
      return t('The git repository is in a folder below the workspace, and its settings may run programs.');
    case 'bare':
      return t('A folder on the way looks like a git repository of its own, whose settings may run programs.');
    case 'unread-config':
      return t('The settings of the git repository could not be read.');
    case 'config-key':
      return t('The git repository has the setting {0}, which may run programs.', quoted(problem.key));
    case 'shows-secrets':
      return t('It may show what files with keys or passwords hold, as they are in the git repository.');
    case 'mixed':
      return t('Git runs in it both by a rule and without one, with other settings each time.');
    default:
      return assertNever(problem);
  }
}
