/** The sign in the title bar that other threads of the window ask, work or have finished; a click opens the list of threads. */
import { css, html, LitElement, type TemplateResult } from 'lit';
import type { OtherThreads } from '../../../core/protocol/panel-state.ts';
import { act } from '../../state/action.ts';
import { base } from '../../styles/base.ts';
import { othersLabel } from '../../words/others-strings.ts';
import { icon } from '../parts/icons.ts';

export class SpoolOthers extends LitElement {
  static override properties = { others: {} };
  declare others: OtherThreads;

  static override styles = [
    base,
    css`
      :host { display: inline-flex; flex: none; }
      button { display: inline-flex; align-items: center; gap: 2px; height: 24px; padding: 0 5px; border-radius: 4px; font-size: 12px; color: var(--vscode-foreground); }
      button:hover { background: var(--vscode-toolbar-hoverBackground); }
      .asking { font-weight: 600; padding: 0 4px; border-radius: 8px; line-height: 16px; background: var(--vscode-badge-background); color: var(--vscode-badge-foreground); border: 1px solid var(--vscode-contrastBorder, transparent); }
    `,
  ];

  override render(): TemplateResult {
    const { working, asking, ended } = this.others;
    const label = othersLabel(this.others);
    return html`<button aria-label=${label} title=${label} data-action="openThread" @click=${this.openList}>
      ${asking > 0 ? html`<span class="asking">? ${asking}</span>` : ''}
      ${working > 0 ? html`${icon('active')}<span>${working}</span>` : ''}
      ${ended > 0 ? html`${icon('check')}<span>${ended}</span>` : ''}
    </button>`;
  }

  private readonly openList = () => act(this, { type: 'runCommand', command: 'openThread' });
}

customElements.define('spool-others', SpoolOthers);
