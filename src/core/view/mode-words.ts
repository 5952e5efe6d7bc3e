/** The names of the modes, and what the agent may do in each: the same words in the panel and in VS Code's lists. */
import type { Translate } from '../lang/translate.ts';
import type { Mode } from '../permission/request.ts';

const NAMES: Readonly<Record<Mode, (t: Translate) => string>> = {
  ask: (t) => t('Ask'),
  edit: (t) => t('Edit Freely'),
  plan: (t) => t('Plan'),
};

const ABOUT: Readonly<Record<Mode, (t: Translate) => string>> = {
  ask: (t) => t('Changes of files and commands ask first.'),
  edit: (t) => t('Ordinary files inside the workspace are changed without a question. Commands ask first.'),
  plan: (t) => t('The agent reads only: changes and commands are refused.'),
};

export function modeName(mode: Mode, t: Translate): string {
  return NAMES[mode](t);
}

export function modeAbout(mode: Mode, t: Translate): string {
  return ABOUT[mode](t);
}
