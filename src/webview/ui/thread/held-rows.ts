/** Remembers where rows of the thread are on the screen, and computes how far a change has moved them, so that the scroll anchor can undo it. */

/** A row and the place of its top on the screen, in pixels. */
export interface Held {
  readonly key: string;
  readonly index: number;
  readonly top: number;
  /** The rows that this one replaced when they were folded. An undo draws them again. */
  readonly replaced?: readonly Held[];
}

interface Rows {
  readonly log: HTMLElement;
  readonly rows: readonly HTMLElement[];
  /** The row that has the keyboard focus. */
  readonly focused: Element | null;
}

export class HeldRows {
  private readonly view: Rows;
  private held: readonly Held[] = [];

  constructor(view: Rows) {
    this.view = view;
  }

  /** Pixels from the top of the screen to that of the view. */
  get edge(): number {
    return this.view.log.getBoundingClientRect().top;
  }

  /** Holds these rows and no others. */
  set(held: readonly Held[]): void {
    this.held = held;
  }

  /** Holds a row with its top `top` pixels below the view's. */
  setAt(row: HTMLElement, top: number): void {
    this.held = [{ ...named(row), top: this.edge + top }];
  }

  /** Holds what is in view, too. A row that could not stay at its place, as too little is below it, comes back to it once there is enough. */
  addInView(): void {
    const [first] = this.held;
    const seen = this.inView();
    this.held = first && this.isDrawn(first) ? [first, ...seen.filter(({ key }) => key !== first.key)] : seen;
  }

  /** Pixels by which what is held is below its place. If the held row is gone, the next held row that is still drawn is kept instead, or else the nearest. */
  displacement(): number {
    const [first, ...others] = this.held;
    if (!first) return 0;
    const known = [first, ...(first.replaced ?? []), ...others];
    const at = known.findIndex((one) => this.isDrawn(one));
    if (at > 0) this.held = known.slice(at);
    const nearest = at < 0 ? this.nearestTo(first.index) : undefined;
    if (nearest) this.held = [{ ...named(nearest), top: Math.max(first.top, this.edge), replaced: known }];
    const [held] = this.held;
    const row = held && this.rowOf(held);
    return row ? row.getBoundingClientRect().top - held.top : 0;
  }

  /** The row with the focus, those whose top is in view, those that only end in it, and where there is none, the last one above. */
  inView(): readonly Held[] {
    const { rows, log, focused } = this.view;
    const { top, bottom } = log.getBoundingClientRect();
    const places = rows.map((row) => ({ row, rect: row.getBoundingClientRect() }));
    const visible = places.filter(({ rect }) => rect.bottom > top && rect.top < bottom);
    const rank = ({ row, rect }: (typeof places)[number]) => (row === focused ? 0 : rect.top > top - 1 ? 1 : 2);
    const ranked = visible.toSorted((a, b) => rank(a) - rank(b));
    const last = places.findLast(({ rect }) => rect.bottom <= top);
    return (ranked.length > 0 || !last ? ranked : [last]).map(({ row, rect }) => ({ ...named(row), top: rect.top }));
  }

  isDrawn(held: Held): boolean {
    return this.rowOf(held) !== undefined;
  }

  private rowOf({ key }: Held): HTMLElement | undefined {
    return this.view.rows.find((row) => row.dataset.key === key);
  }

  /** The row that stands where the one with this index was: a fold over it, else the one before. */
  private nearestTo(index: number): HTMLElement | undefined {
    const { rows } = this.view;
    return rows.findLast((row) => indexOf(row) <= index) ?? rows[0];
  }
}

function named(row: HTMLElement): Omit<Held, 'top'> {
  return { key: row.dataset.key ?? '', index: indexOf(row) };
}

/** Of a fold, the index of its first row, which its key names. */
function indexOf({ dataset: { index, key = '' } }: HTMLElement): number {
  return Number(index ?? key.replace('fold ', ''));
}
