/** The system's error codes in plain words, with what to do. */
import type { L10n } from '../l10n.ts';

/** A whole sentence; an unknown code is named. */
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
    default:
      return l10n.t('It can not be used ({0}).', code);
  }
}
