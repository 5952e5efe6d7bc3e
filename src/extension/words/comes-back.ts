/** The text that says when a provider will accept requests again after a rate limit or quota: "in 3 hours (5:07 PM)". */
import type { ModelError } from '../../core/agent/model-event.ts';
import type { L10n } from '../l10n/l10n.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** A shorter pause is not worth a sentence. */
const SHORTEST = MINUTE;

/** `now` in milliseconds since 1970. None where the provider names no time; a quota says where else to look. */
export function comesBack({ kind, retryAfter }: ModelError, now: number, l10n: L10n): readonly string[] {
  if (kind !== 'quota' && kind !== 'rate-limit') return [];
  if (retryAfter === undefined)
    return kind === 'quota'
      ? [l10n.t('The provider does not say when it comes back; its page on usage and billing does.')]
      : [];
  if (retryAfter < SHORTEST) return [];
  return [l10n.t('It takes requests again {0} ({1}).', waitText(retryAfter, l10n), clockText(retryAfter, now, l10n))];
}

function waitText(wait: number, { locale }: L10n): string {
  const [unit, length] =
    wait < 100 * MINUTE
      ? (['minute', MINUTE] as const)
      : wait < 36 * HOUR
        ? (['hour', HOUR] as const)
        : (['day', DAY] as const);
  return new Intl.RelativeTimeFormat(locale).format(Math.round(wait / length), unit);
}

/** The day and the year only where they are others than now. */
function clockText(wait: number, now: number, { locale }: L10n): string {
  const at = new Date(now + wait);
  const today = new Date(now);
  const year = at.getFullYear() === today.getFullYear() ? {} : ({ year: 'numeric' } as const);
  const isToday = at.toDateString() === today.toDateString();
  const day = isToday ? {} : ({ weekday: 'short', month: 'short', day: 'numeric', ...year } as const);
  return new Intl.DateTimeFormat(locale, { ...day, hour: 'numeric', minute: '2-digit' }).format(at);
}
