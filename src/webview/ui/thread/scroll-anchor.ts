/** Scroll anchoring for the thread: the rows in view, or its end, stay at their place on the screen while rows around them change. */

/** Pixels. The view counts as at the end when it is nearer to it than this. */
export const NEAR = 24;

/** Milliseconds after a wheel, a touch, a key or a press on the scroll bar in which it may still scroll. */
const INPUT = 1_000;
const KEYS = /^(?:Arrow(?:Up|Down)|Page(?:Up|Down)|Home|End|Tab)$/;

/** A row and the place of its top on the screen, in pixels. */
interface Held {
  readonly key: string;
  readonly index: number;
  readonly top: number;
}

interface View {
  readonly log: HTMLElement;
  /** Pixels that the log has where it has no button below it. */
  readonly clientHeight: number;
  readonly rows: readonly HTMLElement[];
  /** The row that has the keyboard focus. */
  readonly focused: Element | null;
  requestUpdate(): void;
}

export class ScrollAnchor {
  private readonly view: View;
  private isFollowing = true;
  /** The first one that is drawn stays at its place. Empty while the end is followed, and after the person has scrolled. */
  private held: readonly Held[] = [];
  /** Where the person was before a card was brought into view: empty at the end, undefined without such a card. */
  private before: readonly Held[] | undefined;
  /** The row that the person opened or closed last, while the end was followed, and when. */
  private opened: { readonly row: HTMLElement; readonly top: number; readonly at: number } | undefined;
  /** How the view was when it was scrolled last, by the person or from here. */
  private top = 0;
  private size = '';
  private input = Number.NEGATIVE_INFINITY;

  constructor(view: View) {
    this.view = view;
  }

  /** Whether the view stays at the thread's end. */
  get following(): boolean {
    return this.isFollowing;
  }

  set following(following: boolean) {
    if (following) this.held = [];
    this.opened = undefined;
    if (following !== this.isFollowing) this.view.requestUpdate();
    this.isFollowing = following;
  }

  /** To be called before the rows change. */
  hold(): void {
    if (this.isFollowing) return;
    const [first] = this.held;
    const seen = this.inView();
    // A row that could not stay at its place, as too little is below it, comes back to it once there is enough.
    this.held = first && this.rowOf(first) ? [first, ...seen.filter(({ key }) => key !== first.key)] : seen;
  }

  /** Holds a row, with its top `top` pixels below the view's. */
  holdAt(row: HTMLElement, top: number): void {
    this.following = false;
    this.held = [{ ...heldOf(row), top: this.edge + top }];
    this.keep();
  }

  /** To be called when the person opens or closes a part of a row. The row stays where it is, also where the end is followed. */
  open(row: HTMLElement, at: number): void {
    this.opened = { row, top: row.getBoundingClientRect().top, at };
  }

  /** The person wants to be at the end: what they scrolled just before counts no more. */
  follow(): void {
    this.following = true;
    this.input = Number.NEGATIVE_INFINITY;
  }

  /** Follows the end to show a card there; `back` leads to where the person was, unless the person has scrolled since. */
  leave(): void {
    // The card may be shown twice before it is answered.
    this.before ??= this.isFollowing ? [] : this.inView();
    this.following = true;
  }

  /** Returns the place where its row is not loaded any more. */
  back(): { readonly index: number; readonly offset: number } | undefined {
    const { before = [] } = this;
    const [first] = before;
    if (!first) return undefined;
    this.following = false;
    this.held = before;
    const isDrawn = before.some((one) => this.rowOf(one));
    this.keep();
    return isDrawn ? undefined : { index: first.index, offset: this.edge - first.top };
  }

  /** To be called when there is no card to come back from. */
  forget(): void {
    this.before = undefined;
  }

  /** Scrolls so that nothing has moved. To be called whenever something changed its size, as rows get theirs only once they are in view. */
  keep(): void {
    const { log } = this.view;
    if (this.isOpening()) this.followUnlessOpened();
    else if (this.isFollowing) log.scrollTop = log.scrollHeight;
    else log.scrollTop += this.displacement();
    this.seen();
  }

  /** The person has scrolled by so many pixels down from here. */
  scrollBy(pixels: number): void {
    this.following = false;
    this.held = [];
    this.view.log.scrollTop += pixels;
    this.seen();
  }

