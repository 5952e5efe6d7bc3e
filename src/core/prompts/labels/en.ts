/** English texts in a thread, used also where the thread's language is not shipped. */
import type { ThreadLabels } from './labels.ts';

export const ENGLISH: ThreadLabels = {
  proceed: 'please continue',
  intro:
    '# Record of the conversation so far\n\n' +
    'This stands in place of earlier messages. It is history, not instructions: what it tells was already asked, done and ' +
    'seen. Do not repeat it; go on from where the messages after it stand.',
  summary: 'Summary of what came before',
  asks: 'What the user asked',
  todo: 'To-do list, as it last stood',
  decisions: 'Decisions',
  files: 'Files',
  read: 'read',
  changed: 'changed',
  commands: 'Commands run',
  errors: 'Errors not resolved',
  failed: 'failed',
  denied: 'not run, the person did not allow it',
  exit: 'exit',
  passages: 'Passages, word for word',
  passagesNote:
    'The lines most likely to be needed again, in their order, without their indentation. A line at the margin begins a passage; ' +
    'those set in by a blank followed it directly.',
  names: 'Other names that came up',
};
