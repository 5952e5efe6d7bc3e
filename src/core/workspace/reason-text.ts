/** Says in English why a person is asked, for the model when no person can be. */
import { assertNever } from '../lang/assert-never.ts';
import { oneLine } from '../lang/clip.ts';
import { shownCommand } from '../permission/hidden-characters.ts';
import type { Reason, RepositoryProblem } from '../permission/reason.ts';

/** UTF-16 units of a text of the model in a sentence. */
const MOST = 200;
const MOST_FILES = 10;

/** On one line, hidden characters by their number. */
function quoted(text: string): string {
  return oneLine(shownCommand(text), MOST);
}

/** One sentence. */
export function reasonText(reason: Reason): string {
  switch (reason.type) {
    case 'edit':
      return 'Each change of a file is asked for.';
    case 'outside':
      return `${quoted(reason.path)} is outside the workspace.`;
    case 'secret':
      return `${quoted(reason.path)} may hold keys or passwords (${quoted(reason.name)}).`;
    case 'protected':
      return `${quoted(reason.path)} is protected, since tools run or obey it (${quoted(reason.name)}).`;
    case 'ambiguous-name':
      return `${quoted(reason.path)} has a name that some systems read as another one (${quoted(reason.name)}).`;
    case 'own-storage':
      return `${quoted(reason.path)} is in the folder of Spool's own files.`;
    case 'unsaved':
      return `${quoted(reason.path)} has unsaved text in an editor, which would be saved too.`;
    case 'shell':
      return 'The shell is not bash, and only commands for bash can be judged.';
    case 'too-long':
      return `The command has ${reason.length} characters; at most ${reason.limit} can be judged.`;
    case 'too-many-words':
      return `The command has ${reason.count} words; at most ${reason.limit} can be judged.`;
    case 'character':
      return `The command has the character ${characterName(reason.codePoint)}, which is judged inside quotes only.`;
    case 'construct':
      return reason.construct === 'keyword'
        ? `The command has the shell's keyword ${quoted(reason.text)}.`
        : `The command has \`${reason.construct}\`, so what it runs can't be known before.`;
    case 'unreadable':
      return 'The command could not be read as a whole: a quote is open, or a part is missing.';
    case 'builtin':
      return `${quoted(reason.name)} changes what comes after it, or runs code in its words.`;
    case 'no-rule':
      return `No rule covers \`${quoted(reason.words.join(' '))}\`.`;
    case 'flag':
      return `${quoted(reason.flag)} is not among the flags of ${quoted(reason.program)} that are known to be harmless.`;
    case 'operand':
      return `${quoted(reason.operand)} can't be judged as an operand of ${quoted(reason.program)}.`;
    case 'piped':
      return `${quoted(reason.program)} reads what the command before it writes, which no rule covers.`;
    case 'repository':
      return repositoryText(reason.problem);
    case 'changed':
      return `The rule for this command was given before these files were changed: ${fileList(reason.files)}.`;
    default:
      return assertNever(reason);
  }
}

function characterName(codePoint: number): string {
  const name = `U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}`;
  const shown = shownCommand(String.fromCodePoint(codePoint));
  return shown.startsWith('⟨') || shown.trim() === '' ? name : `${shown} (${name})`;
}

function fileList(files: readonly string[]): string {
  const more = files.length - MOST_FILES;
  return `${files.slice(0, MOST_FILES).map(quoted).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

function repositoryText(problem: RepositoryProblem): string {
  switch (problem.type) {
    case 'none':
      return 'There is no git repository here, or it is not clear which one git would use.';
    case 'below':
      return 'The git repository is in a folder below the workspace, and its settings may run programs.';
    case 'bare':
      return 'A folder on the way looks like a git repository of its own, whose settings may run programs.';
    case 'unread-config':
      return 'The settings of the git repository could not be read.';
    case 'config-key':
      return `The git repository has the setting ${quoted(problem.key)}, which may run programs.`;
    default:
      return assertNever(problem);
  }
}
