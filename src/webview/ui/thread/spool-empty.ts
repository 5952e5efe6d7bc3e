/** The welcome view, shown while no thread is open or the thread is empty: a model first, then what to ask. */
import { css, html, LitElement, type TemplateResult } from 'lit';
import type { PanelCommand } from '../../../core/protocol/panel-messages.ts';
import type { ModelHead } from '../../../core/protocol/panel-state.ts';
import { act } from '../../state/action.ts';
import { base, buttons } from '../../styles/base.ts';
import { empty } from '../../words/panel-strings.ts';

export class SpoolEmpty extends LitElement {
  static override properties = { model: {} };
  /** Absent while no model is selected. */
  declare model: ModelHead | undefined;

  static override styles = [
    base,
    buttons,
    css`
      :host { display: flex; flex-direction: column; justify-content: safe center; gap: 20px; flex: 1; overflow-y: auto; padding: 12px 32px; width: 100%; max-width: 420px; margin: 0 auto; }
      h2 { font-size: 20px; line-height: 26px; }
      .stack { display: flex; flex-direction: column; gap: 8px; }
      vscode-button { width: 100%; }
      vscode-button::part(control) { min-height: 26px; }
      ul { list-style: none; margin: 0; padding: 0; display: flex; flex-direction: column; gap: 4px; }
      .try { width: 100%; padding: 4px 8px; text-align: start; border: 1px solid var(--vscode-widget-border, var(--vscode-panel-border)); border-radius: 4px; background: none; color: inherit; font: inherit; cursor: pointer; }
      .try:hover { background: var(--vscode-list-hoverBackground); }
      @media (max-width: 300px) { :host { padding: 12px 16px; } }
    `,
  ];

  override render(): TemplateResult {
    const { model } = this;
    return html`<div class="stack">
        <h2>${empty.title()}</h2>
        <p class="muted">${empty.promise()}</p>
      </div>
      ${model && !model.isReplay ? this.prompts() : this.connect(model !== undefined)}
      <div class="stack">
        ${this.command('importThread', empty.importThread(), false)}
        ${this.command('openThread', empty.openThread(), false)}
      </div>`;
  }

  private connect(hasRecording: boolean): TemplateResult {
    const play = () => act(this, { type: 'noticeAction', action: 'playRecording' });
    return html`<div class="stack">
        ${this.command('connectModel', empty.connectModel(), true)}
        <p class="muted">${empty.connectWhy()}</p>
      </div>
      ${
        hasRecording
          ? html`<div class="stack">
              <vscode-button appearance="secondary" data-action="playRecording" @click=${play}>${empty.playRecording()}</vscode-button>
              <p class="muted">${empty.recordingWhy()}</p>
            </div>`
          : ''
      }`;
  }

  private prompts(): TemplateResult {
    const prompt = (text: string) =>
      html`<li><button class="try" data-action="try" @click=${() => act(this, { type: 'useDraft', text })}>${text}</button></li>`;
    return html`<div class="stack">
        <h3 id="try">${empty.tryTitle()}</h3>
        <ul aria-labelledby="try">${empty.prompts().map(prompt)}</ul>
      </div>`;
  }

  private command(command: PanelCommand, label: string, primary: boolean): TemplateResult {
    const run = () => act(this, { type: 'runCommand', command });
    return html`<vscode-button appearance=${primary ? 'primary' : 'secondary'} data-action=${command} @click=${run}>${label}</vscode-button>`;
  }
}

customElements.define('spool-empty', SpoolEmpty);
