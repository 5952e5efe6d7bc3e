/** The list of all threads, with a search in their messages while a person types and buttons for what can be done with each. */
import * as vscode from 'vscode';
import { formatBytes } from '../../../core/view/format.ts';
import type { WorkStatus } from '../../agent/runner.ts';
import type { L10n } from '../../l10n/l10n.ts';
import type { ThreadSummary } from '../../storage/thread-index.ts';
import type { CommandContext } from '../command-context.ts';
import { plainLabel } from '../plain-label.ts';
import { folderName, groupThreads } from './thread-groups.ts';

type Act = 'choose' | 'pin' | 'rename' | 'fork' | 'delete';

export interface ThreadPick {
  readonly act: Act;
  readonly thread: ThreadSummary;
  /** What was in the filter. */
  readonly filter: string;
}

interface ActButton extends vscode.QuickInputButton {
  readonly act: Act;
}

interface ThreadItem extends vscode.QuickPickItem {
  readonly thread?: ThreadSummary;
}

/** Characters from which texts are searched: less is in nearly every thread. */
const SHORTEST_SEARCHED = 3;

/** Returns undefined when the person closed the list. Without `acts` a thread can only be chosen. */
export function pickThread(
  context: CommandContext,
  { title, filter, acts = true }: { readonly title: string; readonly filter: string; readonly acts?: boolean },
): Promise<ThreadPick | undefined> {
  const { threads: open, l10n, log } = context;
  const pick = vscode.window.createQuickPick<ThreadItem>();
  pick.title = title;
  pick.placeholder = l10n.t('Search in titles and messages of all workspaces');
  pick.matchOnDescription = true;
  pick.matchOnDetail = true;
  pick.value = filter;
  const list = threadList(context, pick, acts);
  const fail = (error: unknown) => log.error(error instanceof Error ? error : String(error));
  return new Promise((resolve) => {
    const end = (act: Act, thread: ThreadSummary | undefined) => {
      if (!thread) return;
      resolve({ act, thread, filter: pick.value });
      pick.hide();
    };
    pick.onDidChangeValue((text) => void list.search(text).catch(fail));
    pick.onDidAccept(() => end('choose', pick.selectedItems[0]?.thread));
    pick.onDidTriggerItemButton(({ button, item }) => end((button as ActButton).act, item.thread));
    const following = open.onDidChangeStatus(list.refresh);
    pick.onDidHide(() => {
      following();
      list.stop();
      resolve(undefined);
      pick.dispose();
    });
    pick.show();
    list.load().catch(fail);
  });
}

/** Fills the list with all threads, and with those whose messages hold the text that the person searches. */
function threadList(
  { store, threads: open, workspace, l10n }: CommandContext,
  pick: vscode.QuickPick<ThreadItem>,
  acts: boolean,
) {
  let searching = new AbortController();
  let threads: readonly ThreadSummary[] = [];
  let found: ReadonlyMap<string, string> = new Map();
  const refresh = () => {
    const restingState = (id: string) => (open.unseen.has(id) ? 'ended' : undefined);
    const stateOf = (id: string) => open.statusOf(id) ?? (id === open.state.open?.id ? 'open' : restingState(id));
    const isAtWork = (id: string) => open.statusOf(id) !== undefined;
    pick.items = groupThreads(threads, workspace(), Date.now(), l10n, isAtWork).flatMap((group) => [
      { label: group.label, kind: vscode.QuickPickItemKind.Separator },
      ...group.threads.map((thread) => itemOf(thread, stateOf(thread.id), found.get(thread.id), acts, l10n)),
    ]);
  };
  const search = async (text: string) => {
    searching.abort();
    searching = new AbortController();
    const { signal } = searching;
    const excerpts = new Map<string, string>();
    found = excerpts;
    refresh();
    pick.busy = text.trim().length >= SHORTEST_SEARCHED;
    if (!pick.busy) return;
    for await (const { id, excerpt } of store.find(threads, text.trim(), signal)) {
      if (signal.aborted) return;
      excerpts.set(id, excerpt);
      refresh();
    }
    if (!signal.aborted) pick.busy = false;
  };
  const load = async () => {
    pick.busy = true;
    threads = await store.list();
    if (threads.length === 0) pick.placeholder = l10n.t('There is no thread yet. New Thread makes the first one.');
    await search(pick.value);
  };
  return { refresh, search, load, stop: () => searching.abort() };
}

function itemOf(
  thread: ThreadSummary,
  state: ListedState | undefined,
  excerpt: string | undefined,
  acts: boolean,
  l10n: L10n,
): ThreadItem {
  const { title, first, updatedAt, messages, bytes, workspace } = thread;
  const time = new Intl.DateTimeFormat(l10n.locale, { dateStyle: 'medium', timeStyle: 'short' }).format(updatedAt);
  const size = l10n.plural(messages, '{0} message', '{0} messages');
  const folder = workspace === undefined ? [] : [folderName(workspace, l10n)];
  const facts = [size, formatBytes(bytes, l10n.locale), ...folder].join(' · ');
  const text = excerpt ?? (first === title ? undefined : first);
  return {
    label: plainLabel(title ?? l10n.t('Untitled Thread')),
    description: plainLabel([...(state ? [stateText(state, l10n)] : []), time, facts].join(' · ')),
    ...(text !== undefined && { detail: plainLabel(text) }),
    ...(state && { iconPath: new vscode.ThemeIcon(STATE_ICONS[state]) }),
    alwaysShow: excerpt !== undefined,
    ...(acts && { buttons: buttonsOf(thread, l10n) }),
    thread,
  };
}

/** `ended`: its turn ended, and the person has not seen that. */
type ListedState = WorkStatus | 'open' | 'ended';

const STATE_ICONS = { working: 'sync~spin', asking: 'question', open: 'comment', ended: 'pass' } as const;

function stateText(state: ListedState, { t }: L10n): string {
  const texts = { working: t('working'), asking: t('asks you'), open: t('open now'), ended: t('has finished') };
  return texts[state];
}

function buttonsOf({ pinned }: ThreadSummary, { t }: L10n): readonly ActButton[] {
  const button = (act: Act, icon: string, tooltip: string) => ({ act, iconPath: new vscode.ThemeIcon(icon), tooltip });
  return [
    pinned ? button('pin', 'pinned', t('Unpin')) : button('pin', 'pin', t('Pin to Top')),
    button('rename', 'edit', t('Rename')),
    button('fork', 'repo-forked', t('Fork: Continue in a Copy')),
    button('delete', 'trash', t('Delete')),
  ];
}
