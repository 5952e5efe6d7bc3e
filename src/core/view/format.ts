/** Formats numbers and times for people: tokens, percentages, bytes, the time of an entry. */

const formats = new Map<string, Intl.NumberFormat>();

function numberFormat(locale: string | undefined, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = JSON.stringify([locale, options]);
  const found = formats.get(key) ?? new Intl.NumberFormat(locale, options);
  formats.set(key, found);
  return found;
}

function scaled(value: number, unit: string, min: number, max: number, locale: string | undefined): string {
  const digits = { minimumFractionDigits: min, maximumFractionDigits: max };
  return `${numberFormat(locale, digits).format(value)}${unit}`;
}

/** A count in full, with the separators of the language: `1,912`. */
export function formatCount(count: number, locale?: string): string {
  return numberFormat(locale, { maximumFractionDigits: 0 }).format(count);
}

/** A count in words that a screen reader speaks well, in the units of the language: `1.2 thousand`, `148 thousand`, `14.8万`. */
export function formatSpoken(count: number, language: string): string {
  if (Math.abs(count) < 1000) return formatCount(count, language);
  return numberFormat(language, {
    notation: 'compact',
    compactDisplay: 'long',
    maximumFractionDigits: 1,
    maximumSignificantDigits: 3,
    roundingPriority: 'lessPrecision',
  }).format(count);
}

/** Tokens in a sentence: `850`, `3.1k`, `62k`, `1.2M`; a decimal only below 10k and from a million. */
export function formatTokens(tokens: number, locale?: string): string {
  const size = Math.abs(tokens);
  if (size < 999.5) return formatCount(tokens, locale);
  if (size < 9_950) return scaled(tokens / 1000, 'k', 0, 1, locale);
  if (size < 999_500) return scaled(tokens / 1000, 'k', 0, 0, locale);
  return scaled(tokens / 1e6, 'M', 0, 1, locale);
}

/** Tokens in a column: `850`, `73.0k`, `124k`, `1.2M`; always one decimal below 100k, so that digits stand under digits. */
export function formatTokensInTable(tokens: number, locale?: string): string {
  const size = Math.abs(tokens);
  if (size >= 999.5 && size < 99_950) return scaled(tokens / 1000, 'k', 1, 1, locale);
  return formatTokens(tokens, locale);
}

/** A share, `62%` or with one decimal `1.6%`; never clamped. */
export function formatPercent(ratio: number, decimals: 0 | 1, locale?: string): string {
  const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  return numberFormat(locale, { style: 'percent', ...digits }).format(ratio);
}

/** Marks an estimate: a `~` stands before every number that is not measured. */
export function approximate(text: string, estimated: boolean): string {
  return estimated ? `~${text}` : text;
}

/** Bytes in a sentence: `512 B`, `50 KB`, `1.5 MB`, by steps of 1024 (R33). */
export function formatBytes(bytes: number, locale?: string): string {
  if (bytes < 1024) return `${formatCount(bytes, locale)} B`;
  if (bytes < 1024 * 1024) return scaled(bytes / 1024, ' KB', 0, 0, locale);
  return scaled(bytes / (1024 * 1024), ' MB', 0, 1, locale);
}

/** A time of today as `14:07`, an earlier one with its date. Both are milliseconds since 1970. */
export function formatClock(at: number, now: number, locale?: string): string {
  const time: Intl.DateTimeFormatOptions = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' };
  const when = new Date(at);
  const today = when.toDateString() === new Date(now).toDateString();
  const day: Intl.DateTimeFormatOptions = today ? {} : { day: 'numeric', month: 'short' };
  return new Intl.DateTimeFormat(locale, { ...time, ...day }).format(when);
}

/** An estimated price in US dollars with two significant digits: `~$0.02`, `~$0.035`, `~$1.20`. */
export function formatPrice(dollars: number, locale?: string): string {
  const size = Math.abs(dollars);
  const decimals = size === 0 || size >= 0.1 ? 2 : Math.min(6, Math.max(2, 1 - Math.floor(Math.log10(size))));
  const digits = { minimumFractionDigits: 2, maximumFractionDigits: decimals };
  const usd: Intl.NumberFormatOptions = { style: 'currency', currency: 'USD', currencyDisplay: 'narrowSymbol' };
  return approximate(numberFormat(locale, { ...usd, ...digits }).format(dollars), true);
}
