/** The gauge under the composer: how full the context window is, as a ring and a sentence; it opens the context card. */
import { css, html, LitElement, svg, type TemplateResult } from 'lit';
import { assertNever } from '../../../core/lang/assert-never.ts';
import { type GaugeState, gaugeState, toneOf } from '../../../core/protocol/gauge-state.ts';
import type { Busy } from '../../../core/protocol/panel-state.ts';
import { capacityOf, dueOf, type Meter } from '../../../core/view/meter.ts';
import { moveFocus } from '../../a11y/move-focus.ts';
import { act } from '../../state/action.ts';
import { base } from '../../styles/base.ts';
import { context } from '../../words/context-strings.ts';
import { tokens } from '../../words/format.ts';

const ROUND = 2 * Math.PI * 6;

type Known = Exclude<GaugeState, { type: 'unknown' }>;

export class SpoolGauge extends LitElement {
  static override properties = { meter: {}, open: { type: Boolean }, busy: {} };
  declare meter: Meter;
  declare open: boolean;
  declare busy: Busy | undefined;

  static override styles = [
    base,
    css`
      :host { display: inline-flex; min-width: 0; font-size: 11px; line-height: 16px; color: var(--vscode-foreground); }
      .gauge { display: inline-flex; align-items: center; gap: 6px; min-height: 24px; padding: 0 6px 0 4px; border-radius: 4px; min-width: 0; }
      button.gauge:hover, .gauge[aria-expanded='true'] { background: var(--vscode-toolbar-hoverBackground); }
      .gauge[aria-expanded='true'] { outline: 1px solid var(--vscode-contrastActiveBorder, transparent); outline-offset: -1px; }
      .gauge:focus-visible { outline: 1px solid var(--vscode-focusBorder); outline-offset: -1px; }
      .ring { width: 16px; height: 16px; flex: none; fill: none; stroke-width: 2.5; }
      .track { stroke: var(--vscode-charts-foreground); opacity: var(--spool-track); }
      .reserve { stroke: var(--vscode-charts-foreground); opacity: var(--spool-reserve); }
      .arc { stroke: var(--vscode-charts-foreground); }
      .mark { stroke: var(--vscode-foreground); stroke-width: 1; stroke-linecap: round; }
      .near .arc { stroke: var(--vscode-editorWarning-foreground); }
      .over .arc { stroke: var(--vscode-editorError-foreground); }
      .short { display: none; }
      @container (max-width: 300px) { .long { display: none; } .short { display: inline; } }
      @container (max-width: 220px) { .short { white-space: normal; min-width: 0; text-align: start; } }
    `,
  ];

  override focus(): void {
    moveFocus(this.renderRoot.querySelector<HTMLElement>('button'));
  }

  override render(): TemplateResult {
    const { meter, open } = this;
    const state = gaugeState(meter, this.busy);
    if (state.type === 'unknown') return this.unknown();
    const [long, short] = this.words(state);
    const tone = toneOf(meter, state);
    const toggle = () => act(this, { type: 'setContextOpen', open: !open });
    const label = `${sentence(meter, state)} ${open ? context.hide() : context.show()}`;
    return html`<button class="gauge ${tone}" aria-haspopup="dialog" aria-expanded=${open}
      aria-label=${label} data-action="context" @click=${toggle}>
      ${ring(meter, tone === 'over')}<span class="long num">${long}</span><span class="short num">${short}</span>
    </button>`;
  }

  private unknown(): TemplateResult {
    const { open, meter } = this;
    const toggle = () => act(this, { type: 'setContextOpen', open: !open });
    const set = () => act(this, { type: 'runCommand', command: 'setContextWindow' });
    const label = `${withEstimate(meter, context.sentenceUnknown(meter.tokens))} ${open ? context.hide() : context.show()}`;
    return html`<button class="gauge" aria-haspopup="dialog" aria-expanded=${open} aria-label=${label} data-action="context" @click=${toggle}>
        <svg class="ring" viewBox="0 0 16 16" aria-hidden="true">
          <circle class="arc" cx="8" cy="8" r="6" stroke-dasharray="2.2 2.511" stroke-width="1.5" /><path class="mark" d="M5.8 8h4.4" />
        </svg>
        <span>${context.unknown()} —</span>
      </button>
      <button class="lnk" data-action="set-window" @click=${set}>${context.setIt()}</button>`;
  }

  private words(state: Known): readonly [string | TemplateResult, string] {
    const { meter } = this;
    const n = 'tokens' in state ? tokens(state.tokens, meter.estimated) : '';
    switch (state.type) {
      case 'compacting':
        return [context.compacting(), context.compacting()];
      case 'over':
        return [context.over(n), context.overShort(n)];
      case 'due':
        return [context.due(), context.due()];
      case 'left':
        return [context.left(n), context.left(n)];
      case 'until':
        return [context.until(n), context.untilShort(n)];
      case 'empty': {
        const size = context.windowOf(tokens(state.window));
        return [html`${context.used('0')}<span class="sep muted">${size}</span>`, size];
      }
      default:
        return assertNever(state);
    }
  }
}

/** The gauge's label for screen readers. */
function sentence(meter: Meter, state: Known): string {
  const { tokens: used } = meter;
  const capacity = capacityOf(meter) ?? 0;
  const share = () => withEstimate(meter, context.sentence(Math.round((used / capacity) * 100), used, capacity));
  switch (state.type) {
    case 'compacting':
      return context.sentenceCompacting();
    case 'over':
      return withEstimate(meter, context.sentenceOver(state.tokens));
    case 'empty':
      return context.sentenceEmpty(state.window);
    case 'until':
      return `${share()} ${context.sentenceUntil(state.tokens)}`;
    case 'left':
      return `${share()} ${context.sentenceLeft(state.tokens)}`;
    case 'due':
      return `${share()} ${context.sentenceDue()}`;
    default:
      return assertNever(state);
  }
}

/** What the sign before a number says to a reader. */
function withEstimate({ estimated }: Meter, sentence: string): string {
  return estimated ? `${sentence} ${context.isEstimate()}` : sentence;
}

/** The track stops short at the trigger, so that the trigger is a gap in the ring. */
function ring(meter: Meter, over: boolean): TemplateResult {
  const { tokens: used, window = 1, reserve, auto } = meter;
  const due = dueOf(meter);
  const share = Math.min(used / window, 1);
  const stop = Math.min((auto && due !== undefined ? due : window - reserve) / window, 1);
  const gap = 0.75;
  const arc = (name: string, from: number, length: number) =>
    svg`<circle class=${name} cx="8" cy="8" r="6" stroke-dasharray="${Math.max(length, 0).toFixed(2)} ${ROUND.toFixed(2)}"
      transform="rotate(${(from * 360 - 90).toFixed(1)} 8 8)" />`;
  return html`<svg class="ring" viewBox="0 0 16 16" aria-hidden="true">
    ${arc('track', 0, stop * ROUND - gap)}${arc('reserve', stop + gap / ROUND, (1 - stop) * ROUND - gap)}
    ${arc('arc', 0, over ? ROUND : share * ROUND)}${over ? svg`<path class="mark" d="M8 5.5v3M8 10.4v.1" stroke-width="1.3" />` : ''}
  </svg>`;
}

customElements.define('spool-gauge', SpoolGauge);
