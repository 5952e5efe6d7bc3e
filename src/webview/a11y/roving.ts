/** One Tab stop for many entries: the arrow keys, Home and End move between them. */

/** The entry that a key leads to from the one at `at`; undefined when the key moves nothing. */
export function indexAfterKey(key: string, at: number, count: number): number | undefined {
  if (key === 'ArrowDown') return at + 1 < count ? at + 1 : undefined;
  if (key === 'ArrowUp') return at > 0 ? at - 1 : undefined;
  if (key === 'Home') return count > 0 ? 0 : undefined;
  return key === 'End' && count > 0 ? count - 1 : undefined;
}

/** Focuses an entry: its own main button where it has one, else the entry itself. */
export function focusEntry(entry: HTMLElement): void {
  const main = entry.shadowRoot?.querySelector<HTMLElement>('[data-main]');
  if (main && !entry.hasAttribute('data-whole')) main.focus();
  else entry.focus();
}
