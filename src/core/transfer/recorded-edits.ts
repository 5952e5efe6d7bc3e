/** Finds which entries a recorded compaction replaced, and makes the edits that do so here. */
import type { Message } from '../message/message.ts';
import type { EntryEdit } from '../thread/edit.ts';
import { entryId } from '../thread/entry-id.ts';
import type { Part } from './reader/import-format.ts';

type Compacted = Extract<Part, { type: 'compacted' }>;

interface Span {
  readonly from: number;
  readonly to: number;
  /** The message before it; 0 for none. */
  readonly after: number;
}

export class RecordedEdits {
  #first = 0;
  #last = 0;
  #before = 0;
  /** The entries under a key: of a message, of a compaction, or of the compaction that replaced a message. */
  readonly #spans = new Map<string, readonly Span[]>();

  /** A message of this entry. */
  saw(id: number): void {
    this.#first ||= id;
    this.#before = this.#last;
    this.#last = id;
  }

  /** The message just seen has this key; a record may give several. */
  message(key: string, id: number): void {
    this.#spans.set(key, [...(this.#spans.get(key) ?? []), { from: id, to: id, after: this.#before }]);
  }

  /**
   * ```
   * before:  [ head … ] T [ tail … ]      T: the newest typed message
   * after:    summary   T                 the tail is gone, the summary speaks of it
   * ```
   * T stays, as in every compaction (docs/compaction.md, "The shape"); where it has no head the summary takes the tail's place. What was kept
   * (from `keptFrom` on, or what is not among `replaced`) stays too.
   */
  place(part: Compacted, replacement: readonly Message[], typed: number | undefined): readonly EntryEdit[] {
    const spans = part.replaced === undefined ? this.#all(part.keptFrom) : this.#named(part.replaced);
    for (const key of part.replaced ?? []) this.#spans.set(key, spans);
    if (part.key !== undefined) this.#spans.set(part.key, spans);
    const fate = part.strategy === 'truncate' ? 'dropped' : 'summarized';
    return spans
      .flatMap((span) => without(span, typed))
      .map(({ from, to }, index) => ({
        type: 'entries',
        span: { from: entryId(from), to: entryId(to) },
        fate,
        replacement: index === 0 ? replacement : [],
      }));
  }

  #all(keptFrom: string | undefined): readonly Span[] {
    const kept = keptFrom === undefined ? undefined : this.#spans.get(keptFrom)?.[0]?.from;
    const [from, to] = [this.#first, kept === undefined ? this.#last : kept - 1];
    return from === 0 || from > to ? [] : [{ from, to, after: 0 }];
  }

  /** Neighbours are one span: nothing but notes and compactions lies between them. */
  #named(keys: ReadonlySet<string>): readonly Span[] {
    const lists = new Set([...keys].flatMap((key) => [this.#spans.get(key) ?? []]));
    const spans = [...new Set([...lists].flat())].toSorted((a, b) => a.from - b.from);
    const joined: Span[] = [];
    for (const span of spans) {
      const last = joined.at(-1);
      if (last && last.to >= span.after) joined[joined.length - 1] = { ...last, to: Math.max(last.to, span.to) };
      else joined.push(span);
    }
    return joined;
  }
}

function without({ from, to, after }: Span, typed: number | undefined): readonly Span[] {
  if (typed === undefined || typed < from || typed > to) return [{ from, to, after }];
  return [
    { from, to: typed - 1, after },
    { from: typed + 1, to, after: typed },
  ].filter((span) => span.from <= span.to);
}
