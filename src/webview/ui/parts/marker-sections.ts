/** The sections of an expanded compaction marker: its steps, what its summary retains, the summary, and what was kept. */
import { html, type TemplateResult } from 'lit';
import type { StepReport } from '../../../core/thread/strategy.ts';
import type { CheckpointView, RangeView } from '../../../core/view/marker-parts.ts';
import type { MarkerRow } from '../../../core/view/row.ts';
import { type Action, act } from '../../state/action.ts';
import { change, clock, tokens, tokensInTable } from '../../words/format.ts';
import { markerBody } from '../../words/marker-body-strings.ts';
import { previewWords } from '../../words/preview-strings.ts';
import { messages } from '../../words/row-strings.ts';
import { showMore, shownText, type Texts } from './body.ts';
import { type IconName, icon } from './icons.ts';
import { prose } from './prose.ts';

const stepIcons: Readonly<Record<StepReport['kind'], IconName>> = {
  native: 'fold',
  extract: 'list',
  summarize: 'list',
  truncate: 'drop',
  replace: 'swap',
  collapse: 'fold',
  supersede: 'fold',
  trim: 'cut',
  shorten: 'cut',
  recorded: 'swap',
};

/** Steps that are listed at once. */
const SHOWN_STEPS = 8;

/** What the steps leave of the total is shown from this share of it on. */
const OTHER_SHARE = 0.01;

export function stepsSection(row: MarkerRow): TemplateResult | string {
  if (row.steps.length === 0) return '';
  const { tokensBefore: before, tokensAfter: after, estimated, steps, trigger } = row;
  const items = steps.map((step, at) => stepItem(step, row.ranges?.[at], estimated.after));
  const more = items.slice(SHOWN_STEPS);
  const other = otherTokens(row);
  return html`<div class="sect">
    <header><h4>${markerBody.steps()}</h4></header>
    <ul class="rows">${items.slice(0, SHOWN_STEPS)}</ul>
    ${more.length === 0 ? '' : html`<details><summary class="kick">${markerBody.moreSteps(more.length)}</summary><ul class="rows">${more}</ul></details>`}
    ${
      before === undefined || after === undefined
        ? ''
        : html`<ul class="rows">
            ${other === 0 ? '' : html`<li>${icon('info')}<span>${markerBody.otherTokens()}</span><span class="num">${change(other, 0, true)}</span></li>`}
            <li class="total">
              <span class="num">${markerBody.shortChange(tokens(before, estimated.before), tokens(after, estimated.after))}</span><span class="num">${change(before, after, estimated.after)}</span>
            </li>
          </ul>`
    }
    ${trigger !== 'recorded' && estimated.after && !estimated.before ? html`<p class="kick">${markerBody.measured()}</p>` : ''}
  </div>`;
}

/** What the total says and no step: nothing where another agent counted, or where it is little. */
function otherTokens({ steps, tokensBefore = 0, tokensAfter = 0, trigger }: MarkerRow): number {
  const total = tokensBefore - tokensAfter;
  const other = steps.reduce((left, step) => left - step.tokensBefore + step.tokensAfter, total);
  return trigger !== 'recorded' && Math.abs(other) > OTHER_SHARE * Math.abs(total) ? other : 0;
}

function stepItem(step: StepReport, range: RangeView | undefined, estimated: boolean): TemplateResult {
  return html`<li>
    ${icon(stepIcons[step.kind])}<span>${markerBody.step(step)}${range?.to ? html`<span class="kick span">${range.from ? checkpoint(range.from) : markerBody.fromStart()}<span aria-hidden="true">→</span>${checkpoint(range.to)}</span>` : ''}</span>
    <span class="muted num wide-only">${markerBody.shortChange(tokensInTable(step.tokensBefore, estimated), tokensInTable(step.tokensAfter, estimated))}</span>
    <span class="num">${change(step.tokensBefore, step.tokensAfter, estimated)}</span>
  </li>`;
}