  /** Notes what may scroll the view as the person wants. */
  readonly onInput = (event: Event): void => {
    const { log } = this.view;
    if (event instanceof KeyboardEvent && !KEYS.test(event.key)) return;
    if (event.type === 'pointerdown' && event.composedPath()[0] !== log) return;
    this.input = event.timeStamp;
    // At the end already, a wheel down does not scroll.
    if (event instanceof WheelEvent && event.deltaY > 0 && this.isNear()) this.following = true;
  };

  /** Releases what is held when the person has scrolled. `canFollow`: the newest row is loaded. */
  scrolled(event: Event, canFollow: boolean): void {
    const { log } = this.view;
    const isByPerson = event.timeStamp - this.input < INPUT;
    if (!isByPerson && this.size !== sizeOf(log)) this.keep();
    if (Math.abs(log.scrollTop - this.top) <= 1) return;
    // Scrolling up ends following; a thread that only grew is still followed.
    this.following = canFollow && (this.isNear() || (this.isFollowing && log.scrollTop >= this.top));
    this.held = [];
    // Rows that get their sizes may move the view, too.
    if (this.before && isByPerson) this.before = [];
    this.seen();
  }

  /** Whether a growth may be of what the person has just opened, a part of which may have to be loaded. */
  private isOpening(): boolean {
    return this.opened !== undefined && performance.now() - this.opened.at < INPUT;
  }

  /** Where what was opened has pushed the end away, its row is held instead. */
  private followUnlessOpened(): void {
    const { opened } = this;
    if (opened?.row.isConnected && !this.isNear()) this.holdAt(opened.row, opened.top - this.edge);
    else {
      // What was opened may have to be loaded, so the row stays noted.
      if (!this.isFollowing) this.following = true;
      this.view.log.scrollTop = this.view.log.scrollHeight;
    }
  }

  private isNear(): boolean {
    const { log, clientHeight } = this.view;
    // The button that leads to the end takes a part of the height until the end is followed.
    return log.scrollHeight - log.scrollTop - clientHeight < NEAR;
  }

  private get edge(): number {
    return this.view.log.getBoundingClientRect().top;
  }

  private seen(): void {
    this.top = this.view.log.scrollTop;
    this.size = sizeOf(this.view.log);
  }

  /** How far what is held is from its place. If the held row is gone, the next held row that is still drawn is kept instead, or else the nearest. */
  private displacement(): number {
    const [first] = this.held;
    if (!first) return 0;
    const at = this.held.findIndex((one) => this.rowOf(one));
    if (at > 0) this.held = this.held.slice(at);
    const nearest = at < 0 ? this.nearestTo(first.index) : undefined;
    if (nearest) this.held = [{ ...heldOf(nearest), top: Math.max(first.top, this.edge) }];
    const [held] = this.held;
    const row = held && this.rowOf(held);
    return row ? row.getBoundingClientRect().top - held.top : 0;
  }

  private rowOf({ key }: Held): HTMLElement | undefined {
    return this.view.rows.find((row) => row.dataset.key === key);
  }

  /** The row that stands where the one with this index was: a fold over it, else the one before. */
  private nearestTo(index: number): HTMLElement | undefined {
    const { rows } = this.view;
    return rows.findLast((row) => indexOf(row) <= index) ?? rows[0];
  }

  /** The row with the focus, those whose top is in view, those that only end in it, and where there is none, the last one above. */
  private inView(): readonly Held[] {
    const { rows, log, focused } = this.view;
    const { top, bottom } = log.getBoundingClientRect();
    const places = rows.map((row) => ({ row, rect: row.getBoundingClientRect() }));
    const visible = places.filter(({ rect }) => rect.bottom > top && rect.top < bottom);
    const rank = ({ row, rect }: (typeof places)[number]) => (row === focused ? 0 : rect.top >= top ? 1 : 2);
    const ranked = visible.toSorted((a, b) => rank(a) - rank(b));
    const last = places.findLast(({ rect }) => rect.bottom <= top);
    return (ranked.length > 0 || !last ? ranked : [last]).map(({ row, rect }) => ({ ...heldOf(row), top: rect.top }));
  }
}

function heldOf(row: HTMLElement): Omit<Held, 'top'> {
  return { key: row.dataset.key ?? '', index: indexOf(row) };
}

/** Of a fold, the index of its first row, which its key names. */
function indexOf({ dataset: { index, key = '' } }: HTMLElement): number {
  return Number(index ?? key.replace('fold ', ''));
}

function sizeOf({ scrollHeight, clientHeight }: HTMLElement): string {
  return `${scrollHeight} ${clientHeight}`;
}
