/** The words of the panel's frame: its head, its notices' severities, and what it shows where there is no thread yet. */
import { t } from './l10n.ts';

/** The title bar, the banner and the buttons of the panel. */
export const panel = {
  thread: () => t('Thread'),
  switchThread: (title: string) => t('Thread: {0}. Open another thread.', title),
  untitled: () => t('Untitled thread'),
  openAsText: () => t('Open thread as text'),
  compact: () => t('Compact'),
  readOnly: () => t('Read only.'),
  readOnlyWhy: (refused: string | undefined) =>
    refused ?? t('Another window writes this thread. What it adds appears here.'),
  latest: () => t('Jump to latest'),
  questionNotLoaded: () =>
    t('The agent asks for permission, but the card for it could not be loaded. Reload the window: it asks again.'),
  showQuestion: () => t('Show the question'),
  dismiss: () => t('Dismiss'),
  notice: { error: () => t('Error'), warning: () => t('Warning'), info: () => t('Note') },
};

export const empty = {
  title: () => t('Ask about this workspace'),
  promise: () => t('Long threads stay usable: Spool compacts older turns, shows what it did, and can undo it.'),
  selectModel: () => t('Select Model…'),
  importThread: () => t('Import Thread…'),
  openThread: () => t('Open Thread…'),
};
