/** The words of the modes, which say what the agent may do without a question. */
import type { Mode } from '../../core/permission/request.ts';
import { t } from './l10n.ts';

export const modes = {
  name: (mode: Mode) => {
    const names: Record<Mode, () => string> = {
      ask: () => t('Ask'),
      edit: () => t('Edit Freely'),
      plan: () => t('Plan'),
    };
    return names[mode]();
  },
  about: (mode: Mode) => {
    const abouts: Record<Mode, () => string> = {
      ask: () => t('Changes of files and commands ask first.'),
      edit: () => t('Ordinary files inside the workspace are changed without a question. Commands ask first.'),
      plan: () => t('The agent reads only: changes and commands are refused.'),
    };
    return abouts[mode]();
  },
  picker: (mode: Mode) => t('Mode: {0}. Select another.', modes.name(mode)),
  list: () => t('Modes'),
};
