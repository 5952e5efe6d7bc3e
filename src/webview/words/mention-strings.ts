/** The words of the list that opens in the composer after `/` and `@`. */
import type { Mentions, MentionView } from '../../core/protocol/mention.ts';
import type { SlashCommandName } from '../../core/protocol/slash-command.ts';
import { tokens } from './format.ts';
import { plural, t } from './l10n.ts';

export const mentions = {
  name: () => t('Attach to the message'),
  kind: (kind: MentionView['kind']) => {
    const names: Record<MentionView['kind'], () => string> = {
      file: () => t('file'),
      folder: () => t('folder'),
      symbol: () => t('symbol'),
      selection: () => t('Selection'),
      problems: () => t('Problems'),
    };
    return names[kind]();
  },
  count: (n: number) => (n === 0 ? t('No suggestions') : plural(n, '{0} suggestion', '{0} suggestions')),
  nothing: (text: string) => t('No file, folder or symbol matches “{0}”.', text),
  lacks: (why: NonNullable<Mentions['lacks']>) =>
    why === 'restricted'
      ? t('Restricted Mode: files of this workspace can be attached once you trust it.')
      : t('No folder is open, so there are no files to choose from.'),
  tooLarge: (name: string, most: string) =>
    t('{0} was not attached: at most {1} can be pasted or dropped.', name, most),
  tooLong: (characters: string, most: string) =>
    t('The text was not pasted: it has {0} characters, and at most {1} can be attached.', characters, most),
  noFiles: () =>
    t('Nothing was attached: what was dropped holds no file. Hold Shift while you drop a file of the editor.'),
  unreadable: (name: string) =>
    t('{0} was not attached: it could not be read. A folder can be attached by typing @.', name),
  tooMany: (most: number) => t('At most {0} files can be dropped at once.', most),
};

export const slashCommands = {
  name: () => t('Commands'),
  /** What each does. */
  about: (name: SlashCommandName) => {
    const names: Record<SlashCommandName, () => string> = {
      compact: () => t('Compact this thread'),
      context: () => t('Show what the context holds'),
      export: () => t('Export this thread'),
      new: () => t('Begin a new thread'),
      model: () => t('Select the model'),
      'undo-compact': () => t('Undo the last compaction'),
    };
    return names[name]();
  },
  instructions: () => t('[instructions]'),
  tokens: (n: number) => t('{0} tokens', tokens(n, true)),
};
