/** A translator that leaves English as it is, as VS Code does without a language pack. */
import { filled } from '../../src/core/lang/translate.ts';
import { createL10n } from '../../src/extension/l10n/l10n.ts';

export const ENGLISH = createL10n(filled, 'en', () => false);
