/** Why a file could not be read or written, in plain words, with what to do. */
import type { L10n } from '../l10n/l10n.ts';
import { LOG_REASONS, LOG_REOPENED, unreadableField } from '../session/log-reasons.ts';
import { LOCK_BLOCKED } from '../storage/lock.ts';

/** One or two whole sentences for a system's error code or one of `log-reasons.ts`; an unknown code is named. */
export function diskReason(code: string, l10n: L10n): string {
  switch (code) {
    case 'ENOSPC':
    case 'EDQUOT':
      return l10n.t('The disk is full. Make room and try again.');
    case 'EACCES':
    case 'EPERM':
      return l10n.t('There is no permission. Change the rights of the file and try again.');
    case 'EROFS':
      return l10n.t('The disk is read-only.');
    case 'ENOENT':
    case 'FileNotFound':
      return l10n.t('The file is not there.');
    case 'EISDIR':
      return l10n.t('This is a folder. Choose a file.');
    case LOCK_BLOCKED:
      return l10n.t(
        'Beside the thread’s log a folder has the name “lock”, which Spool needs for a file of its own. Remove or rename the folder, then open the thread again.',
      );
    case LOG_REASONS.gone:
      return l10n.t(
        'The file was deleted or moved while this thread was open, so nothing more is written. Put it back and open the thread again. “Open Thread as Text” saves what is shown here.',
      );
    case LOG_REASONS.replaced:
      return l10n.t(
        'Something else was put in the place of this file while the thread was open, so nothing more is written. Open the thread again to go on with what is there now. “Open Thread as Text” saves what is shown here.',
      );
    case LOG_REASONS.cut:
      return l10n.t(
        'Another program changed this file while the thread was open, and messages are missing in it now, so nothing more is written. Open the thread again to go on with what is left. “Open Thread as Text” saves what is shown here.',
      );
    case LOG_REOPENED:
      return l10n.t(
        'Another program replaced this file; no message is missing. The thread was opened again: try once more.',
      );
    default: {
      const field = unreadableField(code);
      if (field === undefined) return l10n.t('It can not be used ({0}).', code);
      return l10n.t('This was not written, since it could not be read again ({0}). Please report it.', field);
    }
  }
}
