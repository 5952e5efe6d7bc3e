/** How likely each line of the head is to be needed again, per token. */
import type { CallKind } from '../../thread/tool-kind.ts';
import type { Line, LineKind, Passage } from './lines.ts';
import { WordTable } from './scan.ts';
import { WEIGHTS } from './weights.ts';

/** A passage in its place: `at` counts the head's items, and what is kept after them. */
export interface Source {
  readonly passage: Passage;
  readonly at: number;
  /** What the call did that gave or took this text. */
  readonly call: CallKind | undefined;
}

export interface ScoredLine {
  readonly line: Line;
  readonly source: Source;
  /** Its place in the passage. */
  readonly index: number;
  /** Zero: not worth a line of its own. */
  readonly score: number;
}

/** Shorter lines only matter between others. */
export const GLUE = 8;

interface Use {
  count: number;
  last: number;
}

/**
 * The lines of `sources` in their order, the last copy of each; those that stand in `kept` too, or in `told`, are left out.
 * Linear in the text.
 */
export function scoreLines(
  sources: readonly Source[],
  kept: readonly Passage[],
  told: ReadonlySet<string>,
): readonly ScoredLine[] {
  const end = (sources.at(-1)?.at ?? 0) + 1;
  const own = usesByModel(sources, kept, end);
  const taken = new Set(told);
  for (const passage of kept) for (const line of passage.lines) taken.add(line.key);
  const scored: ScoredLine[] = [];
  for (let i = sources.length - 1; i >= 0; i--) {
    const source = sources[i];
    if (!source) continue;
    const { lines } = source.passage;
    for (let index = lines.length - 1; index >= 0; index--) {
      const line = lines[index];
      if (!line) continue;
      const isGlue = line.key.length < GLUE;
      if (!isGlue) {
        if (taken.has(line.key)) continue;
        taken.add(line.key);
      }
      scored.push({ line, source, index, score: isGlue ? 0 : scoreOf(line, source, end, own) });
    }
  }
  return scored.reverse();
}

interface ModelUses {
  /** In how many messages it wrote a line. */
  readonly lines: ReadonlyMap<string, Use>;
  readonly words: WordTable;
}

function usesByModel(sources: readonly Source[], kept: readonly Passage[], end: number): ModelUses {
  const lines = new Map<string, Use>();
  const words = new WordTable();
  const note = (passage: Passage, at: number) => {
    if (!isOwn(passage.kind)) return;
    for (const line of passage.lines) {
      if (line.key.length >= GLUE) use(lines, line.key, at);
      words.add(line.key);
    }
  };
  for (const { passage, at } of sources) note(passage, at);
  for (const passage of kept) note(passage, end);
  return { lines, words };
}

function use(uses: Map<string, Use>, key: string, at: number): void {
  const known = uses.get(key);
  if (!known) uses.set(key, { count: 1, last: at });
  else if (known.last !== at) {
    known.count++;
    known.last = at;
  }
}

export function isOwn(kind: LineKind): boolean {
  return kind !== 'result' && kind !== 'typed' && kind !== 'program' && kind !== 'summary';
}

function scoreOf(line: Line, { passage, at, call }: Source, end: number, own: ModelUses): number {
  const { kind } = passage;
  const fresh = (at + 1) / end;
  let score = WEIGHTS.kind[kind] * (WEIGHTS.old + fresh * fresh);
  const copies = own.lines.get(line.key);
  if (isOwn(kind)) {
    score *= 1 + WEIGHTS.repeated * Math.log(copies?.count ?? 1);
    if (call === 'todo') score *= WEIGHTS.todoInput;
  } else if (kind === 'result') {
    score *= WEIGHTS.resultOf[call ?? 'other'];
    score *= copies ? WEIGHTS.ownCopy : shareKnown(line, own);
  }
  return score;
}

/** More for lines whose words the model has used itself. */
function shareKnown(line: Line, own: ModelUses): number {
  return WEIGHTS.unknown + (WEIGHTS.known - WEIGHTS.unknown) * own.words.shareKnown(line.key);
}
