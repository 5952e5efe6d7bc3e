/** Scroll anchoring for the thread: the rows in view, or its end, stay where they are on the screen while rows around them change. */
import { type Held, HeldRows } from './held-rows.ts';

/** Pixels. The view counts as at the end when it is nearer to it than this. */
export const NEAR = 24;

/** Milliseconds after a wheel, a touch, a key, a press on the scroll bar or a click in which it may still scroll. */
const INPUT = 1_000;
const KEYS = /^(?:Arrow(?:Up|Down)|Page(?:Up|Down)|Home|End|Tab)$/;

interface View {
  readonly log: HTMLElement;
  /** Pixels that the log has where it has no button below it. */
  readonly clientHeight: number;
  /** Whether the newest row is loaded, so that the end of the log is the end of the thread. */
  readonly isAtEnd: boolean;
  readonly rows: readonly HTMLElement[];
  /** The row that has the keyboard focus. */
  readonly focused: Element | null;
  requestUpdate(): void;
}

export class ScrollAnchor {
  private readonly view: View;
  private isFollowing = true;
  /** Empty while the end is followed, and after the person has scrolled. */
  private readonly held: HeldRows;
  /** Where the person was before a card was brought into view: empty at the end, undefined without such a card. */
  private before: readonly Held[] | undefined;
  /** The row that the person opened or closed last, while the end was followed, and when. */
  private opened: { readonly row: HTMLElement; readonly top: number; readonly at: number } | undefined;
  /** How the view was when it was scrolled from here, or looked at, last. */
  private top = 0;
  private size = '';
  private input = Number.NEGATIVE_INFINITY;
  /** Whether `scrolled` has answered since the end is followed. */
  private isEndKnown = false;

  constructor(view: View) {
    this.view = view;
    this.held = new HeldRows(view);
  }

  /** Whether the view stays at the thread's end. */
  get following(): boolean {
    return this.isFollowing;
  }

  set following(following: boolean) {
    if (following) this.held.set([]);
    else this.isEndKnown = false;
    this.opened = undefined;
    if (following !== this.isFollowing) this.view.requestUpdate();
    this.isFollowing = following;
  }

  /** To be called before the rows change. */
  hold(): void {
    this.yield();
    if (!this.isFollowing) this.held.addInView();
  }

  /** Holds a row, with its top `top` pixels below the view's. */
  holdAt(row: HTMLElement, top: number): void {
    this.following = false;
    this.held.setAt(row, top);
    this.place();
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
    this.before ??= this.isFollowing ? [] : this.held.inView();
    this.following = true;
  }

  /** Returns the scroll position when its row is not loaded any more. */
  back(): { readonly index: number; readonly offset: number } | undefined {
    const { before = [] } = this;
    const [first] = before;
    if (!first) return undefined;
    this.following = false;
    this.held.set(before);
    const isDrawn = before.some((one) => this.held.isDrawn(one));
    this.place();
    return isDrawn ? undefined : { index: first.index, offset: this.held.edge - first.top };
  }

  /** To be called when there is no card to come back from. */
  forget(): void {
    this.before = undefined;
  }

  /** Scrolls so that nothing has moved. To be called whenever something changed its size, as rows get theirs only once they are in view. */
  keep(): void {
    this.yield();
    this.place();
  }

  private place(): void {
    const { log } = this.view;
    if (this.isOpening()) this.followUnlessOpened();
    else if (this.isFollowing) log.scrollTop = log.scrollHeight;
    else log.scrollTop += this.held.displacement();
    this.seen();
  }

  /** The person has scrolled by so many pixels down from here. */
  scrollBy(pixels: number): void {
    this.following = false;
    this.held.set([]);
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

  /** To be called when the browser tells that the view was scrolled. Returns false where the end was and is followed, as with each drawing of a reply. */
  scrolled(): boolean {
    if (this.isMoved()) this.release();
    else this.place();
    const isNew = !this.isEndKnown;
    this.isEndKnown = this.isFollowing;
    return isNew;
  }

  /** To be called when a row gets the focus, which lays the row out before the browser scrolls to it. */
  rowFocused(): void {
    const { log } = this.view;
    if (Math.abs(log.scrollTop - this.top) <= 1) this.size = sizeOf(log);
  }

  /** Releases what is held when something else has scrolled the view and the browser, which tells with its next frame, has not told yet. */
  private yield(): void {
    // A thread that becomes shorter for a moment is scrolled by the browser, which is no reason to leave the end.
    if (this.isMoved() && (!this.isFollowing || this.isByPerson())) this.release();
  }

  /** Whether the view is elsewhere than it was. Without an input, that may be the work of a change in size. */
  private isMoved(): boolean {
    const { log } = this.view;
    const top = Math.min(this.top, log.scrollHeight - log.clientHeight);
    return Math.abs(log.scrollTop - top) > 1 && (this.isByPerson() || this.size === sizeOf(log));
  }

  private isByPerson(): boolean {
    return performance.now() - this.input < INPUT;
  }

  private release(): void {
    const { log, isAtEnd } = this.view;
    // Scrolling up ends following; a thread that only grew is still followed.
    this.following = isAtEnd && (this.isNear() || (this.isFollowing && log.scrollTop >= this.top));
    this.held.set([]);
    // Rows that get their sizes may move the view, too.
    if (this.before && this.isByPerson()) this.before = [];
    this.seen();
  }

  /** Whether a growth may be of what the person has just opened, a part of which may have to be loaded. */
  private isOpening(): boolean {
    return this.opened !== undefined && performance.now() - this.opened.at < INPUT;
  }

  /** Where what was opened has pushed the end away, its row is held instead. */
  private followUnlessOpened(): void {
    const { opened } = this;
    if (opened?.row.isConnected && !this.isNear()) this.holdAt(opened.row, opened.top - this.held.edge);
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

  private seen(): void {
    this.top = this.view.log.scrollTop;
    this.size = sizeOf(this.view.log);
  }
}

function sizeOf({ scrollHeight, clientHeight }: HTMLElement): string {
  return `${scrollHeight} ${clientHeight}`;
}
