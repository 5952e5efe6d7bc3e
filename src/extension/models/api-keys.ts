/** The keys of providers: in the operating system's store and nowhere else. */
import type { ProviderId } from '../../providers/shared/provider.ts';

/** The part of VS Code's secret storage that is needed. */
export interface Secrets {
  get(name: string): Thenable<string | undefined>;
  store(name: string, value: string): Thenable<void>;
  delete(name: string): Thenable<void>;
  onDidChange(listener: (event: { readonly key: string }) => void): { dispose(): void };
}

const PREFIX = 'spool.apiKey.';

export class ApiKeys {
  readonly #secrets: Secrets;
  readonly #hide: (key: string) => void;

  /** `hide` is told of each key before it is used, so that no log shows it. */
  constructor(secrets: Secrets, hide: (key: string) => void) {
    this.#secrets = secrets;
    this.#hide = hide;
  }

  /** Undefined also where the system's store can't be read. */
  async find(provider: ProviderId): Promise<string | undefined> {
    const key = await this.#secrets.get(PREFIX + provider).then(undefined, () => undefined);
    if (key !== undefined) this.#hide(key);
    return key;
  }

  async store(provider: ProviderId, key: string): Promise<void> {
    this.#hide(key);
    await this.#secrets.store(PREFIX + provider, key);
  }

  async remove(provider: ProviderId): Promise<void> {
    await this.#secrets.delete(PREFIX + provider);
  }

  /** Also of changes in other windows. Returns what ends it. */
  onDidChange(listener: (provider: string) => void): () => void {
    const following = this.#secrets.onDidChange(({ key }) => {
      if (key.startsWith(PREFIX)) listener(key.slice(PREFIX.length));
    });
    return () => following.dispose();
  }
}

/** What a key can't be, or undefined: a header takes no other characters than these. */
export function keyProblem(typed: string): 'empty' | 'not-one-word' | undefined {
  const key = typed.trim();
  if (key === '') return 'empty';
  return /^[\x21-\x7e]+$/.test(key) ? undefined : 'not-one-word';
}
