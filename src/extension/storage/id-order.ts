/** Finds the entries of a log whose ids are out of order, as a damaged line or two windows that wrote at once leave them. */

export interface Numbered {
  /** Of its line in the log. */
  readonly line: number;
  readonly id: number;
}

/** How far an id may lie beyond the number of its line: lines before it may be gone, but not a million of them. */
const FARTHEST = 1_000_000;

/**
 * Whether an id can't be a position in the log. It is damaged then, whatever follows: the next entry would have an even
 * larger one, until the ids leave the range of safe integers.
 */
export function isBeyond({ line, id }: Numbered): boolean {
  return id > line + FARTHEST;
}

/**
 * The entries that stay so that ids only rise, in their order: as many as possible, and of several sets of that size the one whose
 * ids go on as the lines do, so that one damaged id costs its own line and no other. n log n, and linear where all are in order.
 */
export function inOrder<E extends Numbered>(entries: readonly E[]): readonly E[] {
  if (entries.every(({ id }, at) => at === 0 || id > (entries[at - 1]?.id ?? 0))) return entries;
  const best = new BestBefore<E>(entries);
  const byOffset = new Map<number, Chain<E>>();
  // One more entry outweighs any number of ids that go on as their lines do.
  const entryScore = entries.length + 1;
  let longest: Chain<E> | undefined;
  for (const entry of entries) {
    const offset = entry.id - entry.line;
    const bestBefore = best.before(entry.id);
    const straight = byOffset.get(offset);
    const after = straight && straight.score + 1 > (bestBefore?.score ?? 0) ? straight : bestBefore;
    const score = (after?.score ?? 0) + entryScore + (after !== undefined && after === straight ? 1 : 0);
    const chain: Chain<E> = { entry, score, before: after };
    best.add(chain);
    if (!straight || score > straight.score) byOffset.set(offset, chain);
    if (!longest || score > longest.score) longest = chain;
  }
  const kept: E[] = [];
  for (let chain = longest; chain; chain = chain.before) kept.push(chain.entry);
  return kept.reverse();
}

/**
 * The id of the next entry, in `line`, after the last one that `inOrder` kept. It rises with the line numbers, which supports the
 * entries that were kept: a smaller id could make `inOrder` choose others when the log is read again.
 */
export function idAfter(last: Numbered, line: number): number {
  return last.id + line - last.line;
}

/** Entries with rising ids that end in this one. */
interface Chain<E extends Numbered> {
  readonly entry: E;
  readonly score: number;
  readonly before: Chain<E> | undefined;
}

/** The best chain that ends in an id below another one: a Fenwick tree of maxima over the ids in their order. */
class BestBefore<E extends Numbered> {
  readonly #ranks: ReadonlyMap<number, number>;
  readonly #tree: (Chain<E> | undefined)[];

  constructor(entries: readonly E[]) {
    const ids = [...new Set(entries.map(({ id }) => id))].sort((a, b) => a - b);
    this.#ranks = new Map(ids.map((id, at) => [id, at + 1]));
    this.#tree = new Array(ids.length + 1);
  }

  before(id: number): Chain<E> | undefined {
    let best: Chain<E> | undefined;
    for (let at = (this.#ranks.get(id) ?? 0) - 1; at > 0; at -= at & -at) {
      const found = this.#tree[at];
      if (found && (!best || found.score > best.score)) best = found;
    }
    return best;
  }

  add(chain: Chain<E>): void {
    for (let at = this.#ranks.get(chain.entry.id) ?? 0; at < this.#tree.length && at > 0; at += at & -at) {
      const held = this.#tree[at];
      if (!held || chain.score > held.score) this.#tree[at] = chain;
    }
  }
}
