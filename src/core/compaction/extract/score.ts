/** Scores each removed line by how likely it is needed again, per token. */
import { assertNever } from '../../lang/assert-never.ts';
import type { CallKind } from '../../thread/tool-kind.ts';
import type { KeptText } from './kept-text.ts';
import type { LineKind } from './lines.ts';
import { isFromModel, type ModelText, modelText } from './model-text.ts';
import { nearEdits } from './near-edits.ts';
import type { PassageSource } from './passage-sources.ts';
import type { PassageLine } from './split.ts';
import { type Age, MIN_LINE_LENGTH, WEIGHTS } from './weights.ts';

export interface ScoredLine {
  readonly line: PassageLine;
  readonly source: PassageSource;
  /** Its place in the passage. */
  readonly index: number;
  /** Zero for a very short line and for a copy: these only come along between chosen lines. */
  readonly score: number;
}

/**
 * The lines of `sources` in their order. Only the last copy of each is scored, and none where the line stands in `kept` too, or in
 * `told`. Linear in the text of `sources`.
 */
export function scoreLines(
  sources: readonly PassageSource[],
  kept: Pick<KeptText, 'lines' | 'own'>,
  told: ReadonlySet<string>,
): readonly ScoredLine[] {
  const end = (sources.at(-1)?.at ?? 0) + 1;
  const own = modelText(sources, kept.own);
  const taken = new Set(told);
  const scored: ScoredLine[] = [];
  for (let i = sources.length - 1; i >= 0; i--) {
    const source = sources[i];
    if (!source) continue;
    const { lines, kind } = source.passage;
    const worth = worthOf(source, end);
    const near = nearEdits(source, own);
    for (let index = lines.length - 1; index >= 0; index--) {
      const line = lines[index];
      if (!line) continue;
      const isScored = line.key.length >= MIN_LINE_LENGTH && !taken.has(line.key) && !kept.lines.has(line.key);
      if (isScored) taken.add(line.key);
      const score = !isScored ? 0 : worth * factorOf(line, kind, own) * (near?.[index] ?? 1);
      scored.push({ line, source, index, score });
    }
  }
  return scored.reverse();
}

/** What any line of a source is worth, before it is looked at. */
function worthOf({ passage: { kind }, at, call }: PassageSource, end: number): number {
  const { old, power } = WEIGHTS.age[ageOf(kind, call)];
  const worth = WEIGHTS.kind[kind] * (old + ((at + 1) / end) ** power);
  if (kind === 'result') return worth * WEIGHTS.resultOf[call ?? 'other'];
  return isFromModel(kind) && call === 'todo' ? worth * WEIGHTS.todoInput : worth;
}

/** How much more or less than others of its source a line is worth by what the model wrote. */
function factorOf(line: PassageLine, kind: LineKind, own: ModelText): number {
  if (kind !== 'result' && !isFromModel(kind)) return 1;
  const uses = own.uses(line.key);
  if (kind !== 'result') return 1 + WEIGHTS.repeated * Math.log(Math.max(1, uses));
  return uses > 0 ? WEIGHTS.ownCopy : shareKnown(line, own);
}

/** Prose and the outputs of commands are soon outdated, the text of files is not. */
function ageOf(kind: LineKind, call: CallKind | undefined): Age {
  switch (kind) {
    case 'said':
    case 'thought':
      return 'prose';
    case 'result':
      return call === 'read' ? 'text' : 'output';
    case 'command':
      return 'command';
    case 'typed':
    case 'program':
    case 'written':
    case 'anchor':
    case 'argument':
    case 'summary':
      return 'text';
    default:
      return assertNever(kind);
  }
}

/** More for lines whose words the model has used itself. */
function shareKnown(line: PassageLine, own: ModelText): number {
  return WEIGHTS.unknown + (WEIGHTS.known - WEIGHTS.unknown) * own.shareKnown(line.key);
}
