/** The preview of a compaction: what it removes and keeps, its size before and after, its price, and the buttons that answer it. */
import { css, html, LitElement, svg, type TemplateResult } from 'lit';
import type { PreviewAnswer } from '../../../core/protocol/panel-messages.ts';
import type { Meter } from '../../../core/view/meter.ts';
import type { Preview } from '../../../core/view/preview.ts';
import { act } from '../../state/action.ts';
import { base, buttons } from '../../styles/base.ts';
import { cardStyles } from '../../styles/card-styles.ts';
import { change, price, tokens, tokensInTable } from '../../words/format.ts';
import { markerBody } from '../../words/marker-body-strings.ts';
import { marker } from '../../words/marker-strings.ts';
import { preview } from '../../words/turn-strings.ts';
import { icon } from '../parts/icons.ts';
import { stepIcons } from '../parts/marker-sections.ts';
import type { SpoolInstructions } from '../parts/spool-instructions.ts';

export class SpoolPreview extends LitElement {
  static override properties = { preview: {}, meter: {}, instructing: { state: true } };
  declare preview: Preview;
  /** Only its window and trigger are used, for the bars. */
  declare meter: Meter | undefined;
  /** The field for instructions is open. */
  declare instructing: boolean;

  static override styles = [
    base,
    buttons,
    cardStyles,
    css`
      :host { display: block; }
      .pop { max-height: none; }
      .pop-head { flex-wrap: wrap; }
      .ba { display: grid; grid-template-columns: auto minmax(0, 1fr) auto; gap: 2px 8px; align-items: center; font-size: 11px; }
      .ba .num { text-align: end; }
      svg.bar { width: 100%; height: 8px; display: block; border-radius: 2px; overflow: hidden; background: color-mix(in srgb, var(--vscode-charts-foreground) 12%, transparent); box-shadow: 0 0 0 1px var(--vscode-contrastBorder, transparent); }
      .bar .used { fill: var(--vscode-charts-foreground); }
      .bar .tick { fill: var(--vscode-foreground); }
      .rows > li { display: grid; grid-template-columns: 16px minmax(0, 1fr) auto; gap: 0 8px; align-items: start; padding: 1px 0; }
      .rows > li > .i { margin-top: 1px; color: var(--vscode-descriptionForeground); }
      caption { text-align: start; }
      .cost td { white-space: normal; }
      b { font-weight: 600; }
    `,
  ];

  /** The thread brings the card into view. */
  override focus(): void {
    this.renderRoot.querySelector<HTMLElement>('h2')?.focus({ preventScroll: true });
  }

  override render(): TemplateResult {
    const { preview: shown } = this;
    const { tokensBefore, tokensAfter, estimated, strategy, goes, stays, steps, why } = shown;
    const [before, after] = [tokens(tokensBefore, estimated), tokens(tokensAfter, true)];
    return html`<div class="pop" role="group" aria-labelledby="title" @keydown=${this.onKey}>
      <div class="pop-head">
        <h2 id="title" tabindex="-1">${preview.title()}</h2>
        <span class="kick">${preview.nothingYet()}</span>
        <button class="ib" aria-label=${preview.notNow()} title=${preview.notNow()} data-action="close" @click=${this.answer('dismiss')}>${icon('close')}</button>
      </div>
      <div class="pop-sec">
        <div class="lead num">${marker.change(before, after)}</div>
        ${this.bars(before, after)}
        <p class="muted">${preview.by(marker.strategy(strategy))}</p>
      </div>
      <div class="pop-sec"><ul class="rows">
        <li>${icon('fold')}<span><b>${preview.goes()}</b><br /><span class="muted">${preview.goesWhat(goes.turns, goes.messages)}</span></span><span class="num">${tokensInTable(goes.tokens, true)}</span></li>
        ${steps.map(
          (step) =>
            html`<li>${icon(stepIcons[step.kind])}<span class="muted">${markerBody.step(step)}</span><span class="num muted">${change(step.tokensBefore, step.tokensAfter, true)}</span></li>`,
        )}
        <li>${icon('check')}<span><b>${preview.stays()}</b><br /><span class="muted">${markerBody.keptMessages(stays.messages)}</span></span><span class="num">${tokensInTable(stays.tokens, true)}</span></li>
      </ul></div>
      ${this.price()}
      ${this.instructing ? html`<div class="pop-sec"><spool-instructions .label=${preview.instructions()}></spool-instructions></div>` : ''}
      <div class="pop-foot btns">
        <vscode-button appearance="primary" data-action="compact" @click=${this.answer('compact')}>${preview.compact()}</vscode-button>
        ${why === 'ask' ? html`<vscode-button appearance="secondary" data-action="without" @click=${this.answer('without')}>${preview.without()}</vscode-button>` : ''}
        ${this.instructing ? '' : html`<vscode-button appearance="secondary" data-action="instruct" @click=${this.instruct}>${preview.instruct()}</vscode-button>`}
        <vscode-button appearance="secondary" data-action="dismiss" @click=${this.answer('dismiss')}>${preview.notNow()}</vscode-button>
      </div>
    </div>`;
  }

  private bars(before: string, after: string): TemplateResult | string {
    const { meter, preview: shown } = this;
    const whole = Math.max(meter?.window ?? 0, shown.tokensBefore);
    if (whole === 0) return '';
    const at = (n: number) => `${((n / whole) * 100).toFixed(2)}%`;
    const bar = (n: number) => svg`<rect class="used" width=${at(n)} height="8" />`;
    const tick =
      meter?.auto && meter.trigger !== undefined
        ? svg`<rect class="tick" x=${at(meter.trigger)} width="1.5" height="8" />`
        : '';
    return html`<div class="ba" aria-hidden="true">
      <span class="muted">${preview.now()}</span><svg class="bar">${bar(shown.tokensBefore)}${tick}</svg><span class="num">${before}</span>
      <span class="muted">${preview.after()}</span><svg class="bar">${bar(shown.tokensAfter)}${tick}</svg><span class="num">${after}</span>
    </div>`;
  }

  private price(): TemplateResult | string {
    const { price: cost } = this.preview;
    if (!cost) return '';
    const { summary, summaryMost, recache, savedPerCall: saved } = cost;
    const made = summaryMost > summary ? preview.likely(price(summary), price(summaryMost)) : price(summary);
    const line = (label: string, value: string) => html`<tr><th scope="row">${label}</th><td>${value}</td></tr>`;
    const later = saved >= 0 ? preview.less(price(saved)) : preview.more(price(-saved));
    const pays = saved > 0 ? preview.pays(Math.max(1, Math.ceil((summary + recache) / saved))) : '';
    return html`<div class="pop-sec">
      <table class="tbl cost">
        <caption class="kick">${preview.cost()}</caption>
        <tbody>${line(preview.summary(), made)}${line(preview.recache(), price(recache))}${line(preview.later(), later)}</tbody>
      </table>
      <p class="kick">${pays} ${preview.undoable()}</p>
    </div>`;
  }

  private readonly instruct = async () => {
    this.instructing = true;
    await this.updateComplete;
    this.renderRoot.querySelector<HTMLElement>('spool-instructions')?.focus();
  };

  private answer(answer: PreviewAnswer): () => void {
    return () => {
      const instructions = this.renderRoot.querySelector<SpoolInstructions>('spool-instructions')?.value ?? '';
      act(this, { type: 'answerPreview', answer, ...(instructions && { instructions }) });
    };
  }

  private readonly onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.isComposing) return;
    event.stopPropagation();
    this.answer('dismiss')();
  };
}

customElements.define('spool-preview', SpoolPreview);
