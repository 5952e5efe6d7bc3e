/** What a person reads when a thread could not be deleted or brought back. */
import { assertNever } from '../../core/lang/assert-never.ts';
import type { L10n } from '../l10n/l10n.ts';
import type { MoveOutcome } from '../storage/trash.ts';
import { diskReason } from './disk-reason.ts';
import type { Said } from './outcome-text.ts';

export function moveText(outcome: Exclude<MoveOutcome, { readonly type: 'moved' }>, l10n: L10n): Said {
  switch (outcome.type) {
    case 'held': {
      const text = l10n.t('Another window has this thread open. Close it there, or open another thread there, first.');
      return { severity: 'warning', text };
    }
    case 'no-such-thread': {
      const text = l10n.t('There is no thread {0} any more.', outcome.id);
      return { severity: 'warning', text };
    }
    case 'disk': {
      const text = l10n.t('{0}: {1} Nothing was changed.', outcome.file, diskReason(outcome.reason, l10n));
      return { severity: 'error', text };
    }
    default:
      return assertNever(outcome);
  }
}
