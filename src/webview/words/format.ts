/** Formats numbers, prices and times in the person's language. */
import * as format from '../../core/view/format.ts';
import { locale, t, wordsLanguage } from './l10n.ts';

export function count(value: number): string {
  return format.formatCount(value, locale());
}

/** Tokens in a sentence; `estimated` puts the `~`. */
export function tokens(value: number, estimated = false): string {
  return format.approximate(format.formatTokens(value, locale()), estimated);
}

/** Tokens in a table's column. */
export function tokensInTable(value: number, estimated = false): string {
  return format.approximate(format.formatTokensInTable(value, locale()), estimated);
}

export function percent(ratio: number, decimals: 0 | 1 = 0): string {
  return format.formatPercent(ratio, decimals, locale());
}

/** The difference in tokens, `~22k less`; `estimated` puts the `~`. */
export function change(before: number, after: number, estimated = false): string {
  const size = tokens(Math.abs(after - before), estimated);
  return after > before ? t('{0} more', size) : t('{0} less', size);
}

export function bytes(value: number): string {
  return format.formatBytes(value, locale());
}

/** A span of time as `0:08` or `1:02:03`. */
export function elapsed(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000));
  const two = (n: number) => String(n).padStart(2, '0');
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/** An estimated price in US dollars: `~$0.02`. */
export function price(dollars: number): string {
  return format.formatPrice(dollars, locale());
}

/** A time of today as `14:07`, an earlier one with its date. `at` is milliseconds since 1970. */
export function clock(at: number, now: number = Date.now()): string {
  return format.formatClock(at, now, locale());
}

/** A count in words that a screen reader speaks well: `148 thousand`. */
export function spoken(n: number): string {
  return format.formatSpoken(n, wordsLanguage());
}