function checkpoint({ id, at, entry }: CheckpointView): TemplateResult {
  return html`<button class="lnk" data-action="reveal" @click=${send({ type: 'reveal', entry })}>${markerBody.checkpoint(id, clock(at))}</button>`;
}

/** Dispatches an action from the element that is pressed. */
function send(action: Action): (event: Event) => void {
  return ({ currentTarget }) => {
    if (currentTarget) act(currentTarget, action);
  };
}

/** What the summary holds, in numbers. */
export function retainedSection({ retained = [] }: MarkerRow): TemplateResult | string {
  if (retained.length === 0) return '';
  return html`<div class="sect">
    <header><h4>${markerBody.retained()}</h4></header>
    <p data-retained>${markerBody.holds(retained)}</p>
  </div>`;
}

/** `locked`: it can't be edited now. */
export function summarySection(row: MarkerRow, texts: Texts, locked: boolean): TemplateResult | string {
  const { summary, key } = row;
  if (!summary) return '';
  return html`<div class="sect">
    <header>
      <h4>${markerBody.summary()} <span class="muted num">${tokensInTable(row.summaryTokens, true)}</span></h4>
      <span class="acts">
        ${row.editable && !locked && row.state === 'done' ? html`<button class="lnk" data-action="edit-summary" @click=${send({ type: 'beginEdit', key, edit: row.editable.longest })}>${markerBody.edit()}</button>` : ''}
        <button class="lnk" data-action="open-summary" @click=${send({ type: 'openSummary', compaction: row.entry })}>${markerBody.openDocument()}</button>
        <button class="lnk" data-action="copy-summary" @click=${send({ type: 'copyRowText', key, part: 'summary' })}>${markerBody.copy()}</button>
      </span>
    </header>
    <div class="doc" tabindex="0" role="group" aria-label=${markerBody.summary()} data-scrolls>
      ${prose(shownText(summary, key, 'summary', texts))}${showMore(summary, key, 'summary', texts)}
    </div>
    ${
      row.edited
        ? html`<p class="kick">${markerBody.edited()}
          ${locked || row.state !== 'done' ? '' : html`<button class="lnk" data-action="restore-summary" @click=${send({ type: 'restoreSummary', compaction: row.entry })}>${markerBody.restoreSummary()}</button>`}</p>`
        : ''
    }
  </div>`;
}

export function keptSection({ kept }: MarkerRow): TemplateResult | string {
  const { messages: count, turns, tokens: size, pins, pinned, newest, earlier } = kept;
  if (count === 0) return '';
  return html`<div class="sect">
    <header><h4>${markerBody.kept()} <span class="muted num">${tokensInTable(size, true)}</span></h4></header>
    <ul class="rows">
      <li>${icon('check')}<span>${markerBody.keptMessages(count)}</span>${turns > 0 ? html`<span class="muted">${markerBody.keptTurns(turns)}</span>` : ''}</li>
      ${earlier > 0 ? turnLine(markerBody.earlierTurns(), earlier) : ''}${newest.map(({ turn, tokens: ofTurn }) => turnLine(previewWords.turns(turn, turn), ofTurn))}
      ${pins.map(
        (
          pin,
        ) => html`<li>${icon('pin')}<button class="lnk" data-action="reveal" @click=${send({ type: 'reveal', entry: pin.entry })}>${pin.text || messages.pinned()}</button>
          <span class="num">${tokensInTable(pin.tokens, true)}</span></li>`,
      )}
      ${pinned > pins.length ? html`<li>${icon('pin')}<span>${markerBody.morePinned(pinned - pins.length)}</span></li>` : ''}
    </ul>
  </div>`;
}

function turnLine(name: string, size: number): TemplateResult {
  return html`<li>${icon('person')}<span>${name}</span><span class="num">${tokensInTable(size, true)}</span></li>`;
}
