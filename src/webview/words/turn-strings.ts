/** The words of the composer, the queue, a turn that runs, and the buttons of cards. */
import type { NoticeAction, TurnPhase } from '../../core/protocol/panel-state.ts';
import { count, spoken } from './format.ts';
import { plural, t } from './l10n.ts';

/** Placeholders of a prompt that a sentence names, at most. */
const MOST_NAMED = 5;

export const composer = {
  name: () => t('Message'),
  field: () => t('Message to Spool'),
  hint: (running: boolean) => (running ? t('Type on: it is queued') : t('Ask, / for commands, @ to attach')),
  send: () => t('Send'),
  queue: () => t('Queue, to be sent when this turn is over'),
  stop: () => t('Stop'),
  model: (name: string, provider: string) => t('Model: {0}, {1}. Select another.', name, provider),
  replay: (name: string) => t('Model: {0}, a recording that is played back. Select another.', name),
  recording: () => t('recording'),
  recordingWhy: () => t('Plays back a recorded thread: no model runs.'),
  selectModel: () => t('Select Model…'),
  readOnly: (refused: string | undefined) =>
    refused === undefined
      ? t('Read only: another window writes this thread.')
      : t('Read only: nothing more can be written to this thread.'),
  refused: () => t('Not sent'),
  fillIn: (placeholders: readonly string[]) =>
    t(
      'Fill in {0} first.',
      [...placeholders.slice(0, MOST_NAMED), ...(placeholders.length > MOST_NAMED ? ['…'] : [])].join(', '),
    ),
  sendAnyway: () => t('Send Anyway'),
  saidPlaceholders: (n: number) =>
    plural(
      n,
      'The prompt is in the message now, with {0} place to fill in, which is selected.',
      'The prompt is in the message now, with {0} places to fill in. The first is selected, and Tab goes to the next.',
    ),
  saidPrompt: () => t('The prompt is in the message now. Read it, fill in what is missing, and send it.'),
  tooLongToShare: (length: number, most: number) =>
    t(
      'This draft has {0} characters. Other panels of this window show one of up to {1}: attach a longer text as a file.',
      count(length),
      count(most),
    ),
};

export const queue = {
  name: () => t('Queued messages'),
  queued: () => t('Queued'),
  earlier: (text: string) => t('Send earlier: {0}', text),
  later: (text: string) => t('Send later: {0}', text),
  waits: () => t('Queued messages wait.'),
  sendNow: () => t('Send Now'),
  edit: (text: string) => t('Edit the queued message: {0}', text),
  remove: (text: string) => t('Remove the queued message: {0}', text),
  gone: () => t('This message was sent meanwhile.'),
  waiting: (n: number) =>
    n === 0 ? t('No message is queued') : plural(n, '{0} message is queued', '{0} messages are queued'),
};

export const turn = {
  name: () => t('The turn that runs'),
  phase: (phase: TurnPhase) => {
    const names: Record<TurnPhase, () => string> = {
      waiting: () => t('Waiting for the first word'),
      thinking: () => t('Thinking'),
      writing: () => t('Writing'),
      tools: () => t('Running tools'),
      compacting: () => t('Compacting'),
    };
    return names[phase]();
  },
  retryIn: (time: string) => t('Trying again in {0}', time),
  retryNow: () => t('Trying again now'),
  /** `failed` tries were made, so the next one has the number after it. */
  nextTry: (failed: number, most: number) => t('try {0} of {1}', count(failed + 1), count(most)),
  cancel: () => t('Cancel'),
  stop: () => t('Stop'),
  replyStream: () => t('Assistant, still writing'),
  thinking: () => t('Thinking…'),
  thought: () => t('Thinking'),
  call: (characters: number) =>
    plural(characters, 'writing the call, {0} character', 'writing the call, {0} characters'),
  more: (characters: number) =>
    plural(
      characters,
      '{0} more character, shown when the reply is whole',
      '{0} more characters, shown when the reply is whole',
    ),
  saidBegun: () => t('Responding'),
  saidEnded: () => t('The turn is over'),
  saidPreview: (before: number, after: number) =>
    t('Compaction preview: {0} to {1} tokens', spoken(before), spoken(after)),
  saidRetrying: (reason: string) => t('Trying again. {0}', reason),
};

export const notice = {
  details: () => t('Details'),
  detailsName: () => t('Details, in the words of the provider'),
  copy: () => t('Copy'),
  action: (action: NoticeAction) => {
    const names: Record<NoticeAction, () => string> = {
      retry: () => t('Retry'),
      continue: () => t('Continue'),
      compactAndRetry: () => t('Compact and Retry'),
      compactWithoutModel: () => t('Compact without a Model'),
      previewCompaction: () => t('Preview Compaction…'),
      playRecording: () => t('New Thread with the Recording'),
      setApiKey: () => t('Set API Key…'),
      selectModel: () => t('Select Model…'),
      otherModel: () => t('Go On with Another Model…'),
      connectModel: () => t('Connect a Model…'),
      setAddress: () => t('Set Address…'),
      setContextWindow: () => t('Set Context Window…'),
      openSettings: () => t('Open Settings'),
      openCompactionSettings: () => t('Compaction Settings'),
      openReserveSetting: () => t('Set the Reserve…'),
      showRequestLog: () => t('Show Request Log'),
      selectTools: () => t('Select Tools…'),
      useSuggestedWindow: () => t('Use as Window'),
      forgetLearnedWindow: () => t('Undo'),
    };
    return names[action]();
  },
};
