/** Keeps the usage reports of a thread's own requests that the measure needs. */
import type { List } from '../lang/grow-list.ts';
import type { TokenUsage } from '../message/message.ts';
import type { Entry, MessageEntry } from './entry.ts';
import { itemOf } from './items.ts';

/** A reply whose usage a provider reported, and our estimates of the same request (R23, R25). */
export interface UsageReport {
  /** Its place among the reports of its model, from 0. */
  readonly nth: number;
  readonly entry: MessageEntry & { readonly usage: TokenUsage };
  /** Estimated tokens of the messages that were sent, and of the reply as it is sent from then on. */
  readonly sent: number;
  readonly reply: number;
  /** The newest boundary at the time of the request. */
  readonly boundary: number;
}

/** By model; `''` where a report names none. */
export type Reports = ReadonlyMap<string, readonly UsageReport[]>;

/** Tokens of the request: what is left of a usage without its output. */
export function inputOf({ input, cacheCreation, cacheRead }: TokenUsage): number {
  return input + cacheCreation + cacheRead;
}

/** Another agent's request had another system prompt and other tools: its usage measures nothing of ours. Zero is no report. */
export function reportsUsage(entry: Entry): entry is UsageReport['entry'] {
  if (entry.type !== 'message' || !entry.usage || entry.source === 'imported') return false;
  const input = inputOf(entry.usage);
  return Number.isFinite(input) && input > 0;
}

const LEVELS = 6;

/**
 * The reports that are kept once there is one more: the newest ones, and further back ever fewer, some ten over the last 64. So
 * the measure takes constant time and still sees reports that lie far apart. Which ones depends on nothing but their number.
 */
export function withReport<R extends { readonly nth: number }>(kept: readonly R[], next: R): readonly R[] {
  const isKept = ({ nth }: R) => {
    for (let step = 1; step < 2 ** LEVELS; step *= 2) {
      if (nth % step === 0 && next.nth - nth < 2 * step) return true;
    }
    return false;
  };
  return [...kept, next].filter(isKept);
}

/** Models whose reports are kept. */
const MOST_MODELS = 16;

/** The reports by model with those of one model anew; of too many models the one that reported longest ago goes. */
export function withModel<R>(
  reports: ReadonlyMap<string, readonly R[]>,
  model: string,
  kept: readonly R[],
): ReadonlyMap<string, readonly R[]> {
  const others = [...reports].filter(([other]) => other !== model);
  return new Map([...others.slice(1 - MOST_MODELS), [model, kept]]);
}

/** The number of the report after these. */
export function nextNth(kept: readonly { readonly nth: number }[]): number {
  return (kept.at(-1)?.nth ?? -1) + 1;
}

/** The context before an entry. */
interface Before {
  readonly tokens: number;
  readonly boundary: number;
}

/** A report found in a log: `at` is its index there. */
export type FoundReport = Pick<UsageReport, 'nth' | 'entry'> & { readonly at: number };

/**
 * Gives reports that were found in a log their estimates. `before` replays a log, which is linear; it is asked only where a
 * boundary lies between one report and the next.
 */
export function sizedReports(
  entries: List<Entry>,
  found: ReadonlyMap<string, readonly FoundReport[]>,
  { before, isBoundary }: { before: (entries: List<Entry>) => Before; isBoundary: (entry: Entry) => boolean },
): Reports {
  const sizes = new Map<number, Before>();
  let from = 0;
  let there: Before = { tokens: 0, boundary: 0 };
  for (const { at } of [...found.values()].flat().sort((a, b) => a.at - b.at)) {
    const between = entries.slice(from, at);
    there = between.some(isBoundary)
      ? before(entries.slice(0, at))
      : { ...there, tokens: there.tokens + between.reduce((sum, entry) => sum + tokensOf(entry), 0) };
    sizes.set(at, there);
    from = at;
  }
  const sized = ({ nth, entry, at }: FoundReport): UsageReport => {
    const { tokens: sent = 0, boundary = 0 } = sizes.get(at) ?? {};
    return { nth, entry, sent, reply: tokensOf(entry), boundary };
  };
  return new Map([...found].map(([model, reports]) => [model, reports.map(sized)]));
}

function tokensOf(entry: Entry): number {
  return entry.type === 'message' ? itemOf(entry).tokens : 0;
}
