/** Opens again what was open: the thread that this window had, else the newest of its workspace folder. */
import type * as vscode from 'vscode';
import type { OpenOutcome } from './session/outcome.ts';
import type { SessionView } from './session/session-store.ts';
import type { ThreadStore } from './storage/thread-store.ts';

const KEY = 'openThread';

/** Another workspace's thread is never opened. Resolves to the id of the thread that is open now. */
export async function restoreThread(
  threads: Pick<SessionView, 'state'> & { open(id: string): Promise<OpenOutcome> },
  store: ThreadStore,
  memory: Pick<vscode.Memento, 'get'>,
  folders: readonly string[],
): Promise<string | undefined> {
  const remembered = memory.get<string>(KEY);
  if (remembered !== undefined && (await threads.open(remembered)).type === 'opened') return remembered;
  const stored = await store.list();
  const newest = stored.find(({ workspace }) => workspace !== undefined && folders.includes(workspace));
  if (!newest || threads.state.open) return threads.state.open?.id;
  return (await threads.open(newest.id)).type === 'opened' ? newest.id : undefined;
}

/** Remembers which thread is shown, whenever that changes. */
export function rememberThread(session: SessionView, memory: Pick<vscode.Memento, 'get' | 'update'>): () => void {
  return session.onDidChange(({ open }) => {
    if (open && memory.get<string>(KEY) !== open.id) void memory.update(KEY, open.id);
  });
}
