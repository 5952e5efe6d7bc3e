/** The summary's index of names: identifiers and paths of the removed messages that the new context mentions nowhere else. */
import type { Json } from '../../lang/json.ts';
import type { Block } from '../../message/message.ts';
import type { MessageEntry } from '../../thread/entry.ts';
import { estimateText } from '../../tokens/estimate.ts';
import { countWithin, fillBudget } from './fill-budget.ts';
import { addNames } from './scan.ts';

interface EntryNames {
  readonly all: ReadonlySet<string>;
  /** True if the model or a person wrote the entry; false for a tool or the program. */
  readonly own: boolean;
}

const known = new WeakMap<MessageEntry, EntryNames>();

export function namesOf(entry: MessageEntry): EntryNames {
  const found = known.get(entry);
  if (found) return found;
  const all = new Set<string>();
  for (const block of entry.blocks) eachText(block, (text) => addNames(text, all));
  const names = { all, own: entry.origin === 'model' || entry.origin === 'typed' };
  known.set(entry, names);
  return names;
}

function eachText(block: Block, visit: (text: string) => void): void {
  if (block.type === 'text' || block.type === 'thinking') visit(block.text);
  else if (block.type === 'tool_use') eachString(block.input, visit, 0);
  else if (block.type === 'tool_result') for (const part of block.content) if (part.type === 'text') visit(part.text);
}

function eachString(value: Json, visit: (text: string) => void, depth: number): void {
  if (typeof value === 'string') visit(value);
  else if (typeof value === 'number') visit(String(value));
  else if (typeof value === 'object' && value !== null && depth < 6)
    for (const item of Object.values(value)) eachString(item, visit, depth + 1);
}

/** Adds the parts of each name: for `src/a/b.ts` also `b.ts`, `a/b.ts` and `src/a`. */
export function addParts(names: Set<string>): void {
  for (const name of [...names]) {
    for (let i = 1; i < name.length - 1; i++) {
      const code = name.charCodeAt(i);
      if (code !== 46 && code !== 47) continue; // `.` and `/`
      names.add(name.slice(0, i));
      names.add(name.slice(i + 1));
    }
  }
}

interface Mentions {
  byAuthors: number;
  lastByAuthors: number;
  byTools: number;
  lastByTools: number;
}

const LONGEST = 120;

/** The weight of a mention in a tool result; a mention by the model or a person weighs 1. */
const TOOL_WEIGHT = 0.05;

/** The recency weight of the oldest mention. */
const LEAST_RECENCY = 0.2;

/** n mentions weigh n ** COUNT_EXPONENT. */
const COUNT_EXPONENT = 0.8;

/**
 * The names of `head` that are not in `shown`, the likeliest to be needed first, as lines of names between blanks; at most
 * `budget` tokens.
 */
export function indexNames(
  head: readonly MessageEntry[],
  shown: Pick<ReadonlySet<string>, 'has'>,
  budget: number,
): string {
  const mentions = new Map<string, Mentions>();
  head.forEach((entry, at) => {
    const { all, own } = namesOf(entry);
    for (const name of all) {
      if (name.length > LONGEST || shown.has(name)) continue;
      const known = mentions.get(name) ?? { byAuthors: 0, lastByAuthors: 0, byTools: 0, lastByTools: 0 };
      mentions.set(name, known);
      if (own) {
        known.byAuthors++;
        known.lastByAuthors = at + 1;
      } else {
        known.byTools++;
        known.lastByTools = at + 1;
      }
    }
  });
  const best = [...mentions]
    .map(([name, known]) => {
      const cost = estimateText(` ${name}`);
      return { name, cost, worth: worthOf(known, head.length) / (cost + 1) };
    })
    .sort((a, b) => b.worth - a.worth || (a.name < b.name ? -1 : 1));
  let tokens = 0;
  const costs = Float64Array.from(best, ({ cost }) => {
    tokens += cost;
    return tokens;
  });
  return fillBudget(
    budget,
    best.length,
    (room) => countWithin(costs, room),
    (count) => wrap(best.slice(0, count).map(({ name }) => name)),
  );
}

/** Weighs names by who mentioned them, how often and how recently. */
function worthOf(
  { byAuthors: own, lastByAuthors: lastOwn, byTools: told, lastByTools: lastTold }: Mentions,
  end: number,
): number {
  const used = own ** COUNT_EXPONENT * (LEAST_RECENCY + (lastOwn / end) ** 2);
  const seen = TOOL_WEIGHT * told ** COUNT_EXPONENT * (LEAST_RECENCY + (lastTold / end) ** 2);
  return used + seen;
}

const WIDTH = 110;

function wrap(names: readonly string[]): string {
  const lines: string[] = [];
  let line = '';
  for (const name of names) {
    line = line === '' ? name : `${line} ${name}`;
    if (line.length < WIDTH) continue;
    lines.push(line);
    line = '';
  }
  if (line !== '') lines.push(line);
  return lines.join('\n');
}
