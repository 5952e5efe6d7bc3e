/** The text of each document that Spool shows, from the open thread or, when another one is open, from its log. */
import { entryId } from '../../core/thread/entry-id.ts';
import { findEntry } from '../../core/thread/find-entry.ts';
import { replay, type Thread } from '../../core/thread/thread.ts';
import { asEdited } from '../../core/view/marker-row.ts';
import { summaryText } from '../../core/view/marker-summary.ts';
import { rowText } from '../../core/view/rows.ts';
import type { L10n } from '../l10n/l10n.ts';
import type { SessionView } from '../session/session-store.ts';
import type { ThreadStore } from '../storage/thread-store.ts';
import type { DocumentAddress } from './document-address.ts';
import { threadMarkdown } from './thread-markdown.ts';
import { contextText, threadText } from './thread-text.ts';
import { wrapLines } from './wrap-lines.ts';

export type ThreadDocument = Exclude<DocumentAddress, { readonly show: 'settings' | 'change' | 'copy' | 'code' }>;

/** The document's text, or a sentence that says why there is none. */
export async function threadDocument(
  address: ThreadDocument,
  session: Pick<SessionView, 'state'>,
  store: ThreadStore,
  l10n: L10n,
): Promise<string> {
  if (address.show === 'agent') return agentDocument(address, store, l10n);
  const thread = await findThread(address.thread, session, store);
  if (!thread) return l10n.t('The thread {0} is not here any more.', address.thread);
  const missing = l10n.t('This part of the thread is not here any more.');
  switch (address.show) {
    case 'thread':
      return threadText(thread, thread.title ?? l10n.t('Untitled Thread'), l10n);
    case 'row':
      return rowDocument(thread, address.key) ?? missing;
    case 'summary': {
      const compaction = findEntry(thread.entries, entryId(address.compaction));
      return compaction?.type === 'compaction' ? summaryText(asEdited(thread, compaction)) : missing;
    }
    case 'context': {
      const compaction = findEntry(thread.entries, entryId(address.compaction));
      if (compaction?.type !== 'compaction') return missing;
      const before = thread.entries.slice(0, thread.entries.indexOf(compaction));
      const entries = address.side === 'before' ? before : [...before, asEdited(thread, compaction)];
      return wrapLines(contextText(replay(entries)));
    }
  }
}

/** The thread of a sub-agent as it is on disk. */
async function agentDocument(
  { thread, agent }: Extract<DocumentAddress, { readonly show: 'agent' }>,
  store: ThreadStore,
  l10n: L10n,
): Promise<string> {
  const entries = await store.readSubThread(thread, agent).catch(() => undefined);
  if (!entries) return l10n.t('The thread of this sub-agent is not here any more.');
  return [...threadMarkdown(replay(entries), l10n, l10n.t('The agent that asked'))].join('');
}

async function findThread(
  id: string,
  session: Pick<SessionView, 'state'>,
  store: ThreadStore,
): Promise<Thread | undefined> {
  const { open } = session.state;
  if (open?.id === id) return open.thread;
  const log = await store.read(id).catch(() => undefined);
  return log && replay(log.entries);
}

/** A call with its result, or the one text that the row has. */
function rowDocument(thread: Thread, key: string): string | undefined {
  const input = rowText(thread, key, 'input');
  const result = rowText(thread, key, 'result');
  if (input === undefined && result === undefined) return undefined;
  return input === result || result === undefined ? input : [input, result].join('\n\n');
}
