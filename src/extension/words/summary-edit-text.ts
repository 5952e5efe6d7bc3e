/** What a person is told where an edited summary is not saved. */
import { assertNever } from '../../core/lang/assert-never.ts';
import { formatTokens } from '../../core/view/format.ts';
import type { L10n } from '../l10n/l10n.ts';
import type { SummaryEditOutcome } from '../session/edit-summary.ts';
import { writeFailureText } from './outcome-text.ts';

/** Undefined where it is saved. */
export function summaryEditText(outcome: SummaryEditOutcome, l10n: L10n): string | undefined {
  switch (outcome.type) {
    case 'saved':
      return undefined;
    case 'refused':
      return problemText(outcome.problem, l10n);
    default:
      return writeFailureText(outcome, l10n).text;
  }
}

function problemText(problem: Extract<SummaryEditOutcome, { type: 'refused' }>['problem'], l10n: L10n): string {
  switch (problem.type) {
    case 'blank':
      return l10n.t('The summary was not saved: it is empty. To have the messages back, undo the compaction.');
    case 'too-large': {
      const size = (tokens: number) => formatTokens(tokens, l10n.locale);
      return l10n.t(
        'The summary was not saved: the next request would have {0} tokens, and {1} fit. Make it shorter.',
        size(problem.tokens),
        size(problem.room),
      );
    }
    case 'gate':
      return l10n.t('The summary was not saved, as the context would not be sound: {0}', problem.gate.detail);
    case 'no-summary':
      return l10n.t('This compaction has no summary in words that could be edited.');
    case 'no-such-compaction':
    case 'not-live':
      return l10n.t('The summary was not saved: its compaction was undone, or a restore left it behind.');
    case 'unchanged':
      return l10n.t('The summary is as it was.');
    default:
      return assertNever(problem);
  }
}
