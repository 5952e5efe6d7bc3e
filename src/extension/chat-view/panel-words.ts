/** The host's sentences that a snapshot of the panel holds. */
import { translateOwn } from '../../core/lang/own-sentences.ts';
import type { L10n } from '../l10n/l10n.ts';
import type { PanelWords } from '../session/panel-view.ts';
import { diskReason } from '../words/disk-reason.ts';

export function panelWords(l10n: L10n): PanelWords {
  return {
    untitled: l10n.t('Untitled Thread'),
    whyRefused: (code) => diskReason(code, l10n),
    said: (message) => translateOwn(message, l10n.t),
  };
}
