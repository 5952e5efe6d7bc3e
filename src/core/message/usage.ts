/** Token usage in one form for all providers (R40). */
import { readCount, readField } from '../lang/read-value.ts';
import type { TokenUsage } from './message.ts';

/** A usage with its total; parts that a provider doesn't report are 0. */
export function tokenUsage(parts: Partial<Omit<TokenUsage, 'total'>>): TokenUsage {
  const { input = 0, output = 0, cacheCreation = 0, cacheRead = 0 } = parts;
  return { input, output, cacheCreation, cacheRead, total: input + output + cacheCreation + cacheRead };
}

/** Counts of one report, as they were read; undefined where the report has none or none that is a count. */
export type ReportedCounts = { readonly [Part in keyof Omit<TokenUsage, 'total'>]?: number | undefined };

/** The usage in a report of which some counts may be bad: these are 0. Undefined where no count can be read. */
export function reportedUsage({ input, output, cacheCreation, cacheRead }: ReportedCounts): TokenUsage | undefined {
  if ([input, output, cacheCreation, cacheRead].every((count) => count === undefined)) return undefined;
  return tokenUsage({
    input: input ?? 0,
    output: output ?? 0,
    cacheCreation: cacheCreation ?? 0,
    cacheRead: cacheRead ?? 0,
  });
}

/** The same for a report whose input includes what was read from the cache and written to it. */
export function inclusiveUsage({ input, ...others }: ReportedCounts): TokenUsage | undefined {
  const { cacheCreation = 0, cacheRead = 0 } = others;
  return reportedUsage({ ...others, input: input && Math.max(0, input - cacheRead - cacheCreation) });
}

/** A usage in our own form that something else may have written. */
export function readUsage(value: unknown): TokenUsage | undefined {
  const [input, output, cacheCreation, cacheRead] = ['input', 'output', 'cacheCreation', 'cacheRead'].map((part) =>
    readCount(readField(value, part)),
  );
  return reportedUsage({ input, output, cacheCreation, cacheRead });
}

/** The sum of the usage of two calls. */
export function addUsage(a: TokenUsage, b: Partial<Omit<TokenUsage, 'total'>>): TokenUsage {
  return tokenUsage({
    input: a.input + (b.input ?? 0),
    output: a.output + (b.output ?? 0),
    cacheCreation: a.cacheCreation + (b.cacheCreation ?? 0),
    cacheRead: a.cacheRead + (b.cacheRead ?? 0),
  });
}
