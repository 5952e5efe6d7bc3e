/** The comparisons of code blocks with files that are open: buttons of the diff editor, and of a notification, apply or discard each. */
import * as vscode from 'vscode';
import type { CommandContext } from './command-context.ts';

/** Says to the person how it went. */
export type Teller = Pick<CommandContext, 'tell' | 'l10n'>;

/** A change of a part of a file, as it was when it was compared. */
interface OfferedChange {
  readonly uri: vscode.Uri;
  readonly version: number;
  readonly range: vscode.Range;
  readonly text: string;
  /** For the notification, which goes away by itself while the buttons of the editor stay. */
  readonly question: string;
}

/** By the URI of the document at the right of the diff. */
const offered = new Map<string, OfferedChange>();

/** Gives the diff editor of the change its buttons; called before it is opened. */
export async function offerChange(right: vscode.Uri, change: OfferedChange): Promise<void> {
  offered.set(right.toString(), change);
  await showButtons();
}

/** Resolves when the person has chosen in the notification, or it has gone. */
export async function askToApply(host: Teller, right: vscode.Uri): Promise<void> {
  const { l10n } = host;
  const change = offered.get(right.toString());
  if (!change) return;
  const apply = l10n.t('Apply');
  const chosen = await vscode.window.showInformationMessage(change.question, apply, l10n.t('Discard'));
  if (chosen !== undefined) await settleChange(host, chosen === apply ? 'apply' : 'discard', right);
}

/** Without `right`, the diff editor that is active is meant. */
export async function settleChange(host: Teller, how: 'apply' | 'discard', right?: unknown): Promise<void> {
  const uri = right instanceof vscode.Uri ? right : rightOf(vscode.window.tabGroups.activeTabGroup.activeTab);
  const change = uri && offered.get(uri.toString());
  if (!uri || !change) return;
  offered.delete(uri.toString());
  await showButtons();
  if (how === 'apply') await apply(host, change);
  const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
  const own = tabs.filter((tab) => rightOf(tab)?.toString() === uri.toString());
  if (own.length > 0) await vscode.window.tabGroups.close(own, true);
}

/** Forgets a change when its diff editor is closed. */
export function followTabs(): vscode.Disposable {
  return vscode.window.tabGroups.onDidChangeTabs(({ closed }) => {
    const gone = closed.filter((tab) => offered.delete(rightOf(tab)?.toString() ?? ''));
    if (gone.length > 0) void showButtons();
  });
}

/** One edit, which VS Code's Undo takes back. */
async function apply({ l10n, tell }: Teller, { uri, version, range, text }: OfferedChange): Promise<void> {
  const document = await vscode.workspace.openTextDocument(uri);
  if (document.version !== version) {
    const name = vscode.workspace.asRelativePath(uri);
    const changed = l10n.t('{0} has changed since the comparison, so nothing was applied. Compare again.', name);
    tell({ severity: 'warning', text: changed });
    return;
  }
  const edit = new vscode.WorkspaceEdit();
  edit.replace(uri, range, text);
  if (!(await vscode.workspace.applyEdit(edit))) tellNotWritten({ l10n, tell }, document);
}

export function tellNotWritten({ tell, l10n }: Teller, { uri }: vscode.TextDocument): void {
  tell({ severity: 'warning', text: l10n.t('{0} can’t be edited.', vscode.workspace.asRelativePath(uri)) });
}

function rightOf(tab: vscode.Tab | undefined): vscode.Uri | undefined {
  return tab?.input instanceof vscode.TabInputTextDiff ? tab.input.modified : undefined;
}

/** Tells VS Code in which diff editors the buttons are, by the context key of their menu entries. */
function showButtons(): Thenable<unknown> {
  return vscode.commands.executeCommand('setContext', 'spool.offeredChanges', [...offered.keys()]);
}
