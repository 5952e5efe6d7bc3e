/** The marker of a compaction in the thread: one line that expands to its steps, its summary, what was kept, and Undo or Redo. */
import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import { gaugeState } from '../../../core/protocol/gauge-state.ts';
import type { Meter } from '../../../core/view/meter.ts';
import type { MarkerRow } from '../../../core/view/row.ts';
import { act } from '../../state/action.ts';
import { base, buttons } from '../../styles/base.ts';
import { markerStyles } from '../../styles/marker-styles.ts';
import { clock, price, tokens } from '../../words/format.ts';
import { marker } from '../../words/marker-strings.ts';
import { bodyStyles, type Texts } from '../parts/body.ts';
import { icon } from '../parts/icons.ts';
import { keptSection, stepsSection, summarySection } from '../parts/marker-sections.ts';
import { proseStyles } from '../parts/prose.ts';
import type { SpoolInstructions } from '../parts/spool-instructions.ts';

export class SpoolMarker extends LitElement {
  static override properties = {
    row: {},
    open: { type: Boolean },
    texts: {},
    locked: { type: Boolean },
    newest: { type: Boolean },
    meter: {},
    instructing: { state: true },
  };
  declare row: MarkerRow;
  declare open: boolean;
  declare texts: Texts;
  /** The thread can't be changed now: it is read-only or something runs. */
  declare locked: boolean;
  /** It is the newest compaction in the view, so it can be replaced by another. */
  declare newest: boolean;
  /** Says what an undo costs, and what comes after it. */
  declare meter: Meter | undefined;
  /** The field for the instructions of another compaction is open. */
  declare instructing: boolean;

  /** The Tab stop is the button inside, never this element. */
  static override shadowRootOptions: ShadowRootInit = { mode: 'open', delegatesFocus: true };

  static override styles = [
    base,
    buttons,
    bodyStyles,
    proseStyles,
    markerStyles,
    css`
      .again { display: flex; flex-direction: column; gap: 8px; }
      :host([by='model']) section { border: 1px dashed var(--spool-line); border-radius: 4px; margin: 0; }
    `,
  ];

  override render(): TemplateResult {
    const { row, open } = this;
    const toggle = () => act(this, { type: 'toggle', key: row.key });
    return html`<section role="group" aria-label=${marker.name(clock(row.at))}>
      <h3>
        <button class="marker-btn" aria-expanded=${open} data-main data-action="toggle" @click=${toggle}>
          ${icon('right', 'tw')}${icon(row.state === 'undone' ? 'undo' : 'fold')}
          <span class="marker-line">${this.line()}</span>
        </button>
      </h3>
      ${row.state === 'undone' ? this.undone() : open ? this.done() : ''}
    </section>`;
  }

  private line(): TemplateResult {
    const { row } = this;
    const undone = row.state === 'undone';
    const before = tokens(row.tokensBefore ?? 0, row.estimated.before);
    const after = tokens(row.tokensAfter ?? 0, row.estimated.after);
    const known = row.tokensBefore !== undefined && row.tokensAfter !== undefined;
    const change = undone ? marker.change(after, before) : marker.change(before, after);
    return html`<span class="main num"
        >${undone ? marker.undone() : marker.done(row.trigger)}${known ? html`<span class="sep">${change}</span>` : ''}</span>
      ${row.turns > 0 ? html`<span class="rest">${undone ? marker.restored(row.turns) : marker.turns(row.turns, row.strategy)}</span>` : ''}
      ${row.trigger === 'recorded' ? '' : html`<span class="rest">${marker.strategy(row.strategy)}</span>`}
      ${row.trigger === 'auto' ? html`<span class="rest">${marker.automatic()}</span>` : ''}
      ${row.cost === undefined ? '' : html`<span class="rest num">${price(row.cost)}</span>`}
      <span class="rest num">${clock(row.at)}</span>`;
  }

  private done(): TemplateResult {
    const { row, texts } = this;
    return html`<div class="marker-body">
      ${stepsSection(row)}${this.remarks()}${summarySection(row, texts)}${keptSection(row)}
      ${row.inside === undefined ? '' : html`<p class="kick">${marker.inside()}</p>`}
      ${this.undoPrice()}
      <div class="btns">
        <vscode-button appearance="secondary" data-action="undo" ?disabled=${this.locked || row.state === 'left'} @click=${this.send('undoCompaction')}>${marker.undo()}</vscode-button>
        ${this.compare()}
        ${this.newest && !this.instructing ? html`<vscode-button appearance="secondary" data-action="again" ?disabled=${this.locked} @click=${this.instruct(true)}>${marker.again()}</vscode-button>` : ''}
      </div>
      ${this.newest && this.instructing ? this.again() : ''}
    </div>`;
  }

