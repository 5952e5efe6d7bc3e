/** Collects the lines and words that the model itself wrote, to score other lines by them. */
import type { LineKind } from './lines.ts';
import type { PassageSource } from './passage-sources.ts';
import { WordTable } from './scan.ts';
import { MIN_LINE_LENGTH } from './weights.ts';

/** What the model wrote in some messages. */
export interface OwnText {
  /** Each line with the number of messages that contain it. */
  readonly lines: ReadonlyMap<string, Use>;
  readonly words: WordTable;
  /** The lines that its edits searched for. */
  readonly anchors: ReadonlySet<string>;
  /** Those, and the lines that it wrote into files. */
  readonly edited: ReadonlySet<string>;
}

interface Use {
  count: number;
  last: number;
}

/** What the model wrote in the removed messages, and in those that stay. */
export interface ModelText {
  /** The number of removed messages that contain the line; those that stay count as one. */
  uses(key: string): number;
  /** The share of the words of a line that the model has used; zero when there is no word. */
  shareKnown(key: string): number;
  isAnchor(key: string): boolean;
  isEdited(key: string): boolean;
}

export function modelText(sources: readonly PassageSource[], kept: OwnText): ModelText {
  const own = ownText(sources, kept.words);
  return {
    uses: (key) => (own.lines.get(key)?.count ?? 0) + (kept.lines.has(key) ? 1 : 0),
    shareKnown: (key) => own.words.shareKnown(key),
    isAnchor: (key) => own.anchors.has(key) || kept.anchors.has(key),
    isEdited: (key) => own.edited.has(key) || kept.edited.has(key),
  };
}

/** Linear in the text. The words of `base` count as used. */
export function ownText(sources: readonly Pick<PassageSource, 'passage' | 'at'>[], base?: WordTable): OwnText {
  const lines = new Map<string, Use>();
  const words = new WordTable(base);
  const anchors = new Set<string>();
  const edited = new Set<string>();
  for (const { passage, at } of sources) {
    const { kind } = passage;
    if (!isFromModel(kind)) continue;
    for (const { key } of passage.lines) {
      words.add(key);
      if (key.length < MIN_LINE_LENGTH) continue;
      use(lines, key, at);
      if (kind === 'anchor') anchors.add(key);
      if (kind === 'anchor' || kind === 'written') edited.add(key);
    }
  }
  return { lines, words, anchors, edited };
}

function use(uses: Map<string, Use>, key: string, at: number): void {
  const known = uses.get(key);
  if (!known) uses.set(key, { count: 1, last: at });
  else if (known.last !== at) {
    known.count++;
    known.last = at;
  }
}

export function isFromModel(kind: LineKind): boolean {
  return kind !== 'result' && kind !== 'typed' && kind !== 'program' && kind !== 'summary';
}
