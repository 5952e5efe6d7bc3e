/** The status line of the running turn: its phase and its duration, or the countdown until a failed call is retried. */
import { css, html, LitElement, type TemplateResult } from 'lit';
import type { Busy } from '../../../core/protocol/panel-state.ts';
import { act } from '../../state/action.ts';
import { base, buttons } from '../../styles/base.ts';
import { ringStyles } from '../../styles/ring-styles.ts';
import { elapsed } from '../../words/format.ts';
import { notice, turn } from '../../words/turn-strings.ts';
import { icon } from '../parts/icons.ts';
import { Seconds } from '../parts/seconds.ts';

/** Failed tries of one call: a first failure often passes by itself. */
const OFFERS_OTHER_AFTER = 2;

type TurnBusy = Extract<Busy, { type: 'turn' | 'retrying' }>;

export class SpoolTurn extends LitElement {
  static override properties = { busy: {} };
  declare busy: TurnBusy;

  static override styles = [
    base,
    buttons,
    ringStyles,
    css`
      :host { display: block; font-size: 12px; line-height: 18px; color: var(--vscode-descriptionForeground); }
      .row { display: flex; flex-wrap: wrap; align-items: flex-start; gap: 6px; min-height: 24px; padding-top: 3px; }
      .row > .i, .row > vscode-progress-ring { margin-top: 1px; }
      .warning { color: var(--vscode-editorWarning-foreground); }
      .words { flex: 1 1 90px; min-width: 0; overflow-wrap: anywhere; }
      .reason { display: block; }
      .lead { font-variant-numeric: tabular-nums; color: var(--vscode-foreground); }
      vscode-button { margin-top: -3px; }
    `,
  ];

  constructor() {
    super();
    new Seconds(this);
  }

  override render(): TemplateResult {
    const { busy } = this;
    return html`<div class="row" role="group" aria-label=${turn.name()}>${busy.type === 'turn' ? this.phase(busy) : this.retry(busy)}</div>`;
  }

  private phase({ phase, since }: Extract<Busy, { type: 'turn' }>): TemplateResult {
    return html`<vscode-progress-ring aria-hidden="true"></vscode-progress-ring>
      <span class="words">${turn.phase(phase)}<span class="num sep" aria-hidden="true" data-elapsed>${elapsed(Date.now() - since)}</span></span>`;
  }

  private retry({ at, attempt, most, reason }: Extract<Busy, { type: 'retrying' }>): TemplateResult {
    const left = at - Date.now();
    const stop = () => act(this, { type: 'stop' });
    const other = () => act(this, { type: 'noticeAction', action: 'otherModel' });
    return html`${icon('warning', 'warning')}
      <span class="words">
        <span class="lead">${left > 0 ? turn.retryIn(elapsed(left + 999)) : turn.retryNow()}<span class="sep">${turn.nextTry(attempt, most)}</span></span>
        <span class="reason">${reason}</span>
      </span>
      ${
        attempt < OFFERS_OTHER_AFTER
          ? ''
          : html`<vscode-button appearance="secondary" data-action="otherModel" @click=${other}>${notice.action('otherModel')}</vscode-button>`
      }
      <vscode-button appearance="secondary" data-action="cancel" @click=${stop}>${turn.cancel()}</vscode-button>`;
  }
}

customElements.define('spool-turn', SpoolTurn);
