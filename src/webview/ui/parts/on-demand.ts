/** Loads a part of the panel with its first use, and draws the element that uses it again once it is there. */
import type { LitElement } from 'lit';

/** The returned function gives undefined until the part is loaded. Where loading fails, the next drawing tries again. */
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
