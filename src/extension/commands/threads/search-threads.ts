/** Search Threads…: finds a text in the messages of all threads, and opens the chosen one at its first match. */
import * as vscode from 'vscode';
import type { OpenOutcome } from '../../session/outcome.ts';
import type { ThreadSummary } from '../../storage/thread-index.ts';
import { openText } from '../../words/outcome-text.ts';
import type { CommandContext } from '../command-context.ts';
import { folderName } from './thread-groups.ts';

/** Threads that are listed, characters that are too few to search for, and milliseconds in which more may be typed. */
const MOST = 50;
const TOO_SHORT = 1;
const WAIT_MS = 150;

interface FoundItem extends vscode.QuickPickItem {
  readonly id?: string;
}

interface Chosen {
  readonly id: string;
  readonly text: string;
}

/** Undefined when the person chose none. */
export async function searchThreads(host: CommandContext, text = ''): Promise<OpenOutcome | undefined> {
  const chosen = await askForMatch(host, text);
  if (!chosen) return undefined;
  const outcome = await host.threads.open(chosen.id);
  if (outcome.type === 'opened') await host.reveal('find', chosen.text);
  host.current().tell(openText(outcome, host.l10n));
  return outcome;
}

function askForMatch(host: CommandContext, text: string): Promise<Chosen | undefined> {
  const { l10n, log } = host;
  const pick = vscode.window.createQuickPick<FoundItem>();
  pick.title = l10n.t('Search Threads');
  pick.placeholder = l10n.t('Words in a message of yours or the agent’s');
  pick.value = text;
  let searching = new AbortController();
  const search = async () => {
    searching.abort();
    searching = new AbortController();
    const { signal } = searching;
    const wanted = pick.value.trim();
    pick.busy = wanted.length > TOO_SHORT;
    if (!pick.busy) {
      pick.items = [];
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, WAIT_MS));
    if (!signal.aborted) await list(host, pick, wanted, signal);
  };
  const begin = () => void search().catch((error) => log.error(error instanceof Error ? error : String(error)));
  return new Promise((resolve) => {
    pick.onDidChangeValue(begin);
    pick.onDidAccept(() => {
      const id = pick.selectedItems[0]?.id;
      if (id === undefined) return;
      resolve({ id, text: pick.value.trim() });
      pick.hide();
    });
    pick.onDidHide(() => {
      searching.abort();
      resolve(undefined);
      pick.dispose();
    });
    pick.show();
    begin();
  });
}

/** Threads of this workspace come first. */
async function list(
  { store, workspace, l10n }: CommandContext,
  pick: vscode.QuickPick<FoundItem>,
  wanted: string,
  signal: AbortSignal,
): Promise<void> {
  const all = await store.list();
  const here = workspace();
  const threads = [...all.filter((one) => one.workspace === here), ...all.filter((one) => one.workspace !== here)];
  const byId = new Map(threads.map((thread) => [thread.id, thread]));
  const items: FoundItem[] = [];
  for await (const { id, excerpt } of store.find(threads, wanted, signal)) {
    if (signal.aborted) return;
    const thread = byId.get(id);
    if (thread) items.push(itemOf(thread, excerpt, here));
    pick.items = [...items];
    if (items.length >= MOST) break;
  }
  if (signal.aborted) return;
  pick.busy = false;
  if (items.length === 0) pick.items = [{ label: l10n.t('No message holds “{0}”.', wanted), alwaysShow: true }];

  function itemOf(thread: ThreadSummary, excerpt: string, own: string | undefined): FoundItem {
    const time = new Intl.DateTimeFormat(l10n.locale, { dateStyle: 'medium', timeStyle: 'short' }).format(
      thread.updatedAt,
    );
    const folder = thread.workspace === own ? [] : [folderName(thread.workspace, l10n)];
    return {
      label: thread.title ?? l10n.t('Untitled Thread'),
      description: [time, ...folder].join(' · '),
      detail: excerpt,
      alwaysShow: true,
      id: thread.id,
    };
  }
}
