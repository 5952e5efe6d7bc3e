/** The words of an expanded marker of a compaction: its steps, its summary, what it kept, and its buttons. */
import { assertNever } from '../../core/lang/assert-never.ts';
import type { CompactionMethod, FallbackReason, StepReport } from '../../core/thread/strategy.ts';
import type { RetainedPart } from '../../core/view/marker-parts.ts';
import type { MarkerRow } from '../../core/view/row.ts';
import { plural, t } from './l10n.ts';
import { marker } from './marker-strings.ts';

export const markerBody = {
  shortChange: (before: string, after: string) => t('{0} → {1}', before, after),
  fallback: (used: CompactionMethod, from: NonNullable<MarkerRow['fellFrom']>) => {
    const [by, instead] = [marker.strategy(used), marker.strategy(from.strategy)];
    const sentences: Record<FallbackReason, () => string> = {
      'no-model': () => t('Used {0} instead of {1}, because there is no model to ask.', by, instead),
      'not-offered': () =>
        t('Used {0} instead of {1}, because the provider compacts nothing for this model.', by, instead),
      'target-missed': () =>
        t('Used {0} instead of {1}, because the context would have stayed too large.', by, instead),
      'no-room': () => t('Used {0} instead of {1}, because what must stay leaves too little room for it.', by, instead),
      'paid-recently': () =>
        t('Used {0} instead of {1}, because too little has come since the last call that was paid for.', by, instead),
      'empty-summary': () => t('Used {0} instead of {1}, because the summary came back empty.', by, instead),
      'summary-refused': () =>
        t('Used {0} instead of {1}, because the summary would not have made the context smaller.', by, instead),
      'model-failed': () => t('Used {0} instead of {1}, because the model did not answer.', by, instead),
    };
    return from.reason === 'unknown'
      ? t('Used {0} instead of {1}, because: {2}', by, instead, from.name)
      : sentences[from.reason]();
  },
  unused: (asked: string) =>
    t('Your instructions were not used, as only a model that writes a summary can follow them: {0}', asked),
  steps: () => t('Steps'),
  step: ({ kind, turns, messages, toolResults }: StepReport) => {
    switch (kind) {
      case 'collapse':
        return plural(toolResults, 'Collapse {0} tool result', 'Collapse {0} tool results');
      case 'supersede':
        return plural(toolResults, 'Show {0} repeated tool result once', 'Show {0} repeated tool results once');
      case 'trim':
        return plural(toolResults, 'Trim {0} tool result', 'Trim {0} tool results');
      case 'shorten':
        return t('Shorten the newest reply and its tool results, which are larger than the window');
      case 'recorded':
      case 'replace':
        return plural(messages, 'Replace {0} message', 'Replace {0} messages');
      case 'native':
        return turns > 0
          ? plural(turns, 'Compact {0} turn at the provider', 'Compact {0} turns at the provider')
          : plural(messages, 'Compact {0} message at the provider', 'Compact {0} messages at the provider');
      case 'extract':
        return turns > 0
          ? plural(turns, 'Extract from {0} turn', 'Extract from {0} turns')
          : plural(messages, 'Extract from {0} message', 'Extract from {0} messages');
      case 'truncate':
        return turns > 0
          ? plural(turns, 'Leave out {0} turn', 'Leave out {0} turns')
          : plural(messages, 'Leave out {0} message', 'Leave out {0} messages');
      case 'summarize':
        return turns > 0
          ? plural(turns, 'Summarize {0} turn', 'Summarize {0} turns')
          : plural(messages, 'Summarize {0} message', 'Summarize {0} messages');
      default:
        return assertNever(kind);
    }
  },
  moreSteps: (n: number) => plural(n, '{0} more step', '{0} more steps'),
  otherTokens: () => t('Thinking, reminders, and the error of the estimates'),
  measured: () => t('The size before was measured by the provider; ~ marks an estimate.'),
  checkpoint: (id: string, time: string) => t('checkpoint {0}, {1}', id, time),
  fromStart: () => t('start of the thread'),
  reason: () => t('What the model said'),
  retained: () => t('Retained in the summary'),
  part: (part: RetainedPart) => {
    switch (part.kind) {
      case 'section':
        return part.entries > 0 ? t('{0}: {1}', part.heading, part.entries) : part.heading;
      case 'carried':
        return plural(part.entries, '{0} line carried over', '{0} lines carried over');
      case 'typed':
        return t('What you typed, word for word');
      default:
        return assertNever(part);
    }
  },
  whichSummary: () => t('Which summary'),
  summaryOf: (n: number, of: number) => t('Summary {0} of {1}', n, of),
  showPrompt: () => t('Show Prompt'),
  hidePrompt: () => t('Hide Prompt'),
  prompt: () => t('Prompt'),
  fixedPart: () => t('The target was not reached: what must stay leaves too little room.'),
  missed: (target: string) => t('The target of {0} was not reached: what must stay leaves too little room.', target),
  summary: () => t('Summary'),
  copy: () => t('Copy'),
  openDocument: () => t('Open as document'),
  edit: () => t('Edit'),
  editWhy: () =>
    t(
      'The model reads this text in place of the messages. Spool adds where they can be read again. Ctrl+Enter saves it.',
    ),
  save: () => t('Save'),
  cancelEdit: () => t('Cancel'),
  edited: () => t('Edited by you.'),
  restoreSummary: () => t('Undo the Edit'),
  saidSaved: () => t('Summary saved'),
  kept: () => t('Kept word for word'),
  keptTurns: (n: number) => plural(n, '{0} turn', '{0} turns'),
  morePinned: (n: number) => plural(n, '{0} more pinned message', '{0} more pinned messages'),
  keptMessages: (n: number) => plural(n, '{0} message', '{0} messages'),
  undo: () => t('Undo'),
  redo: () => t('Redo'),
  compare: () => t('Compare before/after'),
  again: () => t('Compact Again with Instructions…'),
  instructions: () => t('Instructions for the summary'),
  notNow: () => t('Not Now'),
  againNow: () => t('Compact Again'),
  againWhy: () =>
    t('What the new compaction is to mind. It takes the place of this one, which can be had back by Undo.'),
  showSummary: () => t('Show summary'),
  hideSummary: () => t('Hide summary'),
  leftWhy: () => t('A restore left this compaction behind: it changes nothing that the model is sent now.'),
  undoneInside: () => t('A later compaction covers these turns, so the model is not sent them.'),
  undoneWhy: (n: number) =>
    n === 0
      ? t('The model is sent the original entries again. What was done is kept here.')
      : plural(
          n,
          'The model is sent the original turn again. What was done is kept here.',
          'The model is sent the {0} original turns again. What was done is kept here.',
        ),
  nextUntil: (n: string) => t('The next automatic compaction is {0} away.', n),
  nextDue: (n: string) =>
    t('The context has {0} now, which is past the limit: it is compacted again before the next request.', n),
  nextAsked: (n: string) =>
    t(
      'The context has {0} now, which is past the limit: before the next request you are asked whether to compact it.',
      n,
    ),
  undoAdds: (n: string) => t('Undo puts {0} back into the context.', n),
  undoCosts: (n: string, cost: string) =>
    t('Undo puts {0} back into the context: {1} once, as the provider caches it anew.', n, cost),
  inside: () => t('A later compaction covers this one, so undoing it changes nothing that the model is sent now.'),
  blocked: () => t('Redo is not possible while another compaction replaces the same entries. Undo that one first.'),
  showBlocking: () => t('Show it'),
};
