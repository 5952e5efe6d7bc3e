/** Shows the panel by itself once after the extension was installed, so that a new user sees where it is. */
import type { Memory } from './models/knowledge-store.ts';

const KEY = 'panelShown';

/**
 * Does nothing in any later start: whether the panel is shown then is the person's own choice. `show` must leave the keyboard
 * focus where it is. Rejects when `show` does, and the next start tries again.
 */
export async function showFirstTime(memory: Memory, show: () => PromiseLike<unknown>): Promise<void> {
  if (memory.get(KEY) === true) return;
  await show();
  await memory.update(KEY, true);
}
