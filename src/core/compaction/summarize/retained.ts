/** Carries the retained lines over from compaction to compaction, also those that a later reply leaves out (R48). */
import type { List } from '../../lang/grow-list.ts';
import type { ContextItem } from '../../thread/items.ts';
import { estimateText } from '../../tokens/estimate.ts';
import type { Limits } from '../limits.ts';
import type { SummaryOptions } from './options.ts';

/** Starts the message that holds the retained lines, so that the next compaction finds them, and the model takes them for no new message. */
export const RETAIN_LABEL =
  'Record of an earlier part of this thread: lines that were kept from it, carried over from compaction to compaction:';

/** With those of earlier versions, which logs still hold. */
const LABELS = [RETAIN_LABEL, 'Must not be lost (carried over from compaction to compaction):'];

/** Whether a text is the message of the retained lines. */
export function isRetained(text: string): boolean {
  return LABELS.some((label) => text.startsWith(label));
}

/** The lines of such a text, as they stand below its label; undefined for another. */
export function retainedIn(text: string): string | undefined {
  const label = LABELS.find((one) => text.startsWith(one));
  return label === undefined ? undefined : text.slice(label.length).replace(/^\n/, '');
}

/** The lines that earlier summaries in these items retained. */
export function retainedLines(items: List<ContextItem>): readonly string[] {
  return items.flatMap((item) => {
    if (item.type !== 'edit') return [];
    const [block] = item.message.blocks;
    return block?.type === 'text' ? linesOf(retainedIn(block.text) ?? '') : [];
  });
}

/** These lines may take this share of the target (R48). */
const SHARE = 0.1;

/**
 * The message of the lines that a reply retains, with those that it forgot of what goes; empty where none are, or wanted. It has at
 * most `most` tokens, but lines that an earlier summary retained stay beyond that too, as far as they fit the share of the target.
 */
export function keptRetained(
  retain: string,
  runs: readonly { readonly items: List<ContextItem> }[],
  { retainPrompt }: Pick<SummaryOptions, 'retainPrompt'>,
  { target }: Pick<Limits, 'target'>,
  most = Number.POSITIVE_INFINITY,
): string {
  if (retainPrompt === null) return '';
  const old = runs.flatMap((run) => retainedLines(run.items));
  const budget = Math.floor(target * SHARE);
  const whole = carryOver(retain, old, budget);
  const lines = sizeOf(whole) <= most ? whole : oldFirst(retain, old, { budget, most });
  return lines === '' ? '' : `${RETAIN_LABEL}\n${lines}`;
}

function sizeOf(lines: string): number {
  return estimateText(`${RETAIN_LABEL}\n${lines}`);
}

/** Where there is not room for all: the old lines up to `budget` tokens, then the reply's as long as all take at most `most`. Linear. */
function oldFirst(
  retain: string,
  old: readonly string[],
  { budget, most }: { readonly budget: number; readonly most: number },
): string {
  const kept = carryOver('', old, budget);
  return withMore(linesOf(kept), linesOf(retain), most - sizeOf(kept));
}

/** The reply's lines, then the old ones that it dropped, as long as all take at most `budget` tokens. */
export function carryOver(retain: string, old: readonly string[], budget: number): string {
  const lines = linesOf(retain);
  return withMore(lines, old, budget - estimateText(lines.join('\n')));
}

/** The lines, then those of `more` that they don't have, up to the first that exceeds `room` tokens. */
function withMore(lines: readonly string[], more: readonly string[], room: number): string {
  const all = [...lines];
  const known = new Set(lines.map(bare));
  let left = room;
  for (const line of more) {
    if (known.has(bare(line))) continue;
    left -= estimateText(`\n${line}`);
    if (left < 0) break;
    known.add(bare(line));
    all.push(line);
  }
  return all.join('\n');
}

function linesOf(text: string): string[] {
  return text.split('\n').flatMap((line) => (line.trim() === '' ? [] : [line.trimEnd()]));
}

/** A line without its list mark and spelling of space, to tell whether it was kept. */
function bare(line: string): string {
  return line
    .replace(/^\s*(?:[-*•]|\d+[.)])\s+/, '')
    .replace(/\s+/g, ' ')
    .trim();
}
