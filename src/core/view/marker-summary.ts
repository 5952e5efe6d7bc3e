/** Reads the summary of a compaction as its marker shows it: the text, its tokens, and what it retains. */
import { isMadeFromLog, TYPED_LABEL } from '../compaction/notes.ts';
import { isRetained } from '../compaction/summarize/retained.ts';
import { oneLine } from '../lang/clip.ts';
import type { Block, Message } from '../message/message.ts';
import type { Fate } from '../thread/edit.ts';
import type { CompactionEntry } from '../thread/entry.ts';
import { estimateMessage } from '../tokens/estimate.ts';
import type { RetainedPart } from './marker-parts.ts';

/** Sections that a marker lists. */
const MOST_SECTIONS = 12;

/** Characters of a section's heading. */
const HEADING_LENGTH = 60;

/** What the model reads in place of what was summarized; empty when nothing is. */
export function summaryText(compaction: CompactionEntry): string {
  return summaryTexts(compaction).join('\n\n');
}

export function summaryTokens(compaction: CompactionEntry): number {
  return summaryMessages(compaction).reduce((sum, { blocks }) => sum + estimateMessage(blocks), 0);
}

/**
 * The parts of the summary: the sections of its Markdown with the number of their entries, the lines that were carried over from
 * earlier summaries, and whether it repeats what the person typed. Linear.
 */
export function retainedParts(compaction: CompactionEntry): readonly RetainedPart[] {
  const sections = new Map<string, number>();
  let carried = 0;
  let typed = false;
  for (const text of summaryTexts(compaction)) {
    if (isRetained(text)) carried += text.split('\n').filter((line) => line.trim() !== '').length - 1;
    else if (text.startsWith(TYPED_LABEL)) typed = true;
    else if (!isMadeFromLog(text)) countSections(text, sections);
  }
  return [
    ...[...sections]
      .slice(0, MOST_SECTIONS)
      .map(([heading, entries]) => ({ kind: 'section', heading, entries }) as const),
    ...(carried > 0 ? [{ kind: 'carried', entries: carried } as const] : []),
    ...(typed ? [{ kind: 'typed' } as const] : []),
  ];
}

const FENCE = /^ {0,3}(?:```|~~~)/;
const HEADING = /^#{1,4} +(\S.*)$/;
const ENTRY = /^(?:[-*+]|\d{1,4}[.)]) /;

function countSections(text: string, sections: Map<string, number>): void {
  let heading: string | undefined;
  let isFenced = false;
  for (const line of text.split('\n')) {
    if (FENCE.test(line)) isFenced = !isFenced;
    if (isFenced) continue;
    const [, found] = HEADING.exec(line) ?? [];
    if (found !== undefined) heading = oneLine(found, HEADING_LENGTH);
    if (heading !== undefined && (found !== undefined || ENTRY.test(line)))
      sections.set(heading, (sections.get(heading) ?? 0) + (found === undefined ? 1 : 0));
  }
}

function summaryTexts(compaction: CompactionEntry): readonly string[] {
  const blocks = summaryMessages(compaction).flatMap((message): readonly Block[] => message.blocks);
  return blocks.flatMap((block) => (block.type === 'text' || block.type === 'native' ? [block.text] : []));
}

/** Notes and the lines of collapsed rounds are not shown as a summary. */
const IS_SHOWN: Readonly<Record<Fate, boolean>> = {
  summarized: true,
  replaced: true,
  native: true,
  trimmed: true,
  collapsed: false,
  dropped: false,
};

function summaryMessages({ edits }: CompactionEntry): readonly Message[] {
  return edits.flatMap((edit) => (edit.type === 'entries' && IS_SHOWN[edit.fate] ? edit.replacement : []));
}
