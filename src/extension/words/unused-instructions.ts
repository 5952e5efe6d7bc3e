/** The text of a card: a person gave instructions for a summary, but no model wrote one, and why. */
import { assertNever } from '../../core/lang/assert-never.ts';
import type { FallbackReason } from '../../core/thread/strategy.ts';
import type { L10n } from '../l10n/l10n.ts';

/** The panel shows it as a card: the marker alone is easily overlooked. */
export function unusedText({ fellFrom }: { readonly fellFrom?: FallbackReason }, l10n: L10n): string {
  return l10n.t('Your instructions were not used, as no model wrote a summary: {0}', noSummaryReason(fellFrom, l10n));
}

function noSummaryReason(why: FallbackReason | undefined, l10n: L10n): string {
  switch (why) {
    case undefined:
      return l10n.t('the setting spool.compaction.strategy asks for none.');
    case 'no-model':
      return l10n.t('there is no model that could be asked.');
    case 'not-offered':
      return l10n.t('the provider compacts nothing for this model.');
    case 'no-room':
      return l10n.t('what must stay leaves too little room for one.');
    case 'paid-recently':
      return l10n.t('too little has come since the last one.');
    case 'model-failed':
      return l10n.t('the request for the summary failed.');
    case 'empty-summary':
      return l10n.t('the summary came back empty.');
    case 'summary-refused':
    case 'target-missed':
      return l10n.t('with one, the context would have stayed too large.');
    default:
      return assertNever(why);
  }
}
