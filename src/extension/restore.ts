/** Opens again what was open: the thread that this window had, else the newest of its workspace folder. */
import type * as vscode from 'vscode';
import type { ThreadSession } from './session/thread-session.ts';
import type { ThreadStore } from './storage/thread-store.ts';

const KEY = 'openThread';

/** Another workspace's thread is never opened. Resolves to the id of the thread that is open now. */
export async function restoreThread(
  session: ThreadSession,
  store: ThreadStore,
  memory: Pick<vscode.Memento, 'get'>,
  folders: readonly string[],
): Promise<string | undefined> {
  const remembered = memory.get<string>(KEY);
  if (remembered !== undefined && (await session.open(remembered)).type === 'opened') return remembered;
  const threads = await store.list();
  const newest = threads.find(({ workspace }) => workspace !== undefined && folders.includes(workspace));
  if (!newest || session.state.open) return session.state.open?.id;
  return (await session.open(newest.id)).type === 'opened' ? newest.id : undefined;
}

/** Remembers which thread is open, whenever that changes. */
export function rememberThread(session: ThreadSession, memory: Pick<vscode.Memento, 'get' | 'update'>): () => void {
  return session.onDidChange(({ open }) => {
    if (open && memory.get<string>(KEY) !== open.id) void memory.update(KEY, open.id);
  });
}
