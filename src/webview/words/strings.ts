/** Every word that the panel shows or says; a message is its own key in the language table. */
import type { CompactionMethod, StepReport } from '../../core/thread/strategy.ts';
import type { SegmentKind } from '../../core/view/meter.ts';
import type { AssistantRow, NoteRow, Row, RowFate, ToolRow, UserRow } from '../../core/view/row.ts';
import { count, tokens } from './format.ts';
import { t } from './l10n.ts';

/** One of two sentences, by the number that stands in it. */
export function plural(n: number, one: string, many: string): string {
  return n === 1 ? t(one) : t(many, count(n));
}

/** The panel as a whole. */
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

export const messages = {
  by: (row: Exclude<Row, ToolRow>, time: string) => {
    if (row.type === 'user') return row.origin === 'typed' ? t('You, {0}', time) : t('Added by the program, {0}', time);
    if (row.type === 'thinking') return t('Thinking, {0}', time);
    if (row.type === 'restore') return t('Restored: the thread goes on from an earlier message');
    return row.type === 'assistant' ? t('Assistant, {0}', time) : t('Note, {0}', time);
  },
  program: () => t('added by the program'),
  thinking: () => t('Thinking'),
  showMore: (characters: number) => t('Show all, {0} more characters', count(characters)),
  attached: () => t('Attached'),
  attachment: (kind: UserRow['attachments'][number]['kind']) => (kind === 'image' ? t('Image') : t('Document')),
  blank: (row: UserRow | NoteRow | Exclude<Row, ToolRow>) =>
    row.type === 'user' ? t('Attachment') : t('Empty message'),
  tokens: (n: number) => t('{0} tokens', tokens(n, true)),
  copyCode: (lines: number, language: string) =>
    language ? t('Copy code, {0} lines of {1}', count(lines), language) : t('Copy code, {0} lines', count(lines)),
  plainText: () => t('Text'),
  image: (alt: string) => (alt ? t('Image: {0}', alt) : t('Image')),
  cut: (why: NonNullable<AssistantRow['cut']>) => {
    if (why === 'stopped') return t('stopped by you, so not whole');
    return why === 'failed' ? t('the call failed, so not whole') : t('reached the output limit, so not whole');
  },
  read: (n: number) => t('{0} in', tokens(n)),
  fromCache: (n: number) => t('{0} from cache', tokens(n)),
  toCache: (n: number) => t('{0} written to cache', tokens(n)),
  written: (n: number) => t('{0} out', tokens(n)),
};

export const tools = {
  verb: (row: Pick<ToolRow, 'kind' | 'name'>) => {
    if (row.kind === 'read') return t('Read');
    if (row.kind === 'edit') return t('Edit');
    if (row.kind === 'run') return t('Run');
    return row.kind === 'search' ? t('Search') : row.name;
  },
  lines: (n: number) => plural(n, '1 line', '{0} lines'),
  noResult: () => t('no result recorded'),
  runs: () => t('running…'),
  orphan: () => t('call not recorded'),
  failed: () => t('failed'),
  cut: (size: string) => t('cut to {0}', size),
  ref: () => t('ref'),
  openFull: () => t('Open full output'),
  openDocument: () => t('Open as document'),
  show: () => t('Show'),
  hide: () => t('Hide'),
  input: () => t('Input'),
  result: () => t('Result'),
};

export const fates = {
  badge: (fate: RowFate) => {
    if (fate === 'summarized') return t('in summary');
    if (fate === 'native') return t('compacted');
    if (fate === 'collapsed') return t('collapsed');
    if (fate === 'trimmed') return t('trimmed');
    if (fate === 'replaced') return t('replaced');
    if (fate === 'left') return t('left behind');
    return fate === 'dropped' ? t('dropped') : t('kept');
  },
  fold: (n: number, fate: RowFate) => t('{0} earlier entries, {1}', count(n), fates.badge(fate)),
  expand: () => t('Expand all'),
  collapse: () => t('Collapse'),
};

