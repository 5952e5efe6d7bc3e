/** A compaction in the thread that failed or was cancelled: why, after how long, at what cost, and the button that tries again. */
import { css, html, LitElement, type TemplateResult } from 'lit';
import type { AttemptRow } from '../../../core/view/row.ts';
import { act } from '../../state/action.ts';
import { base, buttons } from '../../styles/base.ts';
import { markerStyles } from '../../styles/marker-styles.ts';
import { attempt } from '../../words/attempt-strings.ts';
import { clock, elapsed, price, tokens } from '../../words/format.ts';
import { icon } from '../parts/icons.ts';

export class SpoolAttempt extends LitElement {
  static override properties = { row: {}, locked: { type: Boolean } };
  declare row: AttemptRow;
  /** The thread can't be changed now: it is read-only or something runs. */
  declare locked: boolean;

  static override styles = [
    base,
    buttons,
    markerStyles,
    css`
      .failed { color: var(--vscode-editorError-foreground); }
      .detail { overflow-wrap: anywhere; max-height: 90px; overflow: auto; scrollbar-width: thin; }
      .marker-body { gap: 6px; }
    `,
  ];

  /** The row itself is the Tab stop. */
  override willUpdate(): void {
    const { end, at } = this.row;
    this.role = 'group';
    this.ariaLabel = attempt.name(attempt.title(end), clock(at));
  }

  override render(): TemplateResult {
    const { row } = this;
    const isFailure = row.end === 'failed';
    return html`<section>
      <div class="marker-btn still">
        ${icon(isFailure ? 'error' : 'drop', isFailure ? 'failed' : '')}
        <span class="marker-line"><span class="main">${attempt.title(row.end)}<span class="sep">${attempt.unchanged()}</span></span>
          ${row.trigger === 'auto' ? html`<span class="rest">${attempt.automatic()}</span>` : ''}
          <span class="rest num">${attempt.size(tokens(row.tokensBefore, row.estimated))}</span>
          <span class="rest num">${attempt.after(elapsed(row.took))}</span>
          ${row.cost === undefined ? '' : html`<span class="rest num">${price(row.cost)}</span>`}
          <span class="rest num">${clock(row.at)}</span></span>
      </div>
      <div class="marker-body">
        ${row.reason === undefined ? '' : html`<p>${attempt.reason(row.reason)}</p>`}
        ${row.detail === undefined ? '' : html`<p class="muted detail" tabindex="0" dir="auto" data-scrolls>${row.detail}</p>`}
        <div class="btns">
          <vscode-button appearance="secondary" data-action="retry-compaction" ?disabled=${this.locked} @click=${this.retry(false)}
            >${isFailure ? attempt.retry() : attempt.again()}</vscode-button>
          ${isFailure ? html`<vscode-button appearance="secondary" data-action="without-model" ?disabled=${this.locked} @click=${this.retry(true)}>${attempt.withoutModel()}</vscode-button>` : ''}
        </div>
      </div>
    </section>`;
  }

  private retry(withoutModel: boolean): () => void {
    return () => act(this, { type: 'retryCompaction', attempt: this.row.entry, withoutModel });
  }
}

customElements.define('spool-attempt', SpoolAttempt);
