/** What an expanded marker of a compaction shows below its line: its sections, and the buttons that undo, redo, compare or replace it. */
import { html, type LitElement, nothing, type TemplateResult } from 'lit';
import { gaugeState } from '../../../core/protocol/gauge-state.ts';
import { modelLabel } from '../../../core/protocol/panel-state.ts';
import type { Meter } from '../../../core/view/meter.ts';
import type { MarkerRow } from '../../../core/view/row.ts';
import { moveFocus } from '../../a11y/move-focus.ts';
import { act } from '../../state/action.ts';
import { textKey } from '../../state/state.ts';
import type { SummaryEditing } from '../../state/summary-edits.ts';
import { elapsed, price, tokens } from '../../words/format.ts';
import { markerBody as words } from '../../words/marker-body-strings.ts';
import { messages } from '../../words/row-strings.ts';
import { output, type Texts } from './body.ts';
import { editSection } from './edit-section.ts';
import { keptSection, retainedSection, stepsSection, summarySection } from './marker-sections.ts';
import { prose } from './prose.ts';
import './spool-instructions.ts';
import type { SpoolInstructions } from './spool-instructions.ts';

/** The marker that shows it. */
export interface MarkerHost extends LitElement {
  readonly row: MarkerRow;
  readonly open: boolean;
  readonly texts: Texts;
  readonly locked: boolean;
  readonly newest: boolean;
  readonly meter: Meter | undefined;
  readonly editing: SummaryEditing | undefined;
  instructing: boolean;
  prompting: boolean;
  changeState(type: 'undoCompaction' | 'redoCompaction', press: MouseEvent): void;
}

export function expandedMarker(host: MarkerHost): TemplateResult {
  return host.row.state === 'undone' ? undone(host) : done(host);
}

function done(host: MarkerHost): TemplateResult {
  const { row, texts, locked, newest, instructing } = host;
  const left = row.state === 'left';
  return html`<div class="marker-body">
    ${left ? html`<p class="muted">${words.leftWhy()}</p>` : ''}
    ${stepsSection(row)}${remarks(row)}${because(row)}${retainedSection(row)}
    ${host.editing ? editSection(host, host.editing) : summarySection(row, texts, locked)}${keptSection(row)}${madeBy(host)}
    ${row.inside === undefined ? '' : html`<p class="kick">${words.inside()}</p>`}
    ${left ? '' : undoPrice(host)}
    <div class="btns">
      ${left ? '' : html`<vscode-button appearance="secondary" data-action="undo" ?disabled=${locked} @click=${(press: MouseEvent) => host.changeState('undoCompaction', press)}>${words.undo()}</vscode-button>`}
      <vscode-button appearance="secondary" data-action="compare" @click=${() => act(host, { type: 'compareContexts', compaction: row.entry })}>${words.compare()}</vscode-button>
      ${newest && !instructing ? html`<vscode-button appearance="secondary" data-action="again" ?disabled=${locked} @click=${instruct(host, true)}>${words.again()}</vscode-button>` : ''}
    </div>
    ${newest && instructing ? again(host) : ''}
  </div>`;
}

function again(host: MarkerHost): TemplateResult {
  const compact = () => {
    const instructions = host.renderRoot.querySelector<SpoolInstructions>('spool-instructions')?.value ?? '';
    act(host, { type: 'compactAgain', compaction: host.row.entry, instructions });
    host.instructing = false;
  };
  const key = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.isComposing) return;
    event.stopPropagation();
    host.instructing = false;
  };
  return html`<div class="again" @keydown=${key}>
    <spool-instructions .label=${words.instructions()} .about=${words.againWhy()}></spool-instructions>
    <div class="btns">
      <vscode-button appearance="primary" data-action="again-now" ?disabled=${host.locked} @click=${compact}>${words.againNow()}</vscode-button>
      <vscode-button class="quiet" appearance="secondary" data-action="again-not" @click=${instruct(host, false)}>${words.notNow()}</vscode-button>
    </div>
  </div>`;
}

function instruct(host: MarkerHost, open: boolean): () => Promise<void> {
  return async () => {
    host.instructing = open;
    await host.updateComplete;
    moveFocus(host.renderRoot.querySelector<HTMLElement>(open ? 'spool-instructions' : '[data-action=again]'));
  };
}

