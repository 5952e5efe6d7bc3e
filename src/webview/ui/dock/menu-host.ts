/** What the lists of the composer need of it. */
import type { LitElement } from 'lit';

export interface MenuHost extends LitElement {
  /** The draft. */
  readonly text: string;
  /** Why nothing can be sent in this thread. */
  readonly barred: string | undefined;
  /** Where the caret is in the draft. */
  readonly caret: number;
  /** The caret goes to the end of the draft, or to an offset in it. */
  focus(at?: FocusOptions | number): void;
}
