/** Loads parts of the panel with their first use. */
import type { LitElement } from 'lit';

/**
 * The returned function gives undefined until the part is loaded, and draws the element that asked for it again then. Where loading
 * fails, the next drawing tries again.
 */
export function onDemand<T>(load: () => Promise<T>): (host: LitElement) => T | undefined {
  let loaded: T | undefined;
  const into = async (host: LitElement) => {
    loaded = await load();
    host.requestUpdate();
  };
  return (host) => {
    if (!loaded) void into(host).catch(() => undefined);
    return loaded;
  };
}

/** Loads a card with its first use; without it the panel goes on, and the next drawing tries again. */
export async function loadPart(card: () => Promise<unknown>): Promise<void> {
  await card().catch(() => undefined);
}