export const marker = {
  name: (time: string) => t('Compaction, {0}', time),
  done: (by: 'manual' | 'auto' | 'model' | 'recorded') => {
    if (by === 'recorded') return t('Compacted by the recorded agent');
    return by === 'model' ? t('Compacted by the model') : t('Compacted');
  },
  undone: () => t('Compaction undone'),
  running: () => t('Compacting'),
  runningName: () => t('Compaction in progress'),
  unchanged: () => t('The thread does not change until it is done.'),
  importing: (name: string) => t('Importing {0}', name),
  change: (before: string, after: string) => t('{0} → {1} tokens', before, after),
  shortChange: (before: string, after: string) => t('{0} → {1}', before, after),
  turns: (n: number, strategy: CompactionMethod) =>
    strategy === 'truncate'
      ? plural(n, '1 turn left out', '{0} turns left out')
      : plural(n, '1 turn summarized', '{0} turns summarized'),
  restored: (n: number) => plural(n, '1 turn restored', '{0} turns restored'),
  automatic: () => t('automatic'),
  strategy: (strategy: CompactionMethod) => {
    if (strategy === 'native') return t('Native, by the provider');
    if (strategy === 'summarize') return t('Summarize');
    if (strategy === 'extract') return t('Extract');
    if (strategy === 'replace') return t('By range');
    if (strategy === 'outputs') return t('Tool results');
    return strategy === 'truncate' ? t('Truncate') : t('Disabled');
  },
  fell: (used: CompactionMethod, asked: CompactionMethod, reason: string) => {
    const [by, instead] = [marker.strategy(used), marker.strategy(asked)];
    if (reason === 'no-model') return t('Used {0} instead of {1}, because there is no model to ask.', by, instead);
    if (reason === 'not-offered')
      return t('Used {0} instead of {1}, because the provider compacts nothing for this model.', by, instead);
    if (reason === 'target-missed')
      return t('Used {0} instead of {1}, because the context would have stayed too large.', by, instead);
    if (reason === 'no-room')
      return t('Used {0} instead of {1}, because what must stay leaves too little room for it.', by, instead);
    if (reason === 'paid-recently')
      return t(
        'Used {0} instead of {1}, because too little has come since the last call that was paid for.',
        by,
        instead,
      );
    if (reason === 'empty-summary')
      return t('Used {0} instead of {1}, because the summary came back empty.', by, instead);
    if (reason === 'summary-refused')
      return t('Used {0} instead of {1}, because the summary would not have made the context smaller.', by, instead);
    if (reason === 'model-failed') return t('Used {0} instead of {1}, because the model did not answer.', by, instead);
    return t('Used {0} instead of {1}, because: {2}', by, instead, reason);
  },
  steps: () => t('Steps'),
  step: ({ kind, turns, messages, toolResults }: StepReport) => {
    if (kind === 'collapse') return plural(toolResults, 'Collapse 1 tool result', 'Collapse {0} tool results');
    if (kind === 'supersede')
      return plural(toolResults, 'Show 1 repeated tool result once', 'Show {0} repeated tool results once');
    if (kind === 'trim') return plural(toolResults, 'Trim 1 tool result', 'Trim {0} tool results');
    if (kind === 'native') {
      return turns > 0
        ? plural(turns, 'Compact 1 turn at the provider', 'Compact {0} turns at the provider')
        : plural(messages, 'Compact 1 message at the provider', 'Compact {0} messages at the provider');
    }
    if (kind === 'recorded' || kind === 'replace') return plural(messages, 'Replace 1 message', 'Replace {0} messages');
    if (kind === 'extract') {
      return turns > 0
        ? plural(turns, 'Extract from 1 turn', 'Extract from {0} turns')
        : plural(messages, 'Extract from 1 message', 'Extract from {0} messages');
    }
    if (kind === 'truncate') {
      return turns > 0
        ? plural(turns, 'Leave out 1 turn', 'Leave out {0} turns')
        : plural(messages, 'Leave out 1 message', 'Leave out {0} messages');
    }
    return turns > 0
      ? plural(turns, 'Summarize 1 turn', 'Summarize {0} turns')
      : plural(messages, 'Summarize 1 message', 'Summarize {0} messages');
  },
  fixedPart: () => t('The target was not reached: what must stay leaves too little room.'),
  missed: (target: string) => t('The target of {0} was not reached: what must stay leaves too little room.', target),
  summary: () => t('Summary'),
  copy: () => t('Copy'),
  openDocument: () => t('Open as document'),
  kept: () => t('Kept word for word'),
  keptMessages: (n: number) => plural(n, '1 message', '{0} messages'),
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
  undoneWhy: (n: number) =>
    n === 0
      ? t('The model is sent the original entries again. What was done is kept here.')
      : plural(
          n,
          'The model is sent the original turn again. What was done is kept here.',
          'The model is sent the {0} original turns again. What was done is kept here.',
        ),
  inside: () => t('A later compaction covers this one, so undoing it changes nothing that the model is sent now.'),
  blocked: () => t('Redo is not possible while another compaction replaces the same entries. Undo that one first.'),
  showBlocking: () => t('Show it'),
  said: (before: number, after: number) =>
    Math.min(before, after) >= 10_000
      ? t('Compacted: {0} to {1} thousand tokens', count(before / 1000), count(after / 1000))
      : t('Compacted: {0} to {1} tokens', spoken(before), spoken(after)),
  saidPlain: () => t('Compacted'),
  saidUndone: () => t('Compaction undone'),
};

