/** The marker of a compaction or an import that runs now. */
import { html, LitElement, type TemplateResult } from 'lit';
import type { Busy } from '../../core/protocol/panel.ts';
import { marker } from '../strings.ts';
import { base } from '../styles/base.ts';
import { markerStyles } from './marker-styles.ts';

export class SpoolRunning extends LitElement {
  static override properties = { busy: {} };
  declare busy: Busy;

  static override styles = [base, markerStyles];

  override render(): TemplateResult {
    const { busy } = this;
    const what = busy.type === 'importing' ? marker.importing(busy.name) : marker.running();
    return html`<section role="group" aria-label=${busy.type === 'compacting' ? marker.runningName() : what}>
      <div class="marker-btn still">
        <vscode-progress-ring aria-hidden="true"></vscode-progress-ring>
        <span class="marker-line"><span class="main">${what}</span><span class="rest">${marker.unchanged()}</span></span>
      </div>
    </section>`;
  }
}

customElements.define('spool-running', SpoolRunning);
