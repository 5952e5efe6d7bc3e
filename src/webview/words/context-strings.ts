/** The words of the gauge and the context card, and of a context window that is unknown or too small. */
import type { SegmentKind } from '../../core/view/meter.ts';
import { count, spoken } from './format.ts';
import { plural, t } from './l10n.ts';

export const context = {
  title: () => t('Context'),
  close: () => t('Close'),
  until: (n: string) => t('{0} until compaction', n),
  untilShort: (n: string) => t('{0} to compaction', n),
  left: (n: string) => t('{0} until full', n),
  due: () => t('Compaction is due'),
  over: (n: string) => t('Next request is {0} over the limit', n),
  overShort: (n: string) => t('{0} over', n),
  used: (n: string) => t('{0} used', n),
  windowOf: (n: string) => t('context window {0}', n),
  unknown: () => t('window unknown'),
  setIt: () => t('set it'),
  compacting: () => t('Compacting…'),
  ofWindow: (used: string, window: string) => t('{0} of {1}', used, window),
  trigger: (n: string) => t('compacts at {0}', n),
  tableName: () => t('Context by category'),
  category: () => t('Category'),
  tokens: () => t('Tokens'),
  window: () => t('Window'),
  reserved: () => t('Reserved for reply'),
  reservedShort: () => t('Reserved'),
  free: () => t('Free'),
  measured: () => t('Measured'),
  estimated: () => t('~ Estimated'),
  measuredAt: (n: string, time: string) => t('{0} at the last reply, {1}.', n, time),
  measuredPlus: (n: string, time: string, since: string) =>
    t('{0} at the last reply, {1}, plus {2} estimated since.', n, time, since),
  notMeasured: () => t('No reply has measured this context yet.'),
  suspectedLimit: (n: string) =>
    t('The provider reports {0} however much is sent: the model may take no more than that.', n),
  useWindow: (n: string) => t('Use {0} as the window of this model', n),
  windowExceeded: (n: string) =>
    t('The provider has answered requests of {0}: the window seems to be larger than is set.', n),
  splitEstimated: () => t('How it splits into categories is estimated.'),
  largest: () => t('Largest items'),
  open: () => t('Open'),
  selectTools: () => t('Select Tools…'),
  toolCount: (n: number) => plural(n, '{0} tool', '{0} tools'),
  openNamed: (label: string) => t('Open {0}', label),
  compactNow: () => t('Compact now'),
  preview: () => t('Preview Compaction…'),
  settings: () => t('Settings'),
  cost: (dollars: string) => t('This thread has cost {0} so far, by the list prices.', dollars),
  segment: (kind: SegmentKind) => {
    const names: Record<SegmentKind, () => string> = {
      system: () => t('System'),
      tools: () => t('Tools'),
      instructions: () => t('Instructions'),
      server: () => t('Added by the provider'),
      summary: () => t('Summary'),
      messages: () => t('Messages'),
      toolResults: () => t('Tool results'),
      attachments: () => t('Attachments'),
      pins: () => t('Pinned'),
    };
    return names[kind]();
  },
  show: () => t('Show details.'),
  hide: () => t('Hide details.'),
  sentence: (percent: number, used: number, window: number) =>
    t('Context {0} percent: {1} of {2} tokens.', count(percent), spoken(used), spoken(window)),
  isEstimate: () => t('This is an estimate.'),
  sentenceUntil: (n: number) => t('{0} until compaction.', spoken(n)),
  sentenceLeft: (n: number) => t('{0} until the window is full; nothing is compacted by itself.', spoken(n)),
  sentenceDue: () => t('Compaction is due.'),
  sentenceCompacting: () => t('Context: Spool is compacting the thread.'),
  sentenceOver: (n: number) => t('Context: the next request is {0} tokens over the limit.', spoken(n)),
  sentenceUnknown: (n: number) => t('Context: {0} tokens, window unknown.', spoken(n)),
  sentenceEmpty: (window: number) => t('Context: empty. Window {0} tokens.', spoken(window)),
};

export const limits = {
  unknownTitle: () => t('Context window unknown'),
  unknownModel: (model: string) =>
    t('Spool does not know how many tokens {0} accepts, so it cannot tell when to compact.', model),
  unknown: () => t('Spool does not know how many tokens the model accepts, so it cannot tell when to compact.'),
  held: (size: string) => t('This thread holds {0} tokens.', size),
  setWindow: () => t('Set window…'),
  overTitle: () => t('The next request does not fit'),
  over: (need: string, reserve: string, more: string, window: string) =>
    t(
      'The thread needs {0}, and {1} is reserved for the reply: {2} more than the window of {3}.',
      need,
      reserve,
      more,
      window,
    ),
};
