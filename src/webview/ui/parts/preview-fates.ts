/** What a compaction's preview says of each part of the thread: what becomes of it, where it is, and which calls collapse. */
import { html, type TemplateResult } from 'lit';
import { assertNever } from '../../../core/lang/assert-never.ts';
import type { SegmentKind } from '../../../core/view/meter.ts';
import type { ContextSize, Preview, PreviewPart, PreviewRange } from '../../../core/view/preview.ts';
import { clock, tokens, tokensInTable } from '../../words/format.ts';
import { markerBody } from '../../words/marker-body-strings.ts';
import { previewWords as words } from '../../words/preview-strings.ts';
import { fates } from '../../words/row-strings.ts';
import { icon } from './icons.ts';

/** One disclosure for each fate. */
export function fateSections({ parts, after }: Preview): readonly TemplateResult[] {
  return parts.map((part) => {
    const { fate, ranges, calls } = part;
    const beside = fate === 'kept' ? besideMessages(after) : 0;
    return html`<details open data-fate=${fate}>
      <summary>${icon('right', 'tw')}<span><b>${fates.badge(fate)}</b> <span class="muted">${what(part)}</span></span><span class="num">${size(part, beside)}</span></summary>
      <ul>
        ${calls.shown.map(({ label, count }) => html`<li><span class="mono">${label}</span><span class="num">${count > 1 ? words.repeated(count) : ''}</span></li>`)}
        ${others(calls.others)}
        ${beside > 0 ? line(words.beside(), beside) : ''}
        ${calls.shown.length > 0 ? '' : html`${others(ranges.others)}${ranges.shown.map((range) => line(place(range), range.tokens))}`}
      </ul>
    </details>`;
  });
}

function what({ fate, turns, messages, toolResults }: PreviewPart): string {
  switch (fate) {
    case 'collapsed':
    case 'trimmed':
      return words.results(toolResults);
    case 'kept':
      return markerBody.keptMessages(messages);
    case 'summarized':
    case 'native':
    case 'replaced':
    case 'dropped':
      return words.what(turns, messages);
    default:
      return assertNever(fate);
  }
}

function size({ fate, tokensBefore, tokensAfter }: PreviewPart, beside: number): string {
  const after = tokens(tokensAfter + beside, true);
  return fate === 'kept' ? after : markerBody.shortChange(tokens(tokensBefore, true), after);
}

function place({ from, to }: PreviewRange): TemplateResult {
  return html`<span class="range">${words.turns(from.turn, to.turn)}</span><span class="sep num">${words.times(clock(from.at), clock(to.at))}</span>`;
}

function line(label: string | TemplateResult, count: number): TemplateResult {
  return html`<li><span>${label}</span><span class="num">${tokensInTable(count, true)}</span></li>`;
}

function others(count: number): TemplateResult | string {
  return count > 0 ? html`<li>${words.others(count)}</li>` : '';
}

/** Whether it is sent beside the messages. */
const IS_BESIDE: Readonly<Record<SegmentKind, boolean>> = {
  system: true,
  tools: true,
  instructions: true,
  server: true,
  summary: false,
  messages: false,
  toolResults: false,
  attachments: false,
  pins: false,
};

function besideMessages({ segments }: ContextSize): number {
  return segments.reduce((sum, { kind, tokens: count }) => sum + (IS_BESIDE[kind] ? count : 0), 0);
}
