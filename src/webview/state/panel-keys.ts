/** The keys of the whole panel: find, and the jumps by turn and compaction. */
import { act, type LocalAction } from './action.ts';

type Key = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

/** Ctrl+F (Cmd+F) finds; Alt with an up or down arrow jumps by turn, and with Ctrl too by compaction. */
export function shortcutOf({
  key,
  ctrlKey,
  metaKey,
  altKey,
  shiftKey,
}: Key): LocalAction<'openFind' | 'jump'> | undefined {
  if (shiftKey) return undefined;
  if (key.toLowerCase() === 'f' && ctrlKey !== metaKey && !altKey) return { type: 'openFind' };
  if (!altKey || metaKey || (key !== 'ArrowUp' && key !== 'ArrowDown')) return undefined;
  return { type: 'jump', kind: ctrlKey ? 'marker' : 'turn', back: key === 'ArrowUp' };
}

/** Dispatches the action of a key at `from`, when it has one. */
export function doShortcut(from: EventTarget, event: KeyboardEvent): void {
  const action = shortcutOf(event);
  if (!action) return;
  event.preventDefault();
  act(from, action);
}
