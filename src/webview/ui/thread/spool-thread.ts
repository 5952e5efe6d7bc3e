/** The thread: a list of rows that follows its end, keeps its scroll position when rows are added above, and loads more at its edges. */
import { html, LitElement, type PropertyValues, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { beside, keepFocus } from '../../a11y/lost-focus.ts';
import { focusEntry, indexAfterKey } from '../../a11y/roving.ts';
import { act, onAction, type ScrollPosition } from '../../state/action.ts';
import { atEnd, type Item, itemsOf, newerPage, olderPage, type PanelState } from '../../state/state.ts';
import { base, buttons } from '../../styles/base.ts';
import { threadStyles } from '../../styles/thread-styles.ts';
import { panel } from '../../words/panel-strings.ts';
import { icon } from '../parts/icons.ts';
import { toolsOf } from '../parts/row-tools.ts';
import { newestOf, runningEntry } from './newest-items.ts';
import { isSaid } from './row-offers.ts';
import { isCard, itemKey, rowTemplate } from './row-template.ts';
import { NEAR, ScrollAnchor } from './scroll-anchor.ts';

export class SpoolThread extends LitElement {
  static override properties = {
    state: {},
    locked: { type: Boolean },
    current: { state: true },
  };
  declare state: PanelState;
  declare locked: boolean;
  declare current: string | undefined;
  private items: readonly Item[] = [];
  /** The key of the item that was the newest when the state changed last. */
  private last: string | undefined;
  private readonly anchor = new ScrollAnchor(this);
  private edges: IntersectionObserver | undefined;
  private sizes: ResizeObserver | undefined;

  static override styles = [base, buttons, threadStyles];

  constructor() {
    super();
    onAction(this, (action) => {
      // The reply comes at the end.
      if (action.type === 'sendAgain' || action.type === 'retryReply') this.toLatest();
      if (action.type !== 'answerPreview' || action.answer !== 'dismiss') return;
      const place = this.anchor.back();
      if (place) act(this, { type: 'goTo', ...place });
    });
  }

  override render(): TemplateResult {
    const { state, locked, current, items } = this;
    const { following, onInput } = this.anchor;
    const place = new Map(items.map((item, i) => [item, i]));
    const joins = (item: Item) => {
      const at = place.get(item) ?? -1;
      return [isCard(items[at - 1]), isCard(items[at + 1])] as const;
    };
    const around = {
      state,
      locked,
      current,
      joins,
      newest: newestOf(state, items, (row) => row.type === 'marker' && row.state === 'done'),
      restored: newestOf(state, items, (row) => row.type === 'restore'),
      lastSaid: newestOf(state, items, isSaid),
      todos: newestOf(state, items, (row) => row.type === 'tool' && row.todos !== undefined),
      running: runningEntry(state, items),
    };
    return html`<div class="log" role="log" aria-live="off" aria-label=${panel.thread()} @scroll=${this.onScroll} @keydown=${this.onKey}
        @focusin=${this.onFocus} @click=${this.onClick} @wheel=${onInput} @touchmove=${onInput} @pointerdown=${onInput}>
        <div class="edge" data-edge="top"></div>
        <div class="rows">${repeat(items, itemKey, (item) => rowTemplate(item, around))}</div>
        <div class="edge" data-edge="end"></div>
        <div class="tail"><slot></slot></div>
      </div>
      ${following && atEnd(state) ? '' : html`<button class="latest" data-action="latest" @click=${this.toLatest}>${icon('down')}${state.head?.question ? panel.showQuestion() : panel.latest()}</button>`}`;
  }

  override willUpdate(changed: PropertyValues<this>): void {
    // The button that leads to the end goes when the end is reached; the composer comes after it.
    if (this.focused?.matches('.latest')) keepFocus(() => beside(this, 'spool-composer'));
    if (!changed.has('state')) return;
    this.items = itemsOf(this.state);
    // The newest item is the Tab stop until the person has moved to another.
    const isAtEnd = this.current === this.last && !this.shadowRoot?.activeElement;
    this.last = this.items.map(itemKey).at(-1);
    if (isAtEnd || !this.items.some((item) => itemKey(item) === this.current)) this.current = this.last;
    if (changed.get('state')?.head?.thread?.id !== this.state.head?.thread?.id) this.anchor.following = true;
    else if (this.hasUpdated) this.anchor.hold();
    if (!this.state.head?.preview) this.anchor.forget();
  }

  override firstUpdated(): void {
    const watch = (entries: readonly IntersectionObserverEntry[]) => {
      for (const { isIntersecting, target } of entries) {
        if (isIntersecting && target instanceof HTMLElement) this.onEdge(target.dataset.edge === 'top');
      }
    };
    this.edges = new IntersectionObserver(watch, { root: this.log, rootMargin: '600px 0px' });
    this.sizes = new ResizeObserver(() => this.anchor.keep());
    for (const part of this.log.querySelectorAll('.rows, .tail')) this.sizes.observe(part);
    this.sizes.observe(this.log);
  }

  override updated(changed: PropertyValues<this>): void {
    // When only the current item changes the browser has scrolled to it, which must not be reverted.
    if (!changed.has('state')) return;
    this.anchor.keep();
    if (this.hasNewMarker(changed.get('state'))) this.toLatest();
    // A new observation reports at once, so an edge that is still visible loads again.
    this.edges?.disconnect();
    for (const edge of this.log.querySelectorAll('.edge')) this.edges?.observe(edge);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    window.addEventListener('keydown', this.onTab, true);
  }

  override disconnectedCallback(): void {
    window.removeEventListener('keydown', this.onTab, true);
    super.disconnectedCallback();
    this.edges?.disconnect();
    this.sizes?.disconnect();
  }

  override focus(options?: FocusOptions): void {
    const entry = this.rows.find((row) => row.dataset.key === this.current) ?? this.rows.at(-1);
    if (entry) focusEntry(entry, options);
  }

  /** Scrolls a row to the top, `offset` pixels into it. `focus` also focuses it. */
  showRow(index: number, offset: number, focus: boolean): void {
    const row = this.rows.find((r) => r.dataset.index === String(index));
    if (!row) return;
    this.anchor.holdAt(row, focus ? NEAR : -offset);
    if (focus) focusEntry(row);
  }

  get log(): HTMLElement {
    const log = this.renderRoot.querySelector<HTMLElement>('.log');
    if (!log) throw new Error('the thread is not drawn yet');
    return log;
  }

  get rows(): HTMLElement[] {
    return [...this.renderRoot.querySelectorAll<HTMLElement>('[data-row]')];
  }

  get isAtEnd(): boolean {
    return atEnd(this.state);
  }

  get focused(): Element | null {
    return this.shadowRoot?.activeElement ?? null;
  }

  /** Whether a compaction that a person asked for has ended since. */
  private hasNewMarker(before: PanelState | undefined): boolean {
    const newest = this.items.at(-1);
    if (newest?.type !== 'row' || newest.row.type !== 'marker' || newest.row.trigger !== 'manual') return false;
    const isSame = before?.head?.thread?.id === this.state.head?.thread?.id;
    return isSame && newest.index >= (before?.head?.total ?? 0);
  }

  private readonly onScroll = () => {
    const isNew = this.anchor.scrolled();
    if (!isNew && !this.state.find) return;
    requestAnimationFrame(() => {
      if (this.isConnected) act(this, { type: 'scrolled', position: this.position() });
    });
  };

  private position(): ScrollPosition {
    if (this.anchor.following) return { type: 'end' };
    const edge = this.log.getBoundingClientRect().top;
    const row = this.rows.find((r) => r.dataset.index && r.getBoundingClientRect().bottom > edge);
    if (!row) return { type: 'end' };
    return { type: 'row', index: Number(row.dataset.index), offset: edge - row.getBoundingClientRect().top };
  }

  private onEdge(top: boolean): void {
    if (top && olderPage(this.state)) act(this, { type: 'loadOlder' });
    if (!top && newerPage(this.state)) act(this, { type: 'loadNewer' });
  }

  /** Scrolls to the end and follows it. */
  readonly toLatest = () => {
    this.anchor.follow();
    act(this, { type: 'jumpToLatest' });
    this.anchor.keep();
  };

  /** Brings a card in the tail into view: its end, or its top where it is taller than the view. */
  showInTail(card: HTMLElement): void {
    this.anchor.leave();
    this.toLatest();
    requestAnimationFrame(() => {
      const over = card.getBoundingClientRect().top - this.log.getBoundingClientRect().top;
      if (over < 0 && atEnd(this.state)) this.anchor.scrollBy(over);
    });
  }

  private readonly onFocus = (event: FocusEvent) => {
    this.anchor.rowFocused();
    const row = above(event, '[data-row]');
    if (row) this.current = row.dataset.key;
  };

  private readonly onClick = (event: MouseEvent) => {
    const row = above(event, OPENS) && above(event, '[data-row]');
    if (row) this.anchor.open(row, event.timeStamp);
  };

  /** Tab may lead into the thread from outside. */
  private readonly onTab = (event: KeyboardEvent) => event.key === 'Tab' && this.anchor.onInput(event);

  private readonly onKey = (event: KeyboardEvent) => {
    this.anchor.onInput(event);
    const [target] = event.composedPath();
    if (!(target instanceof HTMLElement) || event.altKey || event.ctrlKey || event.metaKey) return;
    if (!target.matches('[data-row], [data-main]')) return;
    const { rows } = this;
    const main = target.shadowRoot?.querySelector<HTMLElement>('[data-main]');
    const isMenu = event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey);
    if (isMenu || (event.key === 'Enter' && target.matches('[data-whole]') && !main)) {
      event.preventDefault();
      void toolsOf(rows.find((row) => row.dataset.key === this.current))?.enter();
      return;
    }
    if (event.key === 'Enter' && target.hasAttribute('data-whole')) main?.click();
    const next = indexAfterKey(
      event.key,
      rows.findIndex((row) => row.dataset.key === this.current),
      rows.length,
    );
    const row = next === undefined ? undefined : rows[next];
    if (!row) return;
    event.preventDefault();
    this.current = row.dataset.key;
    focusEntry(row);
  };
}

/** What opens or closes a part of a row. */
const OPENS = 'summary, [aria-expanded], [data-action=expand-all], [data-action=show-all]';

function above(event: Event, selector: string): HTMLElement | undefined {
  const is = (target: EventTarget): target is HTMLElement => target instanceof HTMLElement && target.matches(selector);
  return event.composedPath().find(is);
}

customElements.define('spool-thread', SpoolThread);
