/** The thread: a list of rows that follows its end, keeps its scroll place when rows are added above, and loads more at its edges. */
import { html, LitElement, type PropertyValues, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { focusEntry, indexAfterKey } from '../../a11y/roving.ts';
import { act, type Place } from '../../state/action.ts';
import { atEnd, type Item, itemsOf, newerPage, olderPage, type PanelState } from '../../state/state.ts';
import { base, buttons } from '../../styles/base.ts';
import { threadStyles } from '../../styles/thread-styles.ts';
import { panel } from '../../words/panel-strings.ts';
import { icon } from '../parts/icons.ts';
import { RowTools } from '../parts/row-tools.ts';
import { newestOf, runningEntry } from './newest-items.ts';
import { isSaid } from './row-offers.ts';
import { isCard, itemKey, rowTemplate } from './row-template.ts';

/** Pixels. The view counts as at the end when it is nearer to it than this. */
const NEAR = 24;

/** A row that must not move on the screen, and the top of it in pixels. */
interface Held {
  readonly key: string;
  readonly top: number;
}

export class SpoolThread extends LitElement {
  static override properties = {
    state: {},
    locked: { type: Boolean },
    current: { state: true },
    following: { state: true },
  };
  declare state: PanelState;
  declare locked: boolean;
  declare current: string | undefined;
  declare following: boolean;
  private items: readonly Item[] = [];
  /** The key of the item that was the newest when the state changed last. */
  private last: string | undefined;
  private held: Held | undefined;
  /** The scroll position that was set or seen last. */
  private top = 0;
  private edges: IntersectionObserver | undefined;
  private sizes: ResizeObserver | undefined;

  static override styles = [base, buttons, threadStyles];

  constructor() {
    super();
    this.following = true;
  }

  override render(): TemplateResult {
    const { state, locked, current, items } = this;
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
        @focusin=${this.onFocus}>
        <div class="edge" data-edge="top"></div>
        <div class="rows">${repeat(items, itemKey, (item) => rowTemplate(item, around))}</div>
        <div class="edge" data-edge="end"></div>
        <div class="tail"><slot></slot></div>
      </div>
      ${this.following && atEnd(state) ? '' : html`<button class="latest" data-action="latest" @click=${this.toLatest}>${icon('down')}${state.head?.question ? panel.showQuestion() : panel.latest()}</button>`}`;
  }

  override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has('state')) return;
    this.items = itemsOf(this.state);
    // The newest item is the Tab stop until the person has moved to another.
    const isAtEnd = this.current === this.last && !this.shadowRoot?.activeElement;
    this.last = this.items.map(itemKey).at(-1);
    if (isAtEnd || !this.items.some((item) => itemKey(item) === this.current)) this.current = this.last;
    if (changed.get('state')?.head?.thread?.id !== this.state.head?.thread?.id) this.following = true;
    this.held = this.hasUpdated && !this.following ? (this.held ?? this.topRow()) : undefined;
  }

  override firstUpdated(): void {
    const watch = (entries: readonly IntersectionObserverEntry[]) => {
      for (const { isIntersecting, target } of entries) {
        if (isIntersecting && target instanceof HTMLElement) this.onEdge(target.dataset.edge === 'top');
      }
    };
    this.edges = new IntersectionObserver(watch, { root: this.log, rootMargin: '600px 0px' });
    this.sizes = new ResizeObserver(() => this.keepPlace());
    for (const part of this.log.querySelectorAll('.rows, .tail')) this.sizes.observe(part);
    this.sizes.observe(this.log);
  }

  override updated(changed: PropertyValues<this>): void {
    // When only the current item changes the browser has scrolled to it, which must not be reverted.
    if (!changed.has('state')) return;
    this.keepPlace();
    // A new observation reports at once, so an edge that is still visible loads again.
    this.edges?.disconnect();
    for (const edge of this.log.querySelectorAll('.edge')) this.edges?.observe(edge);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.edges?.disconnect();
    this.sizes?.disconnect();
  }

  override focus(): void {
    const entry = this.rows.find((row) => row.dataset.key === this.current) ?? this.rows.at(-1);
    if (entry) focusEntry(entry);
  }

  /** Scrolls a row to the top, `offset` pixels into it. `focus` also focuses it. */
  showRow(index: number, offset: number, focus: boolean): void {
    const row = this.rows.find((r) => r.dataset.index === String(index));
    if (!row) return;
    this.following = false;
    this.held = { key: row.dataset.key ?? '', top: this.log.getBoundingClientRect().top + (focus ? NEAR : -offset) };
    this.keepPlace();
    if (focus) focusEntry(row);
  }

  private get log(): HTMLElement {
    const log = this.renderRoot.querySelector<HTMLElement>('.log');
    if (!log) throw new Error('the thread is not drawn yet');
    return log;
  }

  private get rows(): HTMLElement[] {
    return [...this.renderRoot.querySelectorAll<HTMLElement>('[data-row]')];
  }

  private topRow(): Held | undefined {
    const edge = this.log.getBoundingClientRect().top;
    const row = this.rows.find((r) => r.getBoundingClientRect().bottom > edge);
    return row ? { key: row.dataset.key ?? '', top: row.getBoundingClientRect().top } : undefined;
  }

  /** Rows get their true height only when they become visible, so the scroll place is corrected after every change of size. */
  private keepPlace(): void {
    const { held, log } = this;
    if (this.following) log.scrollTop = log.scrollHeight;
    else if (held) log.scrollTop += this.displaced(held);
    this.top = log.scrollTop;
  }

  /** How far the held row is from its place. */
  private displaced({ key, top }: Held): number {
    const row = this.rows.find((r) => r.dataset.key === key);
    return row ? row.getBoundingClientRect().top - top : 0;
  }

  private readonly onScroll = () => {
    const { log, held } = this;
    // Scrolling up ends following; a thread that only grew is still followed.
    const isNear = log.scrollHeight - log.scrollTop - log.clientHeight < NEAR;
    this.following = atEnd(this.state) && (isNear || (this.following && log.scrollTop >= this.top));
    this.top = log.scrollTop;
    // If the held row moved, the person scrolled, so it is released.
    if (held && Math.abs(this.displaced(held)) > 1) this.held = undefined;
    requestAnimationFrame(() => {
      if (this.isConnected) act(this, { type: 'scrolled', place: this.place() });
    });
  };

  private place(): Place {
    if (this.following) return { type: 'end' };
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
    this.following = true;
    act(this, { type: 'jumpToLatest' });
    this.keepPlace();
  };

  /** Brings a card in the tail into view: its end, or its top where it is taller than the view. */
  showInTail(card: HTMLElement): void {
    this.toLatest();
    requestAnimationFrame(() => {
      const { log } = this;
      const over = card.getBoundingClientRect().top - log.getBoundingClientRect().top;
      if (over >= 0 || !atEnd(this.state)) return;
      this.following = false;
      this.held = undefined;
      log.scrollTop += over;
      this.top = log.scrollTop;
    });
  }

  private readonly onFocus = (event: FocusEvent) => {
    const row = event.composedPath().find((target) => target instanceof HTMLElement && target.matches('[data-row]'));
    if (row instanceof HTMLElement) this.current = row.dataset.key;
  };

  private readonly onKey = (event: KeyboardEvent) => {
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

function toolsOf(row: HTMLElement | undefined): RowTools | undefined {
  return row && 'tools' in row && row.tools instanceof RowTools ? row.tools : undefined;
}

customElements.define('spool-thread', SpoolThread);