export const context = {
  title: () => t('Context'),
  close: () => t('Close'),
  until: (n: string) => t('{0} until compaction', n),
  left: (n: string) => t('{0} left', n),
  due: () => t('Compaction is due'),
  over: (n: string) => t('Next request is {0} over the limit', n),
  overShort: (n: string) => t('{0} over', n),
  used: (n: string) => t('{0} used', n),
  windowOf: (n: string) => t('window {0}', n),
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
  estimated: () => t('Estimated'),
  measuredAt: (n: string, time: string) => t('{0} at the last reply, {1}.', n, time),
  measuredPlus: (n: string, time: string, since: string) =>
    t('{0} at the last reply, {1}, plus {2} estimated since.', n, time, since),
  notMeasured: () => t('No reply has measured this context yet.'),
  suspectedLimit: (n: string) =>
    t('The provider reports {0} however much is sent: the model may take no more than that.', n),
  windowExceeded: (n: string) =>
    t('The provider has answered requests of {0}: the window seems to be larger than is set.', n),
  splitEstimated: () => t('The split by category is ~estimated.'),
  largest: () => t('Largest items'),
  open: () => t('Open'),
  openNamed: (label: string) => t('Open {0}', label),
  compactNow: () => t('Compact now'),
  preview: () => t('Preview Compaction…'),
  settings: () => t('Settings'),
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
  sentenceUntil: (n: number) => t('{0} until compaction.', spoken(n)),
  sentenceLeft: (n: number) => t('{0} left.', spoken(n)),
  sentenceDue: () => t('Compaction is due.'),
  sentenceOver: (n: number) => t('Context: the next request is {0} tokens over the limit.', spoken(n)),
  sentenceUnknown: (n: number) => t('Context: {0} tokens, window unknown.', spoken(n)),
  sentenceEmpty: (window: number) => t('Context: empty. Window {0} tokens.', spoken(window)),
};

export const limits = {
  unknownTitle: () => t('Context window unknown'),
  unknownModel: (model: string) =>
    t('Spool does not know how many tokens {0} accepts, so it cannot tell when to compact.', model),
  unknown: () => t('Spool does not know how many tokens the model accepts, so it cannot tell when to compact.'),
  setting: (held: string, setting: string) => t('This thread holds {0} tokens. Set the window in {1}.', held, setting),
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

/** A count for the ear: `148 thousand`. */
export function spoken(n: number): string {
  if (n < 1000) return count(n);
  const thousands = n / 1000;
  return t('{0} thousand', thousands < 9.95 ? String(Math.round(thousands * 10) / 10) : count(thousands));
}
