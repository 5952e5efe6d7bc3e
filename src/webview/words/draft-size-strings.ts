/** The strings of the draft's size beside Send, in the language of the panel. */
import { spoken, tokens } from './format.ts';
import { t } from './l10n.ts';

export const draftSize = {
  adds: () => t('adds'),
  why: () => t('What this draft adds to the context'),
  overWhy: (more: number) =>
    t('What this draft adds to the context: {0} more than there is room for.', tokens(more, true)),
  /** The name of a button that sends, with what it adds. */
  button: (name: string, added: number) =>
    added === 1 ? t('{0}. Adds about one token.', name) : t('{0}. Adds about {1} tokens.', name, spoken(added)),
  overButton: (name: string, added: number, more: number) =>
    t('{0}. Adds about {1} tokens, {2} more than there is room for.', name, spoken(added), spoken(more)),
};
