/** A fold: one line in place of many rows with the same fate; it expands to them. */
import { css, html, LitElement, type TemplateResult } from 'lit';
import type { RowFate } from '../../../core/view/row.ts';
import { act } from '../../state/action.ts';
import { base } from '../../styles/base.ts';
import { fates } from '../../words/row-strings.ts';
import { icon } from '../parts/icons.ts';

export class SpoolFold extends LitElement {
  static override properties = { from: { type: Number }, count: { type: Number }, fate: {}, open: { type: Boolean } };
  declare from: number;
  declare count: number;
  declare fate: RowFate;
  declare open: boolean;

  /** The Tab stop is the button inside, never this element. */
  static override shadowRootOptions: ShadowRootInit = { mode: 'open', delegatesFocus: true };

  static override styles = [
    base,
    css`
      :host { display: flex; align-items: center; gap: 6px; min-height: 24px; font-size: 12px; line-height: 18px; }
      .more { display: inline-flex; gap: 4px; align-items: center; min-height: 24px; color: var(--vscode-descriptionForeground); border-radius: 4px; padding-inline-end: 6px; }
      .more:hover { background: var(--vscode-toolbar-hoverBackground); }
      .lnk { margin-inline-start: auto; font-size: 11px; min-height: 24px; }
    `,
  ];

  override render(): TemplateResult {
    const toggle = () => act(this, { type: 'toggleFold', from: this.from });
    return html`<button class="more" aria-expanded=${this.open} data-main data-action="toggle" @click=${toggle}>
        ${icon('right', 'tw')}<span>${fates.fold(this.count, this.fate)}</span>
      </button>
      <button class="lnk" data-action="expand-all" tabindex="-1" @click=${toggle}>${this.open ? fates.collapse() : fates.expand()}</button>`;
  }
}

customElements.define('spool-fold', SpoolFold);
