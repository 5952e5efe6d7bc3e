/** What a window knows of permissions: mode, rules and open questions. Light, so that it is there before the tools are loaded. */
import type { Mode } from '../../core/permission/request.ts';
import type { WaitingQuestion } from './question-queue.ts';
import { RuleBook } from './rule-book.ts';
import type { GivenAnswer, WindowAuthority } from './window-authority.ts';
import type { WorkspaceMemory } from './workspace-memory.ts';

export class Permissions {
  readonly rules: RuleBook;
  readonly #memory: WorkspaceMemory;
  readonly #onMode: () => void;
  #shown: { readonly key: string; readonly mode: Mode } | undefined;
  /** Set when the tools are loaded: before, nothing asks. */
  authority: WindowAuthority | undefined;

  /** `onMode` is called when the mode was set. */
  constructor(memory: WorkspaceMemory, onMode: () => void) {
    this.#memory = memory;
    this.#onMode = onMode;
    this.rules = new RuleBook(memory);
  }

  /** The one that this window shows: another window of the same workspace does not change it, as it would be seen nowhere here. */
  get mode(): Mode {
    const { key } = this.#memory;
    if (this.#shown?.key !== key) this.#shown = { key, mode: this.#memory.read().mode };
    return this.#shown.mode;
  }

  /** Holds at once, also for questions that are open. */
  setMode(mode: Mode): void {
    this.#memory.write({ mode });
    this.#shown = { key: this.#memory.key, mode };
    this.#onMode();
    this.authority?.settle();
  }

  /** False where the answer fits no open question. */
  answer(given: GivenAnswer): boolean {
    return this.authority?.answer(given) ?? false;
  }

  /** Those that are open, in the order in which they were asked. */
  get questions(): readonly WaitingQuestion[] {
    return this.authority?.questions ?? [];
  }
}
