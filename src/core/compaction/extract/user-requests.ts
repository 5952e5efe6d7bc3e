/** The summary's section of user requests: every typed message, long ones shortened. */
import { endOf, startOf } from '../../lang/clip.ts';
import type { MessageEntry } from '../../thread/entry.ts';
import { estimateText } from '../../tokens/estimate.ts';
import { type Section, type SectionItem, section } from './section.ts';
import { SUMMARY_LABELS } from './summary-labels.ts';

const FEWEST_TOKENS = 16;
const QUOTE_TOKENS = 2;

/** Short messages whole, the others cut to one level; where even that is too much, the first one and the newest ones. */
export function userRequestsSection(entries: readonly MessageEntry[], budget: number): Section {
  const texts = entries
    .filter((entry) => entry.origin === 'typed')
    .map(textOf)
    .filter((text) => text !== '');
  if (texts.length === 0) return section(SUMMARY_LABELS.asks, [], budget);
  const sizes = texts.map((text) => estimateText(text) + QUOTE_TOKENS * (text.split('\n').length + 1));
  const level = Math.max(FEWEST_TOKENS, levelOf(sizes, budget - estimateText(SUMMARY_LABELS.asks) - 8));
  const items = texts.map((text, i): SectionItem => {
    const isFirst = i === 0;
    const shown = shorten(text, isFirst ? 2 * level : level, sizes[i] ?? 1);
    return { text: quote(shown), rank: isFirst ? -1 : texts.length - i };
  });
  return section(SUMMARY_LABELS.asks, items, budget);
}

function textOf(entry: MessageEntry): string {
  const parts = entry.blocks.map((block) => {
    if (block.type === 'text') return block.text.trim();
    return block.type === 'image' || block.type === 'document' ? `[${block.type}]` : '';
  });
  return parts.filter((part) => part !== '').join('\n');
}

/** The size to which the larger of `sizes` must be cut so that all fit. */
function levelOf(sizes: readonly number[], budget: number): number {
  let room = budget;
  let left = sizes.length + 1; // the first one may take twice the level
  for (const size of [...sizes].sort((a, b) => a - b)) {
    if (size > room / left) break;
    room -= size;
    left--;
  }
  return Math.floor(room / Math.max(1, left));
}

/** The beginning and, a third as much, the end. */
function shorten(text: string, tokens: number, size: number): string {
  if (size <= tokens) return text;
  const length = Math.max(40, Math.floor((text.length * tokens * 0.9) / size));
  if (length >= text.length) return text;
  const end = endOf(text, Math.floor(length / 4));
  return `${startOf(text, Math.ceil((3 * length) / 4)).trimEnd()} […] ${end.trimStart()}`;
}

function quote(text: string): string {
  return text
    .split('\n')
    .map((line, i) => (i === 0 ? `- ${line}` : `  ${line}`))
    .join('\n');
}
