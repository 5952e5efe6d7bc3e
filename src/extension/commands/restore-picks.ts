/** What a person chooses of a restore, in lists of VS Code: the message or change to restore to, what is restored, and which files. */
import * as vscode from 'vscode';
import { oneLine } from '../../core/lang/clip.ts';
import type { EntryId } from '../../core/thread/entry-id.ts';
import type { Thread } from '../../core/thread/thread.ts';
import { listText } from '../../core/view/list-text.ts';
import { restorePoints } from '../../core/view/restore-points.ts';
import type { RestorableFile, RestoreLists } from '../../core/workspace/restore/restore-lists.ts';
import type { L10n } from '../l10n/l10n.ts';
import { asideText, chooseText, fateText, leftText, nameOf } from '../words/restore-text.ts';
import { plainLabel } from './plain-label.ts';

/** UTF-16 units of a message in a list. */
const MOST_SHOWN = 120;

export type RestoreTarget = { readonly to: EntryId; readonly files: number } | 'undo';

/** Undefined when the person chose none. */
export async function pickTarget(thread: Thread, canUndo: boolean, l10n: L10n): Promise<RestoreTarget | undefined> {
  const { t, plural, locale } = l10n;
  const time = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
  const undo = { label: t('$(discard) Undo the Last Restore'), target: 'undo' as const };
  const points = restorePoints(thread).map((point) => {
    const { entry, at, files, isLeft } = point;
    const label =
      point.type === 'typed'
        ? plainLabel(oneLine(point.text, MOST_SHOWN)) || t('(no text)')
        : `$(edit) ${plainLabel(oneLine(listText(point.paths.map(fileName), t), MOST_SHOWN))}`;
    const since =
      files === 0
        ? t('the agent edited no file since')
        : plural(files, 'the agent edited {0} file since', 'the agent edited {0} files since');
    const description = [time.format(at), since, ...(isLeft ? [t('left by a restore')] : [])].join(' · ');
    return { label, description, target: { to: entry, files } };
  });
  const chosen = await vscode.window.showQuickPick([...(canUndo ? [undo] : []), ...points], {
    title: t('Restore Files'),
    placeHolder: t('To how it was right after which message, or which change?'),
    matchOnDescription: true,
  });
  return chosen?.target;
}

function fileName(path: string): string {
  return path.split('/').at(-1) ?? path;
}

export type RestoreScope = 'both' | 'files' | 'thread';

export async function pickScope(l10n: L10n): Promise<RestoreScope | undefined> {
  const { t } = l10n;
  const items: readonly (vscode.QuickPickItem & { readonly scope: RestoreScope })[] = [
    {
      label: t('Thread and Files'),
      detail: t(
        'The thread goes on from there, and the files that you choose are put back. What came after stays in view.',
      ),
      scope: 'both',
    },
    { label: t('Files Only'), detail: t('The thread goes on from where it is.'), scope: 'files' },
    { label: t('Thread Only'), detail: t('The files stay as they are.'), scope: 'thread' },
  ];
  return (await vscode.window.showQuickPick(items, { title: t('Restore Files') }))?.scope;
}

interface FileItem extends vscode.QuickPickItem {
  /** Undefined: it can't be chosen. */
  readonly file?: RestorableFile;
}

/**
 * The lists below each other; files that are as the agent left them are ticked. `compare` shows the difference of one file. Undefined
 * when the person closed it.
 */
export function pickFiles(
  lists: RestoreLists,
  compare: (file: RestorableFile) => void,
  l10n: L10n,
): Promise<readonly RestorableFile[] | undefined> {
  const pick = vscode.window.createQuickPick<FileItem>();
  const items = itemsOf(lists, l10n);
  pick.title = l10n.t('Restore Files');
  pick.placeholder = asideText(lists, l10n) ?? l10n.t('Which files?');
  pick.canSelectMany = true;
  pick.ignoreFocusOut = true;
  pick.matchOnDescription = true;
  pick.items = items;
  pick.selectedItems = items.filter(({ file }) => file && lists.unchanged.includes(file));
  return new Promise((resolve) => {
    pick.onDidChangeSelection((selected) => {
      if (selected.some(({ file }) => !file)) pick.selectedItems = selected.filter(({ file }) => file);
    });
    pick.onDidTriggerItemButton(({ item }) => {
      if (item.file) compare(item.file);
    });
    pick.onDidAccept(() => {
      resolve(pick.selectedItems.flatMap(({ file }) => (file ? [file] : [])));
      pick.hide();
    });
    pick.onDidHide(() => {
      resolve(undefined);
      pick.dispose();
    });
    pick.show();
  });
}

function itemsOf({ unchanged, chosen, left, byCommands }: RestoreLists, l10n: L10n): readonly FileItem[] {
  const { t } = l10n;
  const buttons = [{ iconPath: new vscode.ThemeIcon('diff'), tooltip: t('Compare') }];
  const lists: readonly (readonly [string, readonly FileItem[]])[] = [
    [
      t('As the agent left them'),
      unchanged.map((file) => ({ label: plainLabel(nameOf(file)), description: fateText(file, l10n), file, buttons })),
    ],
    [
      t('Choose: tick those that are to be restored'),
      chosen.map(({ why, ...file }) => ({
        label: plainLabel(nameOf(file)),
        description: fateText(file, l10n),
        detail: why.map((reason) => chooseText(nameOf(file), reason, l10n)).join(' '),
        file,
        buttons,
      })),
    ],
    [
      t('Changed while commands ran: there is no copy, so they stay as they are'),
      byCommands.map((label) => ({ label: `$(circle-slash) ${plainLabel(label)}` })),
    ],
    [
      t('Stay as they are'),
      left.map(({ path, why }) => ({
        label: `$(circle-slash) ${plainLabel(path)}`,
        detail: leftText(path, why, l10n),
      })),
    ],
  ];
  return lists.flatMap(([label, items]) =>
    items.length === 0 ? [] : [{ label, kind: vscode.QuickPickItemKind.Separator }, ...items],
  );
}