function undone(host: MarkerHost): TemplateResult {
  const { row, texts, open, locked } = host;
  const blocked = row.blockedBy;
  const show = () => blocked !== undefined && act(host, { type: 'reveal', entry: blocked });
  const toggle = () => act(host, { type: 'toggle', key: row.key });
  return html`<div class="marker-body">
    <p class="muted">${undoneText(row, host.meter)}</p>
    ${
      blocked === undefined
        ? ''
        : html`<p class="muted" id="blocked">${words.blocked()} <button class="lnk" data-action="reveal" @click=${show}>${words.showBlocking()}</button></p>`
    }
    <div class="btns">
      <vscode-button appearance="secondary" data-action="redo" ?disabled=${locked || blocked !== undefined} @click=${(press: MouseEvent) => host.changeState('redoCompaction', press)}
        >${words.redo()}</vscode-button>
      <vscode-button class="quiet" appearance="secondary" data-action="show-summary" @click=${toggle}
        >${open ? words.hideSummary() : words.showSummary()}</vscode-button>
    </div>
    ${open ? html`${stepsSection(row)}${summarySection(row, texts, true)}` : nothing}
  </div>`;
}

function undoneText({ inside, isPartlyInside, turns }: MarkerRow, meter: Meter | undefined): string {
  if (inside !== undefined) return words.undoneInside();
  return `${isPartlyInside ? words.undonePartly() : words.undoneWhy(turns)} ${next(meter)}`;
}

/** What happens next after an undo. */
function next(meter: Meter | undefined): string {
  const state = meter && gaugeState(meter, undefined);
  if (!meter || !state) return '';
  if (state.type === 'until') return words.nextUntil(tokens(state.tokens, meter.estimated));
  const used = tokens(meter.tokens, meter.estimated);
  return meter.asks ? words.nextAsked(used) : state.type === 'due' ? words.nextDue(used) : '';
}

/** What it costs to send the original entries once, by the list. */
function undoPrice({ row, meter }: MarkerHost): TemplateResult | string {
  const { tokensBefore: before, tokensAfter: after } = row;
  if (row.inside !== undefined || before === undefined || after === undefined || before <= after) return '';
  const more = tokens(before - after, true);
  const rate = meter?.cacheWrite;
  const said =
    rate === undefined ? words.undoAdds(more) : words.undoCosts(more, price(((before - after) * rate) / 1e6));
  return html`<p class="kick">${said}</p>`;
}

/** What the model said as it compacted. */
function because({ because: said }: MarkerRow): TemplateResult | string {
  if (!said) return '';
  return html`<div class="sect">
    <header><h4>${words.reason()}</h4><span class="muted">${said.model === undefined ? '' : modelLabel(undefined, said.model)}</span></header>
    <div class="because">${prose(said.text.text)}</div>
  </div>`;
}

/** The model that wrote the summary with what its calls used, and its prompt. */
function madeBy(host: MarkerHost): TemplateResult | string {
  const { made, cost, key } = host.row;
  if (!made) return '';
  const { model, usage, took, prompted } = made;
  const facts = [
    modelLabel(undefined, model),
    ...(usage ? [messages.read(usage.total - usage.output), messages.written(usage.output)] : []),
    ...(took === undefined ? [] : [elapsed(took)]),
    ...(cost === undefined ? [] : [price(cost)]),
  ];
  const text = host.prompting ? host.texts.get(textKey(key, 'prompt')) : undefined;
  const toggle = () => {
    host.prompting = text === undefined;
    if (host.prompting) act(host, { type: 'loadText', key, part: 'prompt' });
  };
  return html`<div><p class="kick made">${facts.join(' · ')}
      ${prompted ? html`<button class="lnk" aria-expanded=${text !== undefined} data-action="show-prompt" @click=${toggle}>${text === undefined ? words.showPrompt() : words.hidePrompt()}</button>` : ''}</p>
    ${text === undefined ? '' : output(text, words.prompt())}</div>`;
}

function remarks(row: MarkerRow): TemplateResult | string {
  const lines = [
    ...(row.fellFrom ? [words.fallback(row.strategy, row.fellFrom)] : []),
    ...(row.unused === undefined ? [] : [words.unused(row.unused)]),
    ...(row.reason ? [row.target ? words.missed(tokens(row.target)) : words.fixedPart()] : []),
  ];
  return lines.length > 0 ? html`<div>${lines.map((line) => html`<p class="muted">${line}</p>`)}</div>` : '';
}
