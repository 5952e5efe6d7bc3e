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
      'no-model': () => t('{0}, not “{1}”: there is no model to ask.', by, instead),
      'not-offered': () => t('{0}, not “{1}”: the provider offers no compaction for this model.', by, instead),
      'target-missed': () => t('{0}, not “{1}”: with that, the context would have stayed too large.', by, instead),
      'no-room': () => t('{0}, not “{1}”: what stays word for word leaves too little room for that.', by, instead),
      'paid-recently': () =>
        t('{0}, not “{1}”: too little was added since the last one to pay for another.', by, instead),
      'empty-summary': () => t('{0}, not “{1}”: the summary came back empty.', by, instead),
      'summary-refused': () => t('{0}, not “{1}”: the summary would not have made the context smaller.', by, instead),
      'model-failed': () => t('{0}, not “{1}”: the request to the model failed.', by, instead),
    };
    return from.reason === 'unknown' ? t('{0}, not “{1}”: {2}', by, instead, from.name) : sentences[from.reason]();
  },
  unused: (asked: string) =>
    t('Your instructions were not used, as only a model that writes a summary can follow them: {0}', asked),
  steps: () => t('Steps'),
  step: ({ kind, turns, messages, toolResults }: StepReport) => {
    switch (kind) {
      case 'collapse':
        return plural(toolResults, 'Collapse {0} tool result to a line', 'Collapse {0} tool results to a line each');
      case 'supersede':
        return plural(toolResults, 'Show {0} repeated tool result once', 'Show {0} repeated tool results once');
      case 'trim':
        return plural(toolResults, 'Cut {0} long tool result', 'Cut {0} long tool results');
      case 'shorten':
        return t('Shorten the newest reply and its tool results, which are larger than the window');
      case 'recorded':
      case 'replace':
        return plural(messages, 'Replace {0} message by a summary', 'Replace {0} messages by a summary');
      case 'native':
        return turns > 0
          ? plural(turns, 'Compact {0} turn at the provider', 'Compact {0} turns at the provider')
          : plural(messages, 'Compact {0} message at the provider', 'Compact {0} messages at the provider');
      case 'extract':
        return turns > 0
          ? plural(turns, 'Take the key lines of {0} turn', 'Take the key lines of {0} turns')
          : plural(messages, 'Take the key lines of {0} message', 'Take the key lines of {0} messages');
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
  otherTokens: () => t('Thinking and reminders that were sent, and what the estimates were off'),
  measured: () => t('The size before was measured by the provider; ~ marks an estimate.'),
  checkpoint: (id: string, time: string) => t('checkpoint {0}, {1}', id, time),
  fromStart: () => t('start of the thread'),
  reason: () => t('What the model said'),
  retained: () => t('What the summary holds'),
  /** A sentence for each kind of part. */
  holds: (parts: readonly RetainedPart[]): string => {
    const sections = parts.flatMap((part) => (part.kind === 'section' ? [section(part)] : []));
    const others = parts.flatMap((part) => {
      switch (part.kind) {
        case 'section':
          return [];
        case 'carried':
          return [
            plural(part.entries, '{0} line comes from earlier summaries.', '{0} lines come from earlier summaries.'),
          ];
        case 'typed':
          return [t('What you typed is in it, word for word.')];
        default:
          return assertNever(part);
      }
    });
    return [...(sections.length > 0 ? [t('Its sections: {0}.', sections.join(', '))] : []), ...others].join(' ');
  },
  whichSummary: () => t('Which summary'),
  summaryOf: (n: number, of: number) => t('Summary {0} of {1}', n, of),
  showPrompt: () => t('Show Prompt'),
  hidePrompt: () => t('Hide Prompt'),
  prompt: () => t('Prompt'),
  fixedPart: () => t('The context is still larger than its target: what stays word for word takes too much of it.'),
  missed: (target: string) =>
    t('The context is still larger than its target of {0}: what stays word for word takes too much of it.', target),
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
  earlierTurns: () => t('Earlier turns'),
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
  againWhy: () => t('Instructions for the new compaction. It replaces this one; Undo brings this one back.'),
  showSummary: () => t('Show summary'),
  hideSummary: () => t('Hide summary'),
  leftWhy: () => t('A restore left this compaction behind: it changes nothing that the model is sent now.'),
  undoneInside: () => t('A later compaction covers these turns, so the model is not sent them.'),
  undonePartly: () =>
    t('A later compaction covers a part of these turns; the model is sent the rest of them as it was.'),
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

function section({ heading, entries }: Extract<RetainedPart, { kind: 'section' }>): string {
  return entries > 0 ? plural(entries, '{1} ({0} point)', '{1} ({0} points)', heading) : heading;
}
