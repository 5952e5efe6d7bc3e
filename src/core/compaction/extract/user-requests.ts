/** The summary's section of user requests: short typed messages whole, long ones shortened, rules before all else. */
import { endOf, startOf } from '../../lang/clip.ts';
import { attachmentMark } from '../../message/attachment.ts';
import { ENGLISH } from '../../prompts/labels/en.ts';
import type { ThreadLabels } from '../../prompts/labels/labels.ts';
import type { MessageEntry } from '../../thread/entry.ts';
import { estimateText } from '../../tokens/estimate.ts';
import { statesRule } from './rules.ts';
import { type Section, type SectionItem, section } from './section.ts';

const FEWEST_TOKENS = 16;
const QUOTE_TOKENS = 2;
/** Typed messages of at most so many tokens are kept whole. */
const WHOLE_TOKENS = 200;

/** What is left out first has the highest tier. */
const TIERS = { rule: 0, ruleInLong: 1, whole: 2, long: 3 } as const;
const TIER = 1e9;

/**
 * Short messages whole, those with rules first, then the first one and the newest ones; of long messages the paragraphs with rules, and as much
 * of each, cut to one level, as `longBudget` leaves. `budget` is the limit of all.
 */
export function userRequestsSection(
  entries: readonly MessageEntry[],
  budget: number,
  longBudget = budget,
  labels: ThreadLabels = ENGLISH,
): Section {
  const texts = entries
    .filter((entry) => entry.origin === 'typed')
    .map(textOf)
    .filter((text) => text !== '');
  const sizes = texts.map((text) => estimateText(text) + QUOTE_TOKENS * (text.split('\n').length + 1));
  const isLong = (size: number) => size > WHOLE_TOKENS;
  const short = sizes.reduce((total, size) => (isLong(size) ? total : total + size), 0);
  const room = Math.min(budget, longBudget) - estimateText(labels.asks) - 8 - Math.min(short, budget);
  const level = levelOf(sizes.filter(isLong), room);
  const items = texts.flatMap((text, i): readonly SectionItem[] => {
    const order = i === 0 ? -1 : texts.length - i;
    const rank = (tier: keyof typeof TIERS) => TIERS[tier] * TIER + order;
    const size = sizes[i] ?? 1;
    if (!isLong(size)) return [{ text: quote(text), rank: rank(statesRule(text) ? 'rule' : 'whole') }];
    const shown = longBudget > 0 ? shorten(text, Math.max(FEWEST_TOKENS, i === 0 ? 2 * level : level), size) : '';
    const rules = rulesIn(text).filter((rule) => !shown.includes(rule));
    return [
      ...(shown === '' ? [] : [{ text: quote(shown), rank: rank('long') }]),
      ...rules.map((rule) => ({ text: quote(`[…] ${rule}`), rank: rank('ruleInLong') })),
    ];
  });
  return section(labels.asks, items, budget);
}

/** The end of a paragraph, or of an item in a list. */
const PARAGRAPH_END = /\n[^\S\n]*\n|\n(?=[^\S\n]*(?:[-*+•]|\d{1,3}[.)])\s)/;

/** The paragraphs that state a rule, as it may go on over lines; of one that is itself long, as a log is, the lines. */
function rulesIn(text: string): readonly string[] {
  return text
    .split(PARAGRAPH_END)
    .flatMap((paragraph) => (estimateText(paragraph) > WHOLE_TOKENS ? paragraph.split('\n') : [paragraph]))
    .filter(statesRule)
    .map((rule) => rule.trim());
}

function textOf(entry: MessageEntry): string {
  const parts = entry.blocks.map((block) => {
    if (block.type === 'text') return block.text.trim();
    if (block.type === 'attachment') return attachmentMark(block);
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

/** As it was typed: lines that were set in would no longer be word for word. */
function quote(text: string): string {
  return `- ${text}`;
}
