/** The words of the modes, which say what the agent may do without a question. */
import type { Mode } from '../../core/permission/request.ts';
import { modeAbout, modeName } from '../../core/view/mode-words.ts';
import { t } from './l10n.ts';

export const modes = {
  name: (mode: Mode) => modeName(mode, t),
  about: (mode: Mode) => modeAbout(mode, t),
  picker: (mode: Mode) => t('Mode: {0}. Select another.', modes.name(mode)),
  list: () => t('Modes'),
  restricted: () => t('Restricted Mode'),
  restrictedWhy: () =>
    t('Restricted Mode: the agent has no tools for files and commands, as this folder is not trusted. Manage trust.'),
};
