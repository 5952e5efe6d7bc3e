/** Keeps the drafts of all panels of a window the same: what a person types in one is shown in the others. */
import type { DraftText } from '../../core/protocol/panel-messages.ts';

/** How many drafts are kept; those that were edited longest ago are dropped. */
const MOST = 20;

interface Member {
  /** Passes a draft on to the other panels: one that a person edited, or a `saved` one unless the draft is known. */
  readonly tell: (draft: DraftText, saved: boolean) => void;
  readonly leave: () => void;
}

/** Keeps the threads whose draft was sent or cleared, also while the window is closed. */
export interface ClearedDrafts {
  readonly read: () => readonly string[];
  readonly write: (threads: readonly string[]) => void;
}

export class SharedDrafts {
  readonly #members = new Set<(draft: DraftText) => void>();
  readonly #drafts: Map<string, DraftText>;
  readonly #cleared: ClearedDrafts;

  /** A panel that was hidden when a draft was sent still has it saved, and must not bring it back after a restart. */
  constructor(cleared: ClearedDrafts) {
    this.#cleared = cleared;
    this.#drafts = new Map(cleared.read().map((thread) => [thread, { thread, text: '' }]));
  }

  /** `show` is called with each draft that was edited in another panel. */
  join(show: (draft: DraftText) => void): Member {
    this.#members.add(show);
    return {
      tell: (draft, saved) => {
        if (saved && this.#drafts.has(draft.thread)) return;
        this.#keep(draft);
        for (const member of this.#members) if (member !== show) member(draft);
      },
      leave: () => this.#members.delete(show),
    };
  }

  /** Undefined where no panel told of it. `thread` is undefined where none is open. */
  of(thread = ''): DraftText | undefined {
    return this.#drafts.get(thread);
  }

  #keep(draft: DraftText): void {
    const { thread, text } = draft;
    const kept = this.#drafts;
    const wasCleared = kept.get(thread)?.text === '';
    kept.delete(thread);
    kept.set(thread, draft);
    const [oldest] = kept.keys();
    if (kept.size > MOST && oldest !== undefined) kept.delete(oldest);
    if (wasCleared !== (text === ''))
      this.#cleared.write([...kept].flatMap(([one, its]) => (its.text === '' ? [one] : [])));
  }
}
