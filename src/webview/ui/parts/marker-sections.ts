/** The sections of an expanded compaction marker: its steps, its summary, and what was kept. */
import { html, type TemplateResult } from 'lit';
import type { StepReport } from '../../../core/thread/strategy.ts';
import type { MarkerRow } from '../../../core/view/row.ts';
import { type Action, act } from '../../state/action.ts';
import { change, tokens, tokensInTable } from '../../words/format.ts';
import { markerBody } from '../../words/marker-body-strings.ts';
import { showMore, shownText, type Texts } from './body.ts';
import { type IconName, icon } from './icons.ts';
import { prose } from './prose.ts';

export const stepIcons: Readonly<Record<StepReport['kind'], IconName>> = {
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

export function stepsSection(row: MarkerRow): TemplateResult | string {
  if (row.steps.length === 0) return '';
  const { tokensBefore: before, tokensAfter: after, estimated } = row;
  return html`<div class="sect">
    <header><h4>${markerBody.steps()}</h4></header>
    <ul class="rows">
      ${row.steps.map(
        (step) => html`<li>
          ${icon(stepIcons[step.kind])}<span>${markerBody.step(step)}</span>
          <span class="muted num wide-only">${markerBody.shortChange(tokensInTable(step.tokensBefore, estimated.after), tokensInTable(step.tokensAfter, estimated.after))}</span>
          <span class="num">${change(step.tokensBefore, step.tokensAfter, estimated.after)}</span>
        </li>`,
      )}
      ${
        before === undefined || after === undefined
          ? ''
          : html`<li class="total">
            <span class="num">${markerBody.shortChange(tokens(before, estimated.before), tokens(after, estimated.after))}</span><span class="num">${change(before, after, estimated.after)}</span>
          </li>`
      }
    </ul>
  </div>`;
}

/** `locked`: it can't be edited now. */
export function summarySection(row: MarkerRow, texts: Texts, locked: boolean): TemplateResult | string {
  const { summary, key } = row;
  if (!summary) return '';
  const send = (action: Action) => (event: Event) => {
    if (event.currentTarget) act(event.currentTarget, action);
  };
  return html`<div class="sect">
    <header>
      <h4>${markerBody.summary()} <span class="muted num">${tokensInTable(row.summaryTokens, true)}</span></h4>
      <span class="acts">
        ${row.editable && !locked && row.state === 'done' ? html`<button class="lnk" data-action="edit-summary" @click=${send({ type: 'beginEdit', key })}>${markerBody.edit()}</button>` : ''}
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

export function keptSection(row: MarkerRow): TemplateResult | string {
  if (row.kept.messages === 0) return '';
  return html`<div class="sect">
    <header><h4>${markerBody.kept()} <span class="muted num">${tokensInTable(row.kept.tokens, true)}</span></h4></header>
    <ul class="rows">
      <li>${icon('check')}<span>${markerBody.keptMessages(row.kept.messages)}</span></li>
    </ul>
  </div>`;
}
