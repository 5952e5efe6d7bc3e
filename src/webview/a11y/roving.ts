/** Roving focus: a list has one Tab stop, and the arrow keys, Home and End move inside it. */
import { moveFocus } from './move-focus.ts';

/** The index that a key moves to from `at`; undefined when the key does not move. */
export function indexAfterKey(key: string, at: number, count: number): number | undefined {
  if (key === 'ArrowDown') return at + 1 < count ? at + 1 : undefined;
  if (key === 'ArrowUp') return at > 0 ? at - 1 : undefined;
  if (key === 'Home') return count > 0 ? 0 : undefined;
  return key === 'End' && count > 0 ? count - 1 : undefined;
}

/** Focuses a list item: its main button when it has one, else the item itself. */
export function focusEntry(entry: HTMLElement, options?: FocusOptions): void {
  const main = entry.shadowRoot?.querySelector<HTMLElement>('[data-main]');
  moveFocus(main && !entry.hasAttribute('data-whole') ? main : entry, options);
}
