/** Remembers what a model's server has refused (tools, images, reasoning), so that later requests leave it out. */
import { type Conceded, type Concession, type ConcessionMemory, mergeConceded, sameConceded } from './conceded.ts';

interface ThreadParts {
  readonly seals: Set<string>;
  readonly images: Set<string>;
  /** Images of requests that were answered. */
  readonly taken: Set<string>;
}

export class Conceder {
  readonly #modelKey: string;
  readonly #memory: ConcessionMemory;
  readonly #adapts: ReadonlySet<keyof Conceded>;
  readonly #threads = new Map<string, ThreadParts>();

  constructor(modelKey: string, memory: ConcessionMemory, adapts: ReadonlySet<keyof Conceded>) {
    this.#modelKey = modelKey;
    this.#memory = memory;
    this.#adapts = adapts;
  }

  get conceded(): Conceded {
    return this.#memory.read(this.#modelKey);
  }

  partsOf(thread: string): ThreadParts {
    const known = this.#threads.get(thread);
    if (known) return known;
    const seals = new Set(this.#memory.readSeals(this.#modelKey, thread));
    const parts = { seals, images: new Set<string>(), taken: new Set<string>() };
    this.#threads.set(thread, parts);
    return parts;
  }

  /** False: all of them were refused before. */
  refuseSeals(thread: string, refused: readonly string[]): boolean {
    const { seals } = this.partsOf(thread);
    const isNew = addAll(seals, refused);
    if (isNew) this.#memory.writeSeals(this.#modelKey, thread, [...seals]);
    return isNew;
  }

  canAdapt(concession: Concession): boolean {
    if (concession.type === 'thread') return true;
    return Object.keys(concession.conceded).every((field) => [...this.#adapts].some((one) => one === field));
  }

  /** A function that puts back what is remembered now. */
  snapshot(thread: string): () => void {
    const { conceded } = this;
    const parts = this.partsOf(thread);
    const [seals, images] = [[...parts.seals], [...parts.images]];
    return () => {
      if (!sameConceded(this.conceded, conceded)) this.#memory.write(this.#modelKey, conceded);
      if (parts.seals.size > seals.length) this.#memory.writeSeals(this.#modelKey, thread, seals);
      this.#threads.set(thread, { ...parts, seals: new Set(seals), images: new Set(images) });
    };
  }

  /** False: it was known already. */
  remember(conceded: Conceded): boolean {
    const known = this.conceded;
    const merged = mergeConceded(known, conceded);
    if (sameConceded(known, merged)) return false;
    this.#memory.write(this.#modelKey, merged);
    return true;
  }
}

/** Whether any of them was not in it. */
export function addAll(set: Set<string>, more: readonly string[]): boolean {
  const { size } = set;
  for (const one of more) set.add(one);
  return set.size > size;
}
