/** Renders a section of the summary: a heading and as many items as its budget allows. */
import { estimateText } from '../../tokens/estimate.ts';

/** `rank`: the lower, the later it is left out; items are printed in the order of the list. */
export interface SectionItem {
  readonly text: string;
  readonly rank: number;
}

export interface Section {
  readonly text: string;
  readonly tokens: number;
}

export const NO_SECTION: Section = { text: '', tokens: 0 };

/** At most `budget` tokens; nothing when not even one item fits below its heading. An item that doesn't fit is passed over. */
export function section(heading: string, items: readonly SectionItem[], budget: number): Section {
  let tokens = estimateText(`## ${heading}\n\n`) + 1;
  const chosen = new Set<SectionItem>();
  for (const item of [...items].sort((a, b) => a.rank - b.rank)) {
    const cost = estimateText(`${item.text}\n`) + 1;
    if (tokens + cost > budget) continue;
    tokens += cost;
    chosen.add(item);
  }
  if (chosen.size === 0) return NO_SECTION;
  const lines = items.filter((item) => chosen.has(item)).map((item) => item.text);
  return { text: `## ${heading}\n\n${lines.join('\n')}`, tokens };
}

/** As inline code, with a fence that the text itself does not hold. */
export function code(text: string): string {
  let longest = 0;
  for (const [run] of text.matchAll(/`+/g)) longest = Math.max(longest, run.length);
  const fence = '`'.repeat(longest + 1);
  return longest === 0 ? `\`${text}\`` : `${fence} ${text} ${fence}`;
}
