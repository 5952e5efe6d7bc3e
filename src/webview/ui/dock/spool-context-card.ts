/** The context card: how many tokens the context has, as a number, a bar, a table by category, and its largest items. */
import { css, html, LitElement, svg, type TemplateResult } from 'lit';
import { assertNever } from '../../../core/lang/assert-never.ts';
import { gaugeState } from '../../../core/protocol/gauge-state.ts';
import { type Busy, type ModelHead, modelLabel } from '../../../core/protocol/panel-state.ts';
import {
  capacityOf,
  type InstructionSize,
  type LargestItem,
  type Meter,
  type ToolSource,
} from '../../../core/view/meter.ts';
import { moveFocus } from '../../a11y/move-focus.ts';
import { trapTab } from '../../a11y/trap.ts';
import { act } from '../../state/action.ts';
import { base, buttons } from '../../styles/base.ts';
import { cardStyles } from '../../styles/card-styles.ts';
import { hatch, segmentColours } from '../../styles/segment-colours.ts';
import { context } from '../../words/context-strings.ts';
import { clock, percent, price, tokens, tokensInTable } from '../../words/format.ts';
import { type IconName, icon } from '../parts/icons.ts';
import { pathName, pathNameStyles } from '../parts/path-name.ts';
import '../parts/spool-bar.ts';

const itemIcons: Readonly<Record<LargestItem['kind'], IconName>> = {
  read: 'file',
  edit: 'edit',
  run: 'term',
  search: 'search',
  todo: 'tasks',
  other: 'wrench',
  message: 'person',
  reply: 'spool',
  note: 'program',
  summary: 'list',
  attachment: 'clip',
};

/** Items whose label is a sentence, not a path or a command. */
const IS_PROSE: ReadonlySet<LargestItem['kind']> = new Set(['message', 'reply', 'note', 'summary']);

export class SpoolContextCard extends LitElement {
  static override properties = { meter: {}, model: {}, busy: {}, locked: { type: Boolean } };
  declare meter: Meter;
  declare model: ModelHead | undefined;
  declare busy: Busy | undefined;
  /** Compaction can't be started now. */
  declare locked: boolean;

  static override styles = [
    base,
    buttons,
    segmentColours,
    cardStyles,
    pathNameStyles,
    css`:host { display: flex; flex-direction: column; }`,
  ];

  override firstUpdated(): void {
    this.focus();
  }

  override focus(): void {
    moveFocus(this.renderRoot.querySelector<HTMLElement>('h2'));
  }

  override render(): TemplateResult {
    const { meter } = this;
    return html`<div class="pop" role="dialog" aria-labelledby="title" @keydown=${this.onKey}>
      <div class="pop-head">
        <h2 id="title" tabindex="-1">${context.title()}</h2>
        <button class="ib" aria-label=${context.close()} title=${context.close()} data-action="close" @click=${this.close}>${icon('close')}</button>
      </div>
      <div class="pop-sec">
        <div><div class="lead num">${lead(meter, this.busy)}</div>${subline(meter, this.model)}</div>
        ${meter.window === undefined ? '' : html`<spool-bar .meter=${meter}></spool-bar>`}
        ${table(meter)}${origin(meter)}${meter.cost === undefined ? '' : html`<p class="kick" data-cost>${context.cost(price(meter.cost))}</p>`}${this.suggestion(meter)}
      </div>
      ${meter.largest.length > 0 ? html`<div class="pop-sec"><h3 class="kick">${context.largest()}</h3><ul class="items">${meter.largest.map((item) => this.item(item))}</ul></div>` : ''}
      ${meter.instructions ? html`<div class="pop-sec"><h3 class="kick">${context.segment('instructions')}</h3><ul class="items">${meter.instructions.map((file) => this.instruction(file))}</ul></div>` : ''}
      ${meter.toolSources ? this.toolSources(meter.toolSources) : ''}
      <div class="pop-foot btns">
        <vscode-button appearance="primary" data-action="preview" ?disabled=${this.locked} @click=${() => this.command('previewCompaction')}>${context.preview()}</vscode-button>
        <vscode-button appearance="secondary" data-action="compact" ?disabled=${this.locked} @click=${() => this.command('compactThread')}>${context.compactNow()}</vscode-button>
        <vscode-button class="quiet" appearance="secondary" data-action="settings" @click=${() => this.command('openSettings')}>${context.settings()}</vscode-button>
      </div>
    </div>`;
  }

