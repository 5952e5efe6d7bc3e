/** Lists the prompts and skills of the workspace for the composer, and puts one into the draft. */
import path from 'node:path';
import * as vscode from 'vscode';
import { isSecretPath } from '../../core/permission/judge-path.ts';
import type { PromptView } from '../../core/protocol/prompt.ts';
import { SLASH_COMMANDS } from '../../core/protocol/slash-command.ts';
import { estimateText } from '../../core/tokens/estimate.ts';
import { problemText } from '../../core/workspace/problem-text.ts';
import {
  expandPrompt,
  hasPlaceholders,
  inputsOf,
  MOST_EXPANDED,
  type PromptVariables,
} from '../../core/workspace/prompts/expand-prompt.ts';
import { type FoundPrompt, findPrompts, type PromptProblem } from '../../core/workspace/prompts/find-prompts.ts';
import type { Sent } from '../agent/message-queue.ts';
import type { L10n } from '../l10n/l10n.ts';
import { VsCodeFiles } from '../workspace/vscode/vscode-files.ts';

/** None in Restricted Mode, and where no folder of a disk is open. */
export async function listPrompts(l10n: L10n): Promise<readonly PromptView[]> {
  return (await find()).map(({ name, path: file, description, hint, content }): PromptView => {
    const view = { typed: `/${name}`, hint, path: file };
    return content.type === 'text'
      ? {
          ...view,
          hint: hint || argumentsOf(content.text, l10n),
          takesArguments: hint !== '' || hasPlaceholders(content.text),
          about: description,
          tokens: estimateText(content.text),
        }
      : { ...view, takesArguments: false, about: whyUnreadable(file, content.problem, l10n) };
  });
}

/** What may follow the name, where the file does not say: the inputs that its text asks for by name, else any arguments. */
function argumentsOf(text: string, { t }: L10n): string {
  const named = inputsOf(text).map((name) => `[${name}=…]`);
  return named.length > 0 ? named.join(' ') : hasPlaceholders(text) ? t('[arguments]') : '';
}

/** Puts the text into the draft, not into the thread: the person reads it and sends it. Undefined when there is no such prompt. */
export async function insertPrompt(name: string, typed: string, l10n: L10n): Promise<Sent | undefined> {
  const found = (await find()).find((one) => one.name === name);
  if (!found) return undefined;
  const { content, path: file } = found;
  if (content.type !== 'text') return { taken: false, why: whyUnreadable(file, content.problem, l10n) };
  const draft = expandPrompt(content, typed, editorVariables());
  if (draft !== undefined) return { taken: false, draft };
  const most = MOST_EXPANDED.toLocaleString(l10n.locale);
  return { taken: false, why: l10n.t('With these arguments {0} would have more than {1} characters.', file, most) };
}

async function find(): Promise<readonly FoundPrompt[]> {
  if (!vscode.workspace.isTrusted) return [];
  return findPrompts(
    new VsCodeFiles(),
    SLASH_COMMANDS.map(({ typed }) => typed.slice(1)),
  );
}

function whyUnreadable(file: string, problem: PromptProblem, { t }: L10n): string {
  return problem.type === 'empty' ? t('{0} holds no text.', file) : problemText(file, problem, t);
}

/** What an editor that is open says, by the names that prompt files of GitHub Copilot use. */
function editorVariables(): PromptVariables {
  const editor = vscode.window.activeTextEditor;
  const folder = vscode.workspace.workspaceFolders?.[0];
  const file = editor && vscode.workspace.asRelativePath(editor.document.uri);
  const isShown = file !== undefined && !isSecretPath(file);
  const selection = isShown ? editor?.document.getText(editor.selection) : undefined;
  return {
    ...(folder && { workspaceFolder: folder.uri.fsPath, workspaceFolderBasename: folder.name }),
    ...(isShown && {
      file,
      fileBasename: path.posix.basename(file),
      fileBasenameNoExtension: path.posix.parse(file).name,
      fileDirname: path.posix.dirname(file),
    }),
    ...(selection && { selection, selectedText: selection }),
  };
}
