/** Instructions that other extensions add to those of the workspace. */
import { startOf } from '../../core/lang/clip.ts';
import type { InstructionFile } from '../../core/thread/instructions.ts';
import type { SpoolApi } from './spool-api.ts';
import { withinLimit } from './within-limit.ts';

type Provide = Parameters<SpoolApi['registerInstructions']>[1];

/** UTF-16 units of one text. */
const MOST_OF_TEXT = 64_000;
const MOST_OF_NAME = 100;

export class ExtensionInstructions {
  readonly #providers = new Map<string, Provide>();
  /** The last text of each, for a provider that does not answer in time. */
  readonly #texts = new Map<string, string>();
  readonly #onFailure: (error: unknown) => void;

  constructor(onFailure: (error: unknown) => void) {
    this.#onFailure = onFailure;
  }

  /** Returns a function that takes the text back. */
  register(name: string, provide: Provide): () => void {
    const key = startOf(name, MOST_OF_NAME);
    this.#providers.set(key, provide);
    return () => {
      if (this.#providers.get(key) !== provide) return;
      this.#providers.delete(key);
      this.#texts.delete(key);
    };
  }

  /** In the order of their names. Never rejects. `rereadAll`: the providers are asked; else the texts are those of the last time. */
  async read(rereadAll: boolean): Promise<readonly InstructionFile[]> {
    if (rereadAll) await Promise.all([...this.#providers].map(([name, provide]) => this.#ask(name, provide)));
    return [...this.#texts]
      .filter(([, text]) => text.trim() !== '')
      .map(([name, text]) => ({ path: `extension: ${name}`, text }))
      .toSorted((a, b) => (a.path < b.path ? -1 : 1));
  }

  async #ask(name: string, provide: Provide): Promise<void> {
    try {
      const isInTime = await withinLimit(async () => {
        const text = startOf(String(await provide()), MOST_OF_TEXT);
        if (this.#providers.get(name) === provide) this.#texts.set(name, text);
      });
      if (!isInTime) this.#onFailure(`The instructions of ${name} took too long, and were not waited for`);
    } catch (error) {
      this.#onFailure(error);
    }
  }
}
