/** Set Mode…: what the agent may do in this workspace without a question. */
import * as vscode from 'vscode';
import { MODES, type Mode } from '../../core/permission/request.ts';
import { modeAbout, modeName } from '../../core/view/mode-words.ts';
import type { CommandContext } from './command-context.ts';

export type ModeOutcome =
  | { readonly type: 'set'; readonly mode: Mode }
  /** `no-tools`: no folder on a disk is open. `restricted`: the workspace is not trusted. */
  | { readonly type: 'cancelled' | 'no-tools' | 'restricted' };

/** Without a mode the person is asked; in Restricted Mode VS Code shows what it is, and how it ends. */
export async function setMode(
  { session, permissions, l10n, tell }: CommandContext,
  given: unknown,
): Promise<ModeOutcome> {
  const { mode: shown } = session.state;
  if (shown === 'restricted') {
    await vscode.commands.executeCommand('workbench.trust.manage');
    return { type: 'restricted' };
  }
  if (shown === undefined) {
    tell({ severity: 'info', text: l10n.t('The agent has no tools here: open a folder.') });
    return { type: 'no-tools' };
  }
  const mode = MODES.find((one) => one === given) ?? (await askForMode(permissions.mode, l10n));
  if (!mode) return { type: 'cancelled' };
  permissions.setMode(mode);
  return { type: 'set', mode };
}

async function askForMode(now: Mode, l10n: CommandContext['l10n']): Promise<Mode | undefined> {
  // The first is what Enter chooses.
  const items = [now, ...MODES.filter((mode) => mode !== now)].map((mode) => {
    const [label, detail] = [modeName(mode, l10n.t), modeAbout(mode, l10n.t)];
    return { mode, label, detail, ...(mode === now && { description: l10n.t('current') }) };
  });
  const title = l10n.t('What may the agent do in this workspace without a question?');
  return (await vscode.window.showQuickPick(items, { title, matchOnDetail: true }))?.mode;
}
