/** Reads what VS Code keeps of its windows and its profile in the browser. */
import type { Page } from 'playwright-core';

/** What is stored under a key, of the window's folder or of the profile; VS Code stores what changed some seconds later. */
export function storedState(page: Page, key: string): Promise<unknown> {
  return page.evaluate(async (wanted) => {
    const done = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    for (const { name = '' } of await indexedDB.databases()) {
      if (!name.startsWith('vscode-web-state-db')) continue;
      const database = await done(indexedDB.open(name));
      const found: unknown = await done(database.transaction('ItemTable').objectStore('ItemTable').get(wanted));
      database.close();
      if (found !== undefined) return found;
    }
    return undefined;
  }, key);
}