  private item(item: LargestItem): TemplateResult {
    // A reply that holds thinking alone has no label of its own.
    const label = item.kind === 'summary' ? context.segment('summary') : item.label || context.segment('messages');
    const isPath = item.kind === 'read' || item.kind === 'edit' || item.kind === 'attachment';
    const name = item.kind === 'summary' ? label : `${label}${lines(item)}`;
    const open = () => act(this, { type: 'reveal', entry: item.entry, key: item.rowKey });
    return html`<li class="item">
      ${icon(itemIcons[item.kind])}
      <span class="ell ${IS_PROSE.has(item.kind) ? '' : 'mono'}" title=${name}>${isPath ? pathName(label, lines(item)) : name}</span>
      <span class="num">${tokensInTable(item.tokens, true)}</span>
      <span class="kick num when">${clock(item.at)}</span>
      <button class="lnk" data-action="open-item" aria-label=${context.openNamed(`${name}, ${clock(item.at)}`)} @click=${open}>${context.open()}</button>
    </li>`;
  }

  private instruction({ path, tokens: size }: InstructionSize): TemplateResult {
    const open = () => act(this, { type: 'openFile', path });
    return html`<li class="item">
      ${icon('file')}
      <span class="ell mono" title=${path}>${pathName(path, '')}</span>
      <span class="num">${tokensInTable(size, true)}</span>
      <button class="lnk" data-action="open-instructions" aria-label=${context.openNamed(path)} @click=${open}>${context.open()}</button>
    </li>`;
  }

  private toolSources(sources: readonly ToolSource[]): TemplateResult {
    return html`<div class="pop-sec" data-tools>
      <h3 class="kick">${context.segment('tools')}</h3>
      <ul class="items">${sources.map(
        ({ source, count, tokens: size }) => html`<li class="item">
          ${icon('wrench')}
          <span class="ell" dir="auto">${source ?? 'Spool'}</span>
          <span class="num">${tokensInTable(size, true)}</span><span class="kick num when">${context.toolCount(count)}</span>
        </li>`,
      )}</ul>
      <button class="lnk" data-action="select-tools" @click=${() => this.command('selectTools')}>${context.selectTools()}</button>
    </div>`;
  }

  private suggestion({ suggestedWindow: window }: Meter): TemplateResult | string {
    if (window === undefined) return '';
    const use = () => act(this, { type: 'noticeAction', action: 'useSuggestedWindow' });
    return html`<button class="lnk" data-action="use-window" ?disabled=${this.locked} @click=${use}>${context.useWindow(tokensInTable(window))}</button>`;
  }

  private command(command: 'compactThread' | 'previewCompaction' | 'openSettings' | 'selectTools'): void {
    act(this, { type: 'setContextOpen', open: false });
    act(this, { type: 'runCommand', command });
  }

  private readonly close = () => act(this, { type: 'setContextOpen', open: false });

  private readonly onKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      event.stopPropagation();
      this.close();
    } else trapTab(event, this.renderRoot);
  };
}

function lines({ range }: LargestItem): string {
  if (!range) return '';
  return range.to === undefined ? `:${range.from}` : `:${range.from}–${range.to}`;
}

function lead(meter: Meter, busy: Busy | undefined): string {
  const state = gaugeState(meter, busy);
  const size = (n: number) => tokens(n, meter.estimated);
  switch (state.type) {
    case 'compacting':
      return context.compacting();
    case 'unknown':
      return context.used(size(meter.tokens));
    case 'over':
      return context.over(size(state.tokens));
    case 'until':
      return context.until(size(state.tokens));
    case 'left':
      return context.left(size(state.tokens));
    case 'due':
      return context.due();
    case 'empty':
      return context.used('0');
    default:
      return assertNever(state);
  }
}

