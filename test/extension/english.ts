/** A translator that leaves English as it is, as VS Code does without a language pack. */
import { createL10n } from '../../src/extension/l10n/l10n.ts';

export const ENGLISH = createL10n(
  (message, ...args) => message.replace(/\{(\d+)\}/g, (whole, index) => String(args[Number(index)] ?? whole)),
  'en',
  () => false,
);
