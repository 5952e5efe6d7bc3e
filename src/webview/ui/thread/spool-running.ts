/** The marker at the thread's end while a compaction or an import runs. */
import { css, html, LitElement, type TemplateResult } from 'lit';
import { act } from '../../state/action.ts';
import { base, buttons } from '../../styles/base.ts';
import { markerStyles } from '../../styles/marker-styles.ts';
import { ringStyles } from '../../styles/ring-styles.ts';
import { elapsed } from '../../words/format.ts';
import { marker } from '../../words/marker-strings.ts';
import { running } from '../../words/running-strings.ts';
import { turn } from '../../words/turn-strings.ts';
import { Seconds } from '../parts/seconds.ts';

export class SpoolRunning extends LitElement {
  static override properties = { importing: {}, since: {}, inTurn: { type: Boolean } };
  /** The name of the imported file; undefined while a compaction runs. */
  declare importing: string | undefined;
  declare since: number | undefined;
  /** A turn waits for the compaction, and Stop ends both. */
  declare inTurn: boolean;

  static override styles = [
    base,
    buttons,
    markerStyles,
    ringStyles,
    css`
      .marker-btn.still { flex-wrap: wrap; }
      .marker-line { flex: 1 1 150px; }
    `,
  ];

  constructor() {
    super();
    new Seconds(this);
  }

  override render(): TemplateResult {
    const { importing, since } = this;
    const what = importing === undefined ? marker.running() : marker.importing(importing);
    const time =
      since === undefined
        ? ''
        : html`<span class="sep num" aria-hidden="true" data-elapsed>${elapsed(Date.now() - since)}</span>`;
    const stop = () => act(this, { type: 'stop' });
    return html`<section role="group" aria-label=${importing === undefined ? running.runningName() : what}>
      <div class="marker-btn still">
        <vscode-progress-ring aria-hidden="true"></vscode-progress-ring>
        <span class="marker-line"><span class="main">${what}${time}</span><span class="rest">${running.unchanged()}</span></span>
        ${
          importing === undefined
            ? html`<vscode-button appearance="secondary" data-action="cancel" @click=${stop}>${this.inTurn ? turn.stop() : turn.cancel()}</vscode-button>`
            : ''
        }
      </div>
    </section>`;
  }
}

customElements.define('spool-running', SpoolRunning);
