/** The words of the panel's frame: its head, its notices' severities, and what it shows where there is no thread yet. */
import { t } from './l10n.ts';

/** The title bar, the banner and the buttons of the panel. */
export const panel = {
  thread: () => t('Thread'),
  switchThread: (title: string) => t('Thread: {0}. Open another thread.', title.replace(/[.。]+$/, '')),
  untitled: () => t('Untitled thread'),
  openAsText: () => t('Open thread as text'),
  compact: () => t('Compact'),
  readOnly: () => t('Read only.'),
  readOnlyWhy: (refused: string | undefined) =>
    refused ?? t('Another window writes this thread. What it adds appears here.'),
  takeOver: () => t('Take Over'),
  latest: () => t('Jump to latest'),
  questionNotLoaded: () =>
    t('The agent asks for permission, but the card for it could not be loaded. Reload the window: it asks again.'),
  findNotLoaded: () => t('The find bar could not be loaded. Reload the window.'),
  attachmentsNotLoaded: () => t('The attachments could not be loaded. Reload the window.'),
  queueNotLoaded: () => t('The list of queued messages could not be loaded. Reload the window.'),
  editorNotLoaded: () => t('The editor of the summary could not be loaded. Reload the window and try again.'),
  previewNotLoaded: () =>
    t('The preview of the compaction could not be loaded. Reload the window, then preview it again.'),
  showQuestion: () => t('Show the question'),
  dismiss: () => t('Dismiss'),
  notice: { error: () => t('Error'), warning: () => t('Warning'), info: () => t('Note') },
};

export const empty = {
  title: () => t('Ask about this workspace'),
  promise: () => t('Long threads stay usable: Spool compacts older turns, shows what it did, and can undo it.'),
  connectModel: () => t('Connect a Model…'),
  connectWhy: () => t('With an API key, or a server of your own such as Ollama. Only what you choose is contacted.'),
  playRecording: () => t('Play a Recorded Thread'),
  recordingWhy: () =>
    t('It shows how Spool works, without a key or a network: a recorded agent answers, whatever you type.'),
  tryTitle: () => t('Try one of these'),
  prompts: () => [
    t('Explain what this project does and how it is built.'),
    t('Find the riskiest code here and say why.'),
    t('Run the tests, and fix the first one that fails.'),
  ],
  importThread: () => t('Import Thread…'),
  openThread: () => t('Open Thread…'),
};
