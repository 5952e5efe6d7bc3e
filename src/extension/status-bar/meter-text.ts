/** The words of the status bar's meter: the short text, the tooltip, and the sentence that is read out. */
import { assertNever } from '../../core/lang/assert-never.ts';
import { type GaugeState, gaugeState, toneOf } from '../../core/protocol/gauge-state.ts';
import { type Busy, isCompacting, type OtherThreads } from '../../core/protocol/panel-state.ts';
import { approximate, formatPercent, formatPrice, formatTokens, formatTokensInTable } from '../../core/view/format.ts';
import { capacityOf, dueOf, type Meter, type SegmentKind } from '../../core/view/meter.ts';
import type { L10n } from '../l10n/l10n.ts';

export interface MeterText {
  readonly text: string;
  /** Markdown with command links. */
  readonly tooltip: string;
  /** A whole sentence for screen readers. */
  readonly label: string;
  /** `warning` only where nothing acts by itself; `error` only where the next request can't fit. */
  readonly background?: 'warning' | 'error';
}

export const TOOLTIP_COMMANDS = [
  'spool.showContextUsage',
  'spool.previewCompaction',
  'spool.compactThread',
  'spool.showEffectiveSettings',
  'spool.openThread',
] as const;

/** While the agent waits for an answer and the panel is hidden. */
export function questionText(l10n: L10n): MeterText {
  const label = l10n.t('Spool’s agent asks a question and waits. Show it.');
  return { text: `$(question) ${l10n.t('Spool asks')}`, tooltip: label, label, background: 'warning' };
}

/** The same text, with what threads in the background do. */
export function withOthers(
  meter: MeterText,
  { working, asking }: Pick<OtherThreads, 'working' | 'asking'>,
  l10n: L10n,
): MeterText {
  if (working + asking === 0) return meter;
  const sentences = [
    ...(asking > 0 ? [l10n.plural(asking, '{0} other thread asks you.', '{0} other threads ask you.')] : []),
    ...(working > 0 ? [l10n.plural(working, '{0} other thread is at work.', '{0} other threads are at work.')] : []),
  ];
  const icon = asking > 0 ? '$(question)' : '$(sync~spin)';
  const others = sentences.join(' ');
  const link = `[${l10n.t('Open Thread…')}](command:spool.openThread)`;
  return {
    ...meter,
    text: `${meter.text} ${icon} ${working + asking}`,
    tooltip: `${meter.tooltip}\n\n${others} ${link}`,
    label: `${meter.label} ${others}`,
  };
}

/** Undefined meter: no thread is open. An unknown window is `–`, never 0 %. */
export function meterText(meter: Meter | undefined, busy: Busy | undefined, l10n: L10n): MeterText {
  const tooltip = meter ? tooltipOf(meter, busy, l10n) : l10n.t('Open Spool: a coding agent in the side bar');
  return (busy && busyText(busy, tooltip, l10n)) ?? restingText(meter, tooltip, l10n);
}

