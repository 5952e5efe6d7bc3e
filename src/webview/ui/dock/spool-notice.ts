/** A notice: a card with an error, a warning or a note, and buttons for what can be done about it. */
import { css, html, LitElement, type PropertyValues, type TemplateResult } from 'lit';
import type { Notice, NoticeAction } from '../../../core/protocol/panel-state.ts';
import { act } from '../../state/action.ts';
import { base, buttons } from '../../styles/base.ts';
import { panel } from '../../words/panel-strings.ts';
import { notice } from '../../words/turn-strings.ts';
import { bodyStyles, output } from '../parts/body.ts';
import { icon } from '../parts/icons.ts';

export class SpoolNotice extends LitElement {
  static override properties = {
    severity: {},
    heading: {},
    text: {},
    details: {},
    actions: {},
    dismissable: { type: Boolean },
    open: { state: true },
  };
  declare severity: Notice['severity'];
  declare heading: string | undefined;
  declare text: string;
  declare details: string | undefined;
  declare actions: readonly NoticeAction[] | undefined;
  declare dismissable: boolean;
  declare open: boolean;

  static override styles = [
    base,
    buttons,
    bodyStyles,
    css`
      :host { display: block; position: relative; }
      .notice { border: 1px solid var(--spool-edge); border-radius: 4px; font-size: 12px; line-height: 18px; padding: 10px; display: grid; grid-template-columns: 16px minmax(0, 1fr) auto; gap: 4px 8px; background: var(--vscode-sideBar-background); }
      .notice > .i { grid-row: 1; margin-top: 1px; }
      .error { color: var(--vscode-editorError-foreground); }
      .warning { color: var(--vscode-editorWarning-foreground); }
      .words { grid-column: 2; display: flex; flex-direction: column; gap: 4px; overflow-wrap: anywhere; white-space: pre-line; }
      h3 { font-weight: 600; font-size: 13px; }
      .ib { margin: -3px -4px 0 0; }
      ::slotted(*), .btns { margin-top: 6px; }
      .more { display: flex; gap: 10px; font-size: 11px; }
      .more .lnk { min-height: 20px; display: inline-flex; align-items: center; gap: 2px; }
    `,
  ];

  override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('text')) this.open = false;
  }

  override render(): TemplateResult {
    const { severity, heading, text } = this;
    const dismiss = () => act(this, { type: 'dismissNotice' });
    return html`<div class="notice">
      ${icon(severity, severity)}
      <div class="words">
        ${heading ? html`<h3>${heading}</h3>` : ''}
        <p class=${heading ? 'muted' : ''}><span class="sr">${panel.notice[severity]()}: </span>${text}</p>
        ${this.more()}${this.offers()}
        <slot></slot>
      </div>
      ${
        this.dismissable
          ? html`<button class="ib" aria-label=${panel.dismiss()} title=${panel.dismiss()} data-action="dismiss" @click=${dismiss}>${icon('close')}</button>`
          : ''
      }
    </div>`;
  }

  private more(): TemplateResult | string {
    const { details, open } = this;
    if (!details) return '';
    const toggle = () => {
      this.open = !open;
    };
    const copy = () => act(this, { type: 'copyText', text: details });
    return html`<div class="more">
        <button class="lnk" aria-expanded=${open} data-action="details" @click=${toggle}>${icon('right', 'tw')}${notice.details()}</button>
        <button class="lnk" data-action="copy-details" @click=${copy}>${notice.copy()}</button>
      </div>
      ${open ? output(details, notice.detailsName()) : ''}`;
  }

  private offers(): TemplateResult | string {
    const { actions = [] } = this;
    if (actions.length === 0) return '';
    const run = (action: NoticeAction) => () => act(this, { type: 'noticeAction', action });
    return html`<div class="btns">
      ${actions.map(
        (action, i) =>
          html`<vscode-button appearance=${i === 0 ? 'primary' : 'secondary'} data-action=${action} @click=${run(action)}>${notice.action(action)}</vscode-button>`,
      )}
    </div>`;
  }
}

customElements.define('spool-notice', SpoolNotice);
