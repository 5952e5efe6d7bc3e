/** The other threads of a window's workspace, as the model may search and read them, from the store. */
import type { ThreadArchive } from '../../core/workspace/threads/thread-archive.ts';
import type { ThreadSummary } from '../storage/thread-index.ts';
import type { ThreadStore } from '../storage/thread-store.ts';

/** `workspace` gives the URI of the folder that new threads belong to; without one there are no threads to search. */
export function storedArchive(
  store: Pick<ThreadStore, 'list' | 'find' | 'read'>,
  workspace: () => string | undefined,
): ThreadArchive {
  const ownThreads = async () => {
    const here = workspace();
    return here === undefined ? [] : (await store.list()).filter((thread) => thread.workspace === here);
  };
  const headOf = ({ id, title, first, updatedAt }: ThreadSummary) => ({ id, title: title ?? first ?? id, updatedAt });
  return {
    find: async (query, except, most, signal) => {
      try {
        const threads = (await ownThreads()).filter(({ id }) => id !== except);
        const byId = new Map(threads.map((thread) => [thread.id, thread]));
        const found = [];
        for await (const { id, entry, excerpt, count } of store.find(threads, query, new AbortController().signal)) {
          // A model asks for words of one message; those that are in several come last.
          if (signal.aborted || count === 0) break;
          const thread = byId.get(id);
          if (thread) found.push({ ...headOf(thread), entry, excerpt });
          if (found.length >= most) break;
        }
        return found;
      } catch {
        return [];
      }
    },
    read: async (id) => {
      try {
        const thread = (await ownThreads()).find((one) => one.id === id);
        return thread && { thread: headOf(thread), entries: (await store.read(id)).entries };
      } catch {
        return undefined;
      }
    },
  };
}