function subline(meter: Meter, head: ModelHead | undefined): TemplateResult {
  const { tokens: used, window, maxInput, model, estimated } = meter;
  const capacity = capacityOf(meter);
  return html`<div class="muted num">
    ${
      capacity === undefined
        ? context.unknown()
        : html`${context.ofWindow(tokens(used, estimated), tokens(capacity))}<span class="sep">${percent(used / capacity)}</span>`
    }${maxInput === undefined ? '' : html`<span class="sep">${context.windowOf(tokens(window ?? 0))}</span>`}${model ? html`<span class="sep">${modelLabel(head, model)}</span>` : ''}
  </div>`;
}

function table(meter: Meter): TemplateResult {
  const { segments, window, maxInput = Number.POSITIVE_INFINITY, reserve, tokens: used } = meter;
  const share = (n: number) => (window === undefined ? '' : html`<td>${percent(n / window, 1)}</td>`);
  const free = Math.min((window ?? 0) - reserve, maxInput) - used;
  return html`<table class="tbl shares">
    <caption class="sr">${context.tableName()}</caption>
    <thead><tr>
      <th scope="col">${context.category()}</th><th scope="col">${context.tokens()}</th>
      ${window === undefined ? '' : html`<th scope="col">${context.window()}</th>`}
    </tr></thead>
    <tbody>
      ${segments.map(
        (s) => html`<tr data-segment=${s.kind}>
          <th scope="row"><span>${swatch(svg`<rect class="c-${s.kind}" width="10" height="10" rx="2" />`)}${context.segment(s.kind)}</span></th>
          <td>${tokensInTable(s.tokens, true)}</td>${share(s.tokens)}
        </tr>`,
      )}
      ${
        window === undefined
          ? ''
          : html`<tr class="rule">
              <th scope="row"><span>${swatch(svg`<defs>${hatch}</defs><rect width="10" height="10" fill="url(#hatch)" />${frame}`)}
                <span class="wide-only">${context.reserved()}</span><span class="narrow-only">${context.reservedShort()}</span></span></th>
              <td>${tokensInTable(reserve)}</td>${share(reserve)}
            </tr>
            ${
              free < 0
                ? ''
                : html`<tr><th scope="row"><span>${swatch(frame)}${context.free()}</span></th><td>${tokensInTable(free, meter.estimated)}</td>${share(free)}</tr>`
            }`
      }
    </tbody>
  </table>`;
}

const frame = svg`<rect class="c-free" x=".5" y=".5" width="9" height="9" rx="1.5" />`;

function swatch(drawing: unknown): TemplateResult {
  return html`<svg class="sw" aria-hidden="true">${drawing}</svg>`;
}

/** Whether a provider measured the number or we estimated it, as the `~` of the number says. */
function origin({ measured, estimated, finding, tokens: used }: Meter): TemplateResult {
  const pill = measured && !estimated ? context.measured() : context.estimated();
  const since = used - (measured?.tokens ?? 0);
  const words = !measured
    ? context.notMeasured()
    : since > 0
      ? context.measuredPlus(tokensInTable(measured.tokens), clock(measured.at), tokensInTable(since, true))
      : context.measuredAt(tokensInTable(measured.tokens), clock(measured.at));
  return html`<p class="kick"><span class="pill">${pill}</span> ${words} ${context.splitEstimated()}${finding ? html` ${found(finding)}` : ''}</p>`;
}

function found({ type, tokens: count }: NonNullable<Meter['finding']>): string {
  const n = tokensInTable(count);
  return type === 'suspected-limit' ? context.suspectedLimit(n) : context.windowExceeded(n);
}

customElements.define('spool-context-card', SpoolContextCard);
