/** The preview of a compaction: the context before and after, what becomes of each part of the thread, pins, price, and its buttons. */
import { css, html, LitElement, type PropertyValues, type TemplateResult } from 'lit';
import type { PreviewAnswer } from '../../../core/protocol/panel-messages.ts';
import { dueOf } from '../../../core/view/meter.ts';
import type { Preview } from '../../../core/view/preview.ts';
import { moveFocus } from '../../a11y/move-focus.ts';
import { act } from '../../state/action.ts';
import { base, buttons } from '../../styles/base.ts';
import { cardStyles } from '../../styles/card-styles.ts';
import { price, tokens } from '../../words/format.ts';
import { marker } from '../../words/marker-strings.ts';
import { previewWords as words } from '../../words/preview-strings.ts';
import { icon } from '../parts/icons.ts';
import { previewBars } from '../parts/preview-bars.ts';
import { fateSections } from '../parts/preview-fates.ts';
import { previewPins } from '../parts/preview-pins.ts';
import '../parts/spool-instructions.ts';
import type { SpoolInstructions } from '../parts/spool-instructions.ts';

export class SpoolPreview extends LitElement {
  static override properties = { preview: {}, instructing: { state: true } };
  declare preview: Preview;
  /** The field for instructions is open. */
  declare instructing: boolean;
  private hadFocus = false;

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
      summary, li { display: flex; gap: 0 8px; align-items: start; padding: 1px 0; }
      summary { list-style: none; cursor: pointer; gap: 4px; border-radius: 4px; min-height: 24px; align-items: center; }
      summary::-webkit-details-marker { display: none; }
      summary > .num, li > .num { margin-inline-start: auto; }
      details[open] > summary > .tw { transform: rotate(90deg); }
      summary .i, li > .i { color: var(--vscode-descriptionForeground); }
      details ul { padding-inline-start: 20px; color: var(--vscode-descriptionForeground); }
      .mono { overflow-wrap: anywhere; }
      .pin { align-items: center; min-height: 24px; }
      .pin > .lnk { min-height: 24px; }
      b { font-weight: 600; display: inline-block; }
      b::first-letter { text-transform: uppercase; }
      caption { text-align: start; }
      .cost td { white-space: normal; }
      @container (min-width: 221px) { .range { white-space: nowrap; } }
      @container (max-width: 300px) { .pop-head .kick { order: 1; flex-basis: 100%; } }
      @container (max-width: 220px) {
        summary, li { flex-wrap: wrap; }
        :is(summary, li:not(.pin)) > .num { flex-basis: 100%; text-align: end; }
        :is(summary, li) > span:not(.num, .ell) { flex: 1 1 0; min-width: 0; }
      }
    `,
  ];

  /** The thread brings the card into view. */
  override focus(): void {
    moveFocus(this.renderRoot.querySelector<HTMLElement>('h2'), { preventScroll: true });
  }

  override willUpdate(): void {
    this.hadFocus = this.shadowRoot?.activeElement instanceof HTMLElement;
  }

  /** A pin takes its button away, which may have the focus. */
  override updated(changed: PropertyValues<this>): void {
    if (changed.has('preview') && this.hadFocus && !this.shadowRoot?.activeElement) this.focus();
  }

  override render(): TemplateResult {
    const { before, after, strategy, why, afterUndo, chosen } = this.preview;
    return html`<div class="pop" role="group" aria-labelledby="title" @keydown=${this.onKey}>
      <div class="pop-head">
        <h2 id="title" tabindex="-1">${words.title()}</h2>
        <span class="kick">${words.nothingYet()}</span>
        <button class="ib" aria-label=${words.notNow()} title=${words.notNow()} data-action="close" @click=${this.answer('dismiss')}>${icon('close')}</button>
      </div>
      <div class="pop-sec">
        <div class="lead num">${marker.change(tokens(before.tokens, before.estimated), tokens(after.tokens, after.estimated))}</div>
        ${chosen ? html`<p dir="auto" data-chosen>${words.chosen(chosen)}</p>` : ''}
        ${previewBars(before, after)}
        <p class="muted">${words.by(marker.strategy(strategy))}</p>
        ${afterUndo ? html`<p class="muted" data-after-undo>${words.afterUndo(afterUndo, this.trigger())}</p>` : ''}
      </div>
      <div class="pop-sec">${fateSections(this.preview)}</div>
      ${previewPins(this.preview)}
      ${this.price()}
      ${this.instructing ? html`<div class="pop-sec"><spool-instructions .label=${words.instructions()}></spool-instructions></div>` : ''}
      <div class="pop-foot btns">
        <vscode-button appearance="primary" data-action="compact" @click=${this.answer('compact')}>${words.compact()}</vscode-button>
        ${why === 'ask' ? html`<vscode-button appearance="secondary" data-action="without" @click=${this.answer('without')}>${words.without()}</vscode-button>` : ''}
        ${this.instructing || !takesInstructions(strategy) ? '' : html`<vscode-button appearance="secondary" data-action="instruct" @click=${this.instruct}>${words.instruct()}</vscode-button>`}
        <vscode-button appearance="secondary" data-action="dismiss" @click=${this.answer('dismiss')}>${words.notNow()}</vscode-button>
      </div>
    </div>`;
  }

  private trigger(): string | undefined {
    const due = dueOf(this.preview.before);
    return due === undefined ? undefined : tokens(due);
  }

  private price(): TemplateResult | string {
    const { price: cost, strategy } = this.preview;
    if (!cost) return '';
    const { summary, recache, savedPerCall: saved } = cost;
    const line = (label: string, value: string) => html`<tr><th scope="row">${label}</th><td>${value}</td></tr>`;
    const later = saved >= 0 ? words.less(price(saved)) : words.more(price(-saved));
    const once = (summary?.likely ?? 0) + recache.cost;
    const pays = saved > 0 ? words.pays(Math.max(1, Math.ceil(once / saved))) : '';
    return html`<div class="pop-sec">
      <table class="tbl cost">
        <caption class="kick">${words.cost(range(once, (summary?.most ?? 0) + recache.cost))}</caption>
        <tbody>
          ${summary ? line(words.summary(), range(summary.likely, summary.most)) : strategy === 'native' ? line(words.summary(), words.unknownCost()) : ''}
          ${line(words.recache(tokens(recache.tokens, true)), price(recache.cost))}${line(words.later(), later)}
        </tbody>
      </table>
      <p class="kick">${pays} ${words.undoable()}</p>
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

/** Only a model that writes a summary follows them; where tool results alone would do, they lead to one. */
function takesInstructions(strategy: Preview['strategy']): boolean {
  return strategy !== 'extract' && strategy !== 'truncate';
}

function range(likely: number, most: number): string {
  return most > likely ? words.likely(price(likely), price(most)) : price(likely);
}

customElements.define('spool-preview', SpoolPreview);
