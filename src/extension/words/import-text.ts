/** Says how an import ended: what was left out, or why nothing was imported. */
import { translateOwn } from '../../core/lang/own-sentences.ts';
import type { ImportFailure } from '../../core/transfer/import-types.ts';
import type { L10n } from '../l10n/l10n.ts';
import type { ImportThreadOutcome } from '../session/outcome.ts';
import { diskReason } from './disk-reason.ts';
import { openFailureText, type Said } from './outcome-text.ts';

/** What a person is told of a file with several threads. */
export function threadsText({ count, thread }: { count: number; thread: number }, l10n: L10n): string {
  return l10n.t('The file holds {0} threads, the longest first; this is thread {1}.', count, thread);
}

/** Undefined when it was cancelled, or imported whole and there was nothing else in the file. */
export function importText(outcome: ImportThreadOutcome, l10n: L10n): Said | undefined {
  switch (outcome.type) {
    case 'cancelled':
      return undefined;
    case 'imported': {
      const { odd, oddLines, threads } = outcome.report;
      const [first] = odd;
      if (!first) return threads && { severity: 'info', text: threadsText(threads, l10n) };
      const text = l10n.plural(
        oddLines,
        '{0} line was left out or read in part: line {1}: {2}',
        '{0} lines were left out or read in part; the first is line {1}: {2}',
        first.line,
        first.detail,
      );
      return { severity: 'warning', text };
    }
    case 'failed':
      return { severity: 'error', text: l10n.t('{0} Nothing was imported.', importFailureText(outcome.failure, l10n)) };
    case 'disk':
      return {
        severity: 'error',
        text: l10n.t('{0}: {1} Nothing was imported.', outcome.file, diskReason(outcome.reason, l10n)),
      };
    default:
      return openFailureText(outcome, l10n);
  }
}

function importFailureText({ file, line, what }: ImportFailure, l10n: L10n): string {
  const why = translateOwn(what, l10n.t);
  return line === undefined ? `${file}: ${why}` : l10n.t('{0}, line {1}: {2}', file, line, why);
}
