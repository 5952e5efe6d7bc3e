/** The marker at the thread's end while a compaction or an import runs. */
import { css, html, LitElement, type TemplateResult } from 'lit';
import type { RunningCompaction } from '../../../core/protocol/panel-state.ts';
import type { StepReport } from '../../../core/thread/strategy.ts';
import { act } from '../../state/action.ts';
import { base, buttons } from '../../styles/base.ts';
import { markerStyles } from '../../styles/marker-styles.ts';
import { ringStyles } from '../../styles/ring-styles.ts';
import { change, elapsed, tokens } from '../../words/format.ts';
import { markerBody } from '../../words/marker-body-strings.ts';
import { marker } from '../../words/marker-strings.ts';
import { running } from '../../words/running-strings.ts';
import { turn } from '../../words/turn-strings.ts';
import { icon } from '../parts/icons.ts';
import { Seconds } from '../parts/seconds.ts';

export class SpoolRunning extends LitElement {
  static override properties = { importing: {}, since: {}, inTurn: { type: Boolean }, compaction: {} };
  /** The name of the imported file; undefined while a compaction runs. */
  declare importing: string | undefined;
  declare since: number | undefined;
  /** A turn waits for the compaction, and Stop ends both. */
  declare inTurn: boolean;

  /** Its steps, once they are known. */
  declare compaction: RunningCompaction | undefined;

  static override styles = [
    base,
    buttons,
    markerStyles,
    ringStyles,
    css`
      .marker-btn.still { flex-wrap: wrap; }
      .marker-line { flex: 1 1 150px; }
      .marker-body { gap: 8px; }
      .wait { color: var(--vscode-descriptionForeground); }
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
        <span class="marker-line"><span class="main">${what}${time}</span>${this.compaction ? '' : html`<span class="rest">${running.unchanged()}</span>`}</span>
        ${
          importing === undefined
            ? html`<vscode-button appearance="secondary" data-action="cancel" @click=${stop}>${this.inTurn ? turn.stop() : turn.cancel()}</vscode-button>`
            : ''
        }
      </div>
      ${this.compaction ? stepsOf(this.compaction) : ''}
    </section>`;
  }
}

function stepsOf({ before, estimated, after, steps, part }: RunningCompaction): TemplateResult {
  const sizes = markerBody.shortChange(tokens(before, estimated), after === undefined ? '?' : tokens(after, true));
  return html`<div class="marker-body">
    <ul class="rows">
      <li>${icon('check')}<span>${running.planned()}</span><span class="num">${sizes}</span></li>
      ${steps.map((step) => stepOf(step, part))}
      <li class="wait">${icon('circle')}<span>${running.check()}</span></li>
    </ul>
    <p class="kick">${running.typeOn()}</p>
  </div>`;
}

/** A step of the model or the provider goes on; all others are planned to the end. */
function stepOf(step: StepReport, part: RunningCompaction['part']): TemplateResult {
  const { kind, tokensBefore, tokensAfter } = step;
  const goesOn = kind === 'summarize' || kind === 'native';
  const isKnown = kind !== 'native';
  return html`<li>${icon(goesOn ? 'active' : 'check')}<span>${markerBody.step(step)}${
    goesOn && part ? html`<span class="muted sep">${running.part(part.at, part.of)}</span>` : ''
  }<span class="sr">${goesOn ? running.goesOn() : ''}</span></span>
    ${isKnown ? html`<span class="num ${goesOn ? 'muted' : ''}">${change(tokensBefore, tokensAfter, true)}</span>` : ''}</li>`;
}

customElements.define('spool-running', SpoolRunning);
