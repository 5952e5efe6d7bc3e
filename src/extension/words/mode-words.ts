/** The names of the modes, and what the agent may do in each. */
import type { Mode } from '../../core/permission/request.ts';
import type { L10n } from '../l10n/l10n.ts';

interface ModeWords {
  readonly name: string;
  readonly detail: string;
}

const WORDS: Readonly<Record<Mode, (l10n: L10n) => ModeWords>> = {
  ask: ({ t }) => ({ name: t('Ask'), detail: t('Changes of files and commands ask first.') }),
  edit: ({ t }) => ({
    name: t('Edit Freely'),
    detail: t('Ordinary files inside the workspace are changed without a question. Commands ask first.'),
  }),
  plan: ({ t }) => ({ name: t('Plan'), detail: t('The agent reads only: changes and commands are refused.') }),
};

export function modeWords(mode: Mode, l10n: L10n): ModeWords {
  return WORDS[mode](l10n);
}
