/** A card that says what is wrong or unknown, and what to do about it. */
import { css, html, LitElement, type TemplateResult } from 'lit';
import type { Notice } from '../../core/protocol/panel.ts';
import { panel } from '../strings.ts';
import { base, buttons } from '../styles/base.ts';
import { act } from './action.ts';
import { icon } from './icons.ts';

export class SpoolNotice extends LitElement {
  static override properties = { severity: {}, heading: {}, text: {}, dismissable: { type: Boolean } };
  declare severity: Notice['severity'];
  declare heading: string | undefined;
  declare text: string;
  declare dismissable: boolean;

  static override styles = [
    base,
    buttons,
    css`
      :host { display: block; position: relative; }
      .notice { border: 1px solid var(--spool-edge); border-radius: 4px; font-size: 12px; line-height: 18px; padding: 10px; display: grid; grid-template-columns: 16px minmax(0, 1fr) auto; gap: 4px 8px; background: var(--vscode-sideBar-background); }
      .notice > .i { grid-row: 1; margin-top: 1px; }
      .error { color: var(--vscode-editorError-foreground); }
      .warning { color: var(--vscode-editorWarning-foreground); }
      .words { grid-column: 2; display: flex; flex-direction: column; gap: 4px; overflow-wrap: anywhere; white-space: pre-line; }
      h3 { font-weight: 600; font-size: 13px; }
      .ib { margin: -3px -4px 0 0; }
      ::slotted(*) { margin-top: 6px; }
    `,
  ];

  override render(): TemplateResult {
    const { severity, heading, text } = this;
    const dismiss = () => act(this, { type: 'dismissNotice' });
    return html`<div class="notice">
      ${icon(severity, severity)}
      <div class="words">
        ${heading ? html`<h3>${heading}</h3>` : ''}
        <p class=${heading ? 'muted' : ''}><span class="sr">${panel.notice[severity]()}: </span>${text}</p>
        <slot></slot>
      </div>
      ${
        this.dismissable
          ? html`<button class="ib" aria-label=${panel.dismiss()} title=${panel.dismiss()} data-action="dismiss" @click=${dismiss}>${icon('close')}</button>`
          : ''
      }
    </div>`;
  }
}

customElements.define('spool-notice', SpoolNotice);
