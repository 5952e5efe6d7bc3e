/** What is open after a start: the thread that the window had, else the newest of its folder, never another's. */
import { utimesSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { rememberThread, restoreThread } from '../../src/extension/restore.ts';
import { ThreadSession } from '../../src/extension/session/thread-session.ts';
import { openStore } from '../../src/extension/storage/thread-store.ts';
import { newRoot } from './storage/sample-entries.ts';

class Memory {
  readonly values = new Map<string, unknown>();
  get<T>(key: string): T | undefined {
    return this.values.get(key) as T | undefined;
  }
  async update(key: string, value: unknown): Promise<void> {
    this.values.set(key, value);
  }
}

async function threads() {
  const root = newRoot();
  const store = openStore(root);
  const made = [
    ['mine-old', 'file:///mine', 10],
    ['mine-new', 'file:///mine', 20],
    ['theirs', 'file:///theirs', 30],
    ['nobodys', undefined, 40],
  ] as const;
  for (const [thread, workspace, seconds] of made) {
    await store.create({ thread, createdAt: 1, ...(workspace !== undefined && { workspace }) });
    utimesSync(path.join(root, 'threads', thread, 'log.jsonl'), seconds, seconds);
  }
  const start = async (memory: Memory, folders: readonly string[]) => {
    const session = new ThreadSession(store, root, () => 1);
    const forget = rememberThread(session, memory);
    const id = await restoreThread(session, store, memory, folders);
    expect(session.state.open?.id).toBe(id);
    forget();
    return { session, id };
  };
  return { start };
}

it('opens the newest thread of the folder at the first start', async () => {
  const { start } = await threads();
  const { session, id } = await start(new Memory(), ['file:///mine']);
  expect(id).toBe('mine-new');
  await session.close();
});

it.each([[[]], [['file:///elsewhere']], [['file:///min']]])('opens nothing for the folders %j', async (folders) => {
  const { start } = await threads();
  expect((await start(new Memory(), folders)).id).toBeUndefined();
});

it('opens again what was open, after every restart', async () => {
  const { start } = await threads();
  const memory = new Memory();
  const first = await start(memory, ['file:///mine']);
  await first.session.open('mine-old');
  expect(memory.values.size).toBe(1);
  memory.values.set([...memory.values.keys()][0] ?? '', 'mine-old');
  await first.session.close();
  const again = await start(memory, ['file:///mine']);
  expect(again.id).toBe('mine-old');
  await again.session.close();
});

it('opens the newest one when what was open is gone', async () => {
  const { start } = await threads();
  const memory = new Memory();
  const first = await start(memory, ['file:///mine']);
  memory.values.set([...memory.values.keys()][0] ?? '', 'gone');
  await first.session.close();
  const again = await start(memory, ['file:///mine']);
  expect(again.id).toBe('mine-new');
  await again.session.close();
});
