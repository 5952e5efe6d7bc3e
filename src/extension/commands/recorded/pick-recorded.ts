/** The list of threads that other agents keep on this computer: newest first, filled while their files are read. */
import { homedir } from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import { oneLine } from '../../../core/lang/clip.ts';
import type { L10n } from '../../l10n/l10n.ts';
import type { CommandContext } from '../command-context.ts';
import { plainLabel } from '../plain-label.ts';
import { agentFolders } from './agent-folders.ts';
import { type Found, findRecorded, type RecordedFile } from './find-recorded.ts';
import { type RecordedHead, readHead } from './read-head.ts';

interface RecordedItem extends vscode.QuickPickItem {
  readonly file?: string;
}

/** Threads that are listed, files that are read until so many are found, and files that are read at once. */
const MOST_LISTED = 300;
const MOST_READ = 3_000;
const AT_ONCE = 10;

/** UTF-16 units. VS Code cuts what is wider than the list itself. */
const MOST_OF_TITLE = 120;
const MOST_OF_DETAIL = 1_000;

/** The file that the person chose; undefined when they closed the list. `find` is for tests. */
export function pickRecorded(
  { storage, l10n, log }: Pick<CommandContext, 'storage' | 'l10n' | 'log'>,
  find: () => Promise<Found> = () => findRecorded(agentFolders(thisComputer(storage.root))),
): Promise<string | undefined> {
  const { t } = l10n;
  const pick = vscode.window.createQuickPick<RecordedItem>();
  pick.title = t('Import Thread from This Computer');
  pick.placeholder = t('Search in titles, programs and folders');
  pick.matchOnDescription = true;
  pick.matchOnDetail = true;
  pick.keepScrollPosition = true;
  const list: OpenList = { pick, isOpen: true };
  return new Promise((resolve) => {
    pick.onDidAccept(() => {
      const file = pick.selectedItems[0]?.file;
      if (file === undefined) return;
      resolve(file);
      pick.hide();
    });
    pick.onDidHide(() => {
      list.isOpen = false;
      resolve(undefined);
      pick.dispose();
    });
    pick.busy = true;
    pick.show();
    fill(list, find, l10n).catch((error: unknown) => {
      log.error(error instanceof Error ? error : String(error));
      if (list.isOpen) pick.busy = false;
    });
  });
}

interface OpenList {
  readonly pick: vscode.QuickPick<RecordedItem>;
  /** False as soon as the person has closed it. */
  isOpen: boolean;
}

/** Lists the threads while their files are read, a few at once; then what could not be read. Ends when the list is closed. */
async function fill(list: OpenList, find: () => Promise<Found>, l10n: L10n): Promise<void> {
  const { pick } = list;
  const found = await find();
  const newest = found.files.slice(0, MOST_READ);
  let read = 0;
  const threads: RecordedItem[] = [];
  const unreadable: RecordedItem[] = found.problems.map((one) => problemItem(one.program, one.folder, one.reason));
  while (read < newest.length && threads.length < MOST_LISTED && list.isOpen) {
    const part = newest.slice(read, read + AT_ONCE);
    read += part.length;
    const heads = await Promise.all(part.map(readHead));
    for (const [index, file] of part.entries()) {
      const head = heads[index];
      if (head?.type === 'thread') threads.push(threadItem(file, head, l10n));
      if (head?.type === 'unreadable') unreadable.push(problemItem(file.program, file.file, head.why));
    }
    show(pick, threads);
  }
  if (!list.isOpen) return;
  if (threads.length === 0) pick.placeholder = l10n.t('No thread of another agent was found in the usual folders.');
  const isCut = found.isCut || found.files.length > read;
  show(pick, [...threads, ...trailingItems(unreadable, isCut, l10n)]);
  pick.busy = false;
}

/** The active item stays active. */
function show(pick: vscode.QuickPick<RecordedItem>, items: readonly RecordedItem[]): void {
  const { activeItems } = pick;
  pick.items = items;
  const [active] = activeItems;
  if (active && items.includes(active)) pick.activeItems = [active];
}

/** `root` is the folder of Spool's storage; other extensions have theirs next to it. */
function thisComputer(root: string) {
  return { home: homedir(), env: process.env, user: path.dirname(path.dirname(root)) };
}

function threadItem(
  { program, file, changedAt }: RecordedFile,
  head: RecordedHead & { type: 'thread' },
  l10n: L10n,
): RecordedItem {
  const time = new Intl.DateTimeFormat(l10n.locale, { dateStyle: 'medium', timeStyle: 'short' }).format(changedAt);
  const { title, folder } = head;
  return {
    label: plain(title ?? l10n.t('Untitled Thread')),
    description: `${program} · ${time}`,
    detail: plain(folder ?? file, MOST_OF_DETAIL),
    file,
  };
}

function problemItem(program: string, file: string, why: string): RecordedItem {
  return {
    label: plain(path.basename(file)),
    description: program,
    detail: plain(`${why} · ${file}`, MOST_OF_DETAIL),
  };
}

/** What could not be read, and that not all is listed. */
function trailingItems(unreadable: readonly RecordedItem[], isCut: boolean, { t }: L10n): readonly RecordedItem[] {
  const kind = vscode.QuickPickItemKind.Separator;
  return [
    ...(isCut ? [{ label: t('Only the newest threads are listed. Import an older one from its file.'), kind }] : []),
    ...(unreadable.length > 0 ? [{ label: t('Not readable'), kind }, ...unreadable] : []),
  ];
}

function plain(text: string, most = MOST_OF_TITLE): string {
  return plainLabel(oneLine(text, most));
}
