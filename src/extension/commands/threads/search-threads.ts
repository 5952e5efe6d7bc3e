/** Search Threads…: finds words in the messages of all threads, and opens the chosen one where they stand closest. */
import * as vscode from 'vscode';
import { searchTerms } from '../../../core/lang/search-terms.ts';
import type { OpenOutcome } from '../../session/outcome.ts';
import { errorCodeOf } from '../../storage/disk.ts';
import type { FoundText } from '../../storage/find-texts.ts';
import type { ThreadSummary } from '../../storage/thread-index.ts';
import { openText } from '../../words/outcome-text.ts';
import type { CommandContext } from '../command-context.ts';
import { plainLabel } from '../plain-label.ts';
import { folderName } from './thread-groups.ts';

/** Threads that are listed, characters that a search needs, and milliseconds in which more may be typed. */
const MOST = 50;
const SHORTEST = 2;
const WAIT_MS = 150;
/** Milliseconds between two drawings of a list that grows. */
const SHOW_MS = 200;

interface FoundItem extends vscode.QuickPickItem {
  /** The thread, and a text that Find in Thread finds in it at that message. */
  readonly match?: Chosen;
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
  pick.placeholder = l10n.t('Words in any order, or a "phrase" in quotation marks');
  pick.value = text;
  pick.keepScrollPosition = true;
  let searching = new AbortController();
  const search = async () => {
    searching.abort();
    searching = new AbortController();
    const { signal } = searching;
    const wanted = pick.value.trim();
    pick.busy = wanted.length >= SHORTEST;
    if (!pick.busy) {
      pick.items = [];
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, WAIT_MS));
    if (!signal.aborted) await list(host, pick, wanted, signal);
  };
  const fail = (error: unknown) => {
    log.error(error instanceof Error ? error : String(error));
    pick.busy = false;
    pick.items = [{ label: l10n.t('The threads could not be read: {0}', errorCodeOf(error)), alwaysShow: true }];
  };
  const begin = () => void search().catch(fail);
  return new Promise((resolve) => {
    pick.onDidChangeValue(begin);
    pick.onDidAccept(() => {
      const match = pick.selectedItems[0]?.match;
      if (!match) return;
      resolve(match);
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
  let shownAt = Date.now();
  for await (const { id, ...found } of store.find(threads, wanted, signal)) {
    if (signal.aborted) return;
    const thread = byId.get(id);
    if (thread) items.push(itemOf(thread, found, here));
    if (Date.now() - shownAt >= SHOW_MS) show(items);
    if (items.length >= MOST) break;
  }
  if (signal.aborted) return;
  pick.busy = false;
  const more = l10n.t('These are the first {0} threads. Type more words for fewer.', MOST);
  if (items.length >= MOST) items.push({ label: more, alwaysShow: true });
  const none =
    searchTerms(wanted).length > 1
      ? l10n.t('No thread holds all of these: {0}', wanted)
      : l10n.t('No message holds “{0}”.', wanted.replace(/["“”„«»]/g, '').trim());
  show(items.length > 0 ? items : [{ label: none, alwaysShow: true }]);

  /** What the person made active stays active. */
  function show(shown: readonly FoundItem[]): void {
    shownAt = Date.now();
    const active = pick.activeItems[0]?.match?.id;
    pick.items = [...shown];
    const same = shown.find(({ match }) => match !== undefined && match.id === active);
    if (same) pick.activeItems = [same];
  }

  function itemOf(thread: ThreadSummary, found: Omit<FoundText, 'id'>, own: string | undefined): FoundItem {
    const time = new Intl.DateTimeFormat(l10n.locale, { dateStyle: 'medium', timeStyle: 'short' }).format(
      thread.updatedAt,
    );
    const { excerpt, quote, count } = found;
    const matches =
      count === 0 ? l10n.t('in different messages') : l10n.plural(count, '{0} message matches', '{0} messages match');
    const folder = thread.workspace === own ? [] : [folderName(thread.workspace, l10n)];
    return {
      label: plainLabel(thread.title ?? l10n.t('Untitled Thread')),
      description: plainLabel([matches, time, ...folder].join(' · ')),
      detail: plainLabel(excerpt),
      alwaysShow: true,
      match: { id: thread.id, text: quote },
    };
  }
}