  private again(): TemplateResult {
    const { row } = this;
    const send = () => {
      const instructions = this.renderRoot.querySelector<SpoolInstructions>('spool-instructions')?.value ?? '';
      act(this, { type: 'compactAgain', compaction: row.entry, instructions });
      this.instructing = false;
    };
    const key = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.isComposing) return;
      event.stopPropagation();
      this.instructing = false;
    };
    return html`<div class="again" @keydown=${key}>
      <spool-instructions .label=${marker.instructions()} .about=${marker.againWhy()}></spool-instructions>
      <div class="btns">
        <vscode-button appearance="primary" data-action="again-now" ?disabled=${this.locked} @click=${send}>${marker.againNow()}</vscode-button>
        <vscode-button class="quiet" appearance="secondary" data-action="again-not" @click=${this.instruct(false)}>${marker.notNow()}</vscode-button>
      </div>
    </div>`;
  }

  private instruct(open: boolean): () => Promise<void> {
    return async () => {
      this.instructing = open;
      await this.updateComplete;
      this.renderRoot.querySelector<HTMLElement>(open ? 'spool-instructions' : '[data-action=again]')?.focus();
    };
  }

  private undone(): TemplateResult {
    const { row, texts, open } = this;
    const blocked = row.blockedBy;
    const show = () => blocked !== undefined && act(this, { type: 'reveal', entry: blocked });
    const toggle = () => act(this, { type: 'toggle', key: row.key });
    return html`<div class="marker-body">
      <p class="muted">${marker.undoneWhy(row.turns)} ${this.next()}</p>
      ${
        blocked === undefined
          ? ''
          : html`<p class="muted" id="blocked">${marker.blocked()} <button class="lnk" data-action="reveal" @click=${show}>${marker.showBlocking()}</button></p>`
      }
      <div class="btns">
        <vscode-button appearance="secondary" data-action="redo" ?disabled=${this.locked || blocked !== undefined} @click=${this.send('redoCompaction')}
          >${marker.redo()}</vscode-button>
        <vscode-button class="quiet" appearance="secondary" data-action="show-summary" @click=${toggle}
          >${open ? marker.hideSummary() : marker.showSummary()}</vscode-button>
      </div>
      ${open ? html`${stepsSection(row)}${summarySection(row, texts)}` : nothing}
    </div>`;
  }

  /** What happens next after an undo. */
  private next(): string {
    const { meter } = this;
    const state = meter && gaugeState(meter, undefined);
    if (!meter || !state) return '';
    if (state.type === 'until') return marker.nextUntil(tokens(state.tokens, meter.estimated));
    return state.type === 'due' ? marker.nextDue(tokens(meter.tokens, meter.estimated)) : '';
  }

  /** What it costs to send the original entries once, by the list. */
  private undoPrice(): TemplateResult | string {
    const { row, meter } = this;
    const { tokensBefore: before, tokensAfter: after } = row;
    if (row.inside !== undefined || before === undefined || after === undefined || before <= after) return '';
    const more = tokens(before - after, true);
    const rate = meter?.cacheWrite;
    const said =
      rate === undefined ? marker.undoAdds(more) : marker.undoCosts(more, price(((before - after) * rate) / 1e6));
    return html`<p class="kick">${said}</p>`;
  }

  private remarks(): TemplateResult | string {
    const { row } = this;
    const lines = [
      ...(row.fallbackFrom ? [marker.fallback(row.strategy, row.fallbackFrom)] : []),
      ...(row.reason ? [row.target ? marker.missed(tokens(row.target)) : marker.fixedPart()] : []),
    ];
    return lines.length > 0 ? html`<div>${lines.map((line) => html`<p class="muted">${line}</p>`)}</div>` : '';
  }

  private compare(): TemplateResult {
    return html`<vscode-button appearance="secondary" data-action="compare" @click=${this.send('compareContexts')}>${marker.compare()}</vscode-button>`;
  }

  private send(type: 'undoCompaction' | 'redoCompaction' | 'compareContexts'): () => void {
    return () => act(this, { type, compaction: this.row.entry });
  }
}

customElements.define('spool-marker', SpoolMarker);
