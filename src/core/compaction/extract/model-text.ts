/** Collects the lines and words that the model itself wrote, to score other lines by them. */
import type { LineKind, Passage } from './lines.ts';
import type { PassageSource } from './passage-sources.ts';
import { WordTable } from './scan.ts';
import { MIN_LINE_LENGTH } from './weights.ts';

export interface ModelText {
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

export function modelText(sources: readonly PassageSource[], kept: readonly Passage[], end: number): ModelText {
  const lines = new Map<string, Use>();
  const words = new WordTable();
  const anchors = new Set<string>();
  const edited = new Set<string>();
  const note = ({ kind, lines: written }: Passage, at: number) => {
    if (!isFromModel(kind)) return;
    for (const { key } of written) {
      words.add(key);
      if (key.length < MIN_LINE_LENGTH) continue;
      use(lines, key, at);
      if (kind === 'anchor') anchors.add(key);
      if (kind === 'anchor' || kind === 'written') edited.add(key);
    }
  };
  for (const { passage, at } of sources) note(passage, at);
  for (const passage of kept) note(passage, end);
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