/** Undefined during a turn that doesn't compact, whose meter is shown. */
function busyText(busy: Busy, tooltip: string, l10n: L10n): MeterText | undefined {
  switch (busy.type) {
    case 'compacting':
    case 'turn':
    case 'retrying':
      if (!isCompacting(busy)) return undefined;
      return {
        text: `$(sync~spin) ${l10n.t('Compacting')}`,
        tooltip,
        label: l10n.t('Spool is compacting the thread.'),
      };
    case 'importing': {
      const label = l10n.t('Spool is importing {0}.', busy.name);
      // A file's name is no Markdown of ours.
      const plain = label.replace(/[\\`*_{}[\]()#+\-.!|<>~$]/g, '\\$&');
      return { text: `$(sync~spin) ${l10n.t('Importing')}`, tooltip: plain, label };
    }
    case 'restoring':
      return { text: `$(sync~spin) ${l10n.t('Restoring')}`, tooltip, label: l10n.t('Spool is restoring.') };
    default:
      return assertNever(busy);
  }
}

function restingText(meter: Meter | undefined, tooltip: string, l10n: L10n): MeterText {
  if (!meter)
    return { text: '$(spool-thread) Spool', tooltip, label: l10n.t('Spool: no thread is open. Show the panel.') };
  const capacity = capacityOf(meter);
  if (!capacity) {
    const label = l10n.t(
      'Context: {0} tokens; the window of the model is not known. Show details.',
      l10n.spoken(meter.tokens),
    );
    return { text: '$(spool-thread) –', tooltip, label };
  }
  const state = gaugeState(meter, undefined);
  const background = backgroundOf(meter, state);
  const icon = background ? `$(${background})` : '$(spool-thread)';
  return {
    text: `${icon} ${percent(meter, capacity, l10n)}`,
    tooltip,
    label: sentence(meter, state, capacity, l10n),
    ...(background && { background }),
  };
}

function backgroundOf(meter: Meter, state: GaugeState): MeterText['background'] {
  const tone = toneOf(meter, state);
  switch (tone) {
    case 'over':
      return 'error';
    case 'near':
      return meter.auto ? undefined : 'warning';
    case 'calm':
      return undefined;
    default:
      return assertNever(tone);
  }
}

function percent({ tokens, estimated }: Meter, capacity: number, { locale }: L10n): string {
  return approximate(formatPercent(tokens / capacity, 0, locale), estimated);
}

function sentence(meter: Meter, state: GaugeState, capacity: number, l10n: L10n): string {
  const { tokens } = meter;
  const share = Math.round((tokens / capacity) * 100);
  const size = l10n.t('Context {0} percent: {1} of {2} tokens.', share, l10n.spoken(tokens), l10n.spoken(capacity));
  const said = meter.estimated ? `${size} ${l10n.t('This is an estimate.')}` : size;
  return `${said} ${distance(state, l10n)}`;
}

function distance(state: GaugeState, l10n: L10n): string {
  switch (state.type) {
    case 'over':
      return l10n.t('The next request does not fit. Show details.');
    case 'until':
      return l10n.t('{0} until compaction. Show details.', l10n.spoken(state.tokens));
    case 'left':
      return l10n.t('{0} until the window is full. Show details.', l10n.spoken(state.tokens));
    case 'due':
      return l10n.t('Compaction is due. Show details.');
    case 'empty':
    case 'unknown':
    case 'compacting':
      return l10n.t('Show details.');
    default:
      return assertNever(state);
  }
}

function tooltipOf(meter: Meter, busy: Busy | undefined, l10n: L10n): string {
  const { locale } = l10n;
  const { tokens, window, reserve, estimated } = meter;
  const trigger = dueOf(meter);
  const capacity = capacityOf(meter);
  const size = approximate(formatTokens(tokens, locale), estimated);
  const links = [
    `[${l10n.t('Show details')}](command:spool.showContextUsage)`,
    `[${l10n.t('Preview')}](command:spool.previewCompaction)`,
    `[${l10n.t('Compact')}](command:spool.compactThread)`,
    `[${l10n.t('Settings')}](command:spool.showEffectiveSettings)`,
  ].join(' · ');
  const row = (name: string, count: number, isEstimate: boolean) => {
    const share = window ? formatPercent(count / window, 1, locale) : '';
    return `| ${name} | ${approximate(formatTokensInTable(count, locale), isEstimate)} | ${share} |`;
  };
  const rows = segmentRows(meter, l10n).map(([name, count]) => row(name, count, true));
  if (reserve > 0) rows.push(row(l10n.t('Reserved for the reply'), reserve, false));
  return [
    `**${headline(meter, busy, l10n)}**`,
    capacity
      ? [
          l10n.t('{0} of {1}', size, formatTokens(capacity, locale)),
          percent(meter, capacity, l10n),
          ...(trigger === undefined ? [] : [l10n.t('compaction is due at {0}', formatTokens(trigger, locale))]),
        ].join(' · ')
      : l10n.t('{0} tokens; the window of the model is not known', size),
    `| | | |\n|---|--:|--:|\n${rows.join('\n')}`,
    ...(meter.cost === undefined
      ? []
      : [l10n.t('This thread has cost {0} so far, by the list prices.', formatPrice(meter.cost, locale))]),
    ...findingText(meter, l10n),
    links,
  ].join('\n\n');
}

/** In the words of the panel's card. */
function findingText({ finding }: Meter, l10n: L10n): readonly string[] {
  if (!finding) return [];
  const n = formatTokensInTable(finding.tokens, l10n.locale);
  return finding.type === 'suspected-limit'
    ? [l10n.t('The provider reports {0} however much is sent: the model may take no more than that.', n)]
    : [l10n.t('The provider has answered requests of {0}: the window seems to be larger than is set.', n)];
}

function headline(meter: Meter, busy: Busy | undefined, l10n: L10n): string {
  const state = gaugeState(meter, busy);
  const n = 'tokens' in state ? approximate(formatTokens(state.tokens, l10n.locale), meter.estimated) : '';
  switch (state.type) {
    case 'compacting':
      return l10n.t('Compacting');
    case 'over':
      return l10n.t('The next request does not fit');
    case 'due':
      return l10n.t('Compaction is due');
    case 'until':
      return l10n.t('{0} until compaction', n);
    case 'left':
      return l10n.t('{0} until full', n);
    case 'empty':
    case 'unknown':
      return l10n.t('Context');
    default:
      return assertNever(state);
  }
}

/** What is sent with every request stands in one row. */
function segmentRows({ segments }: Meter, l10n: L10n): readonly (readonly [string, number])[] {
  const of = (...kinds: readonly SegmentKind[]) =>
    segments.filter(({ kind }) => kinds.includes(kind)).reduce((sum, { tokens }) => sum + tokens, 0);
  const rows: readonly (readonly [string, number])[] = [
    [l10n.t('System, tools, instructions'), of('system', 'tools', 'instructions')],
    [l10n.t('Added by the provider'), of('server')],
    [l10n.t('Summary'), of('summary')],
    [l10n.t('Messages'), of('messages')],
    [l10n.t('Tool results'), of('toolResults')],
    [l10n.t('Attachments'), of('attachments')],
    [l10n.t('Pins'), of('pins')],
  ];
  return rows.filter(([, tokens]) => tokens > 0);
}
