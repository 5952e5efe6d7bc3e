/** The marker of a compaction in the thread: one line that expands to its steps, its summary, what was kept, and Undo or Redo. */
import { css, html, LitElement, type PropertyValues, type TemplateResult } from 'lit';
import type { Meter } from '../../../core/view/meter.ts';
import type { MarkerRow } from '../../../core/view/row.ts';
import { moveFocus } from '../../a11y/move-focus.ts';
import { act } from '../../state/action.ts';
import type { SummaryEditing } from '../../state/summary-edits.ts';
import { base, buttons } from '../../styles/base.ts';
import { markerStyles } from '../../styles/marker-styles.ts';
import { clock, price, tokens } from '../../words/format.ts';
import { marker } from '../../words/marker-strings.ts';
import { badge, badgeStyles } from '../parts/badge.ts';
import { bodyStyles, type Texts } from '../parts/body.ts';
import { icon } from '../parts/icons.ts';
import { onDemand } from '../parts/on-demand.ts';
import { proseStyles } from '../parts/prose.ts';

/** Most markers are never expanded. */
const body = onDemand(() => import('../parts/marker-body.ts'));

export class SpoolMarker extends LitElement {
  static override properties = {
    row: {},
    open: { type: Boolean },
    texts: {},
    locked: { type: Boolean },
    newest: { type: Boolean },
    meter: {},
    editing: {},
    instructing: { state: true },
    prompting: { state: true },
  };
  declare row: MarkerRow;
  declare open: boolean;
  declare texts: Texts;
  /** The thread can't be changed now: it is read-only or something runs. */
  declare locked: boolean;
  /** It is the newest compaction in the view, so it can be replaced by another. */
  declare newest: boolean;
  /** Says what an undo costs, and what comes after it. */
  declare meter: Meter | undefined;
  /** Its summary is in a field. */
  declare editing: SummaryEditing | undefined;
  /** The field for the instructions of another compaction is open. */
  declare instructing: boolean;
  /** The prompt of the summary is shown. */
  declare prompting: boolean;

  /** The Tab stop is the button inside, never this element. */
  static override shadowRootOptions: ShadowRootInit = { mode: 'open', delegatesFocus: true };

  static override styles = [
    base,
    buttons,
    bodyStyles,
    badgeStyles,
    proseStyles,
    markerStyles,
    css`
      :host([by='model']) section { border: 1px dashed var(--spool-line); border-radius: 4px; margin: 0; }
    `,
  ];

  /** Undo or Redo was pressed here: the button that takes its place gets the focus. */
  private isActing = false;
  /** The field of the summary was opened or closed: the focus moves once that is drawn. */
  private isMoving = false;

  override updated(changed: PropertyValues<this>): void {
    const before = changed.get('row');
    if (this.isActing && before && before.state !== this.row.state) {
      this.isActing = false;
      this.focusButton(this.row.state === 'undone' ? 'redo' : 'undo');
    }
    // A marker that is drawn anew, with its field open, leaves the focus where it is; another summary leaves it at the choice.
    const isNew = changed.has('row') && !before;
    if (!isNew && changed.has('editing') && !this.editing === Boolean(changed.get('editing'))) this.isMoving = true;
    const wanted = this.editing ? 'summary-text' : 'edit-summary';
    const element = this.isMoving && this.renderRoot.querySelector<HTMLElement>(`[data-action=${wanted}]`);
    if (element || !this.editing) this.isMoving = false;
    if (!element) return;
    // A field begins with its cursor at the end of its value.
    if (element instanceof HTMLTextAreaElement) element.setSelectionRange(0, 0);
    moveFocus(element);
  }

  /** Notes that what is pressed changes the state of the marker. The second press of a double click would take the first one back. */
  changeState(type: 'undoCompaction' | 'redoCompaction', press: MouseEvent): void {
    if (press.detail > 1) return;
    this.isActing = true;
    act(this, { type, compaction: this.row.entry });
  }

  private focusButton(action: 'undo' | 'redo'): void {
    const button = this.renderRoot.querySelector<HTMLElement>(`[data-action=${action}]:not([disabled])`);
    moveFocus(button ?? this.renderRoot.querySelector<HTMLElement>('[data-main]'));
  }

  override render(): TemplateResult {
    const { row, open } = this;
    const toggle = () => act(this, { type: 'toggle', key: row.key });
    return html`<section role="group" aria-label=${marker.name(clock(row.at))}>
      <h3>
        <button class="marker-btn" aria-expanded=${open} data-main data-action="toggle" @click=${toggle}>
          ${icon('right', 'tw')}${icon(row.state === 'done' ? 'fold' : 'undo')}
          <span class="marker-line">${this.line()}</span>
        </button>
      </h3>
      ${open || row.state === 'undone' ? body(this)?.expandedMarker(this) : ''}
    </section>`;
  }

  private line(): TemplateResult {
    const { row } = this;
    const undone = row.state === 'undone';
    const range = row.ranges?.[0];
    const before = tokens(row.tokensBefore ?? 0, row.estimated.before);
    const after = tokens(row.tokensAfter ?? 0, row.estimated.after);
    const known = row.tokensBefore !== undefined && row.tokensAfter !== undefined;
    const change = undone ? marker.change(after, before) : marker.change(before, after);
    // A later compaction covers what the undo brought back.
    const isCovered = undone && row.inside !== undefined;
    return html`<span class="main num"
        >${undone ? marker.undone() : marker.done(row.trigger)}${known && !isCovered ? html`<span class="sep">${change}</span>` : ''}</span>
      ${row.turns > 0 && !isCovered ? html`<span class="rest">${undone ? marker.restored(row.turns) : marker.turns(row.turns, row.strategy)}</span>` : ''}
      ${row.trigger === 'recorded' ? '' : html`<span class="rest">${marker.strategy(row.strategy)}</span>`}
      ${range?.to && row.ranges?.length === 1 ? html`<span class="rest">${marker.span(range.from?.id, range.to.id)}</span>` : ''}
      ${row.trigger === 'auto' ? html`<span class="rest">${marker.automatic()}</span>` : ''}
      ${row.cost === undefined ? '' : html`<span class="rest num">${price(row.cost)}</span>`}
      ${row.state === 'left' ? badge('left') : ''}
      <span class="rest num">${clock(row.at)}</span>`;
  }
}

customElements.define('spool-marker', SpoolMarker);
