/** Lets a person run a command of the agent by hand, in a terminal of their own. */
import * as vscode from 'vscode';
import { oneLine } from '../../../core/lang/clip.ts';
import type { L10n } from '../../l10n/l10n.ts';

const NAME_LENGTH = 30;

/**
 * Types the command into a new terminal in `folder`, without running it. A terminal would run each line of several at once, and
 * obey control characters; such a command goes to the clipboard instead, from where VS Code warns before it pastes lines.
 */
export async function openInTerminal(command: string, folder: string, { t }: L10n): Promise<void> {
  const terminal = vscode.window.createTerminal({ name: oneLine(command, NAME_LENGTH), cwd: folder });
  terminal.show();
  if (!/[\p{C}\p{Zl}\p{Zp}]/u.test(command)) {
    terminal.sendText(command, false);
    return;
  }
  await vscode.env.clipboard.writeText(command);
  await vscode.window.showInformationMessage(
    t(
      'The command has several lines or hidden characters, so it was copied instead of typed. Paste it into the terminal.',
    ),
  );
}
