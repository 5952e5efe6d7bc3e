/** The welcome view, shown while no thread is open or the thread is empty. */
import { css, html, LitElement, type TemplateResult } from 'lit';
import type { PanelCommand } from '../../../core/protocol/panel-messages.ts';
import { act } from '../../state/action.ts';
import { base, buttons } from '../../styles/base.ts';
import { empty } from '../../words/panel-strings.ts';

export class SpoolEmpty extends LitElement {
  static override properties = { hasModel: { type: Boolean } };
  /** A model is selected, so a message can be sent. */
  declare hasModel: boolean;

  static override styles = [
    base,
    buttons,
    css`
      :host { display: flex; flex-direction: column; justify-content: center; gap: 20px; flex: 1; overflow-y: auto; padding: 12px 32px; width: 100%; max-width: 420px; margin: 0 auto; }
      h2 { font-size: 20px; line-height: 26px; }
      .stack { display: flex; flex-direction: column; gap: 8px; }
      vscode-button { width: 100%; }
      vscode-button::part(control) { min-height: 26px; }
    `,
  ];

  override render(): TemplateResult {
    return html`<div class="stack">
        <h2>${empty.title()}</h2>
        <p class="muted">${empty.promise()}</p>
      </div>
      <div class="stack">
        ${this.hasModel ? '' : this.button('selectModel', empty.selectModel(), true)}
        ${this.button('importThread', empty.importThread(), this.hasModel)}
        ${this.button('openThread', empty.openThread(), false)}
      </div>`;
  }

  private button(command: PanelCommand, label: string, primary: boolean): TemplateResult {
    const run = () => act(this, { type: 'runCommand', command });
    return html`<vscode-button appearance=${primary ? 'primary' : 'secondary'} data-action=${command} @click=${run}>${label}</vscode-button>`;
  }
}

customElements.define('spool-empty', SpoolEmpty);
