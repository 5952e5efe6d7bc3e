/** What a window knows of permissions: mode, rules, selected tools and open questions. Light, so that it is there before the tools are loaded. */
import type { Mode } from '../../core/permission/request.ts';
import { NOTHING_SELECTED, type ToolSelection } from '../../core/workspace/external/tool-selection.ts';
import type { WaitingQuestion } from './question-queue.ts';
import { RuleBook } from './rule-book.ts';
import type { GivenAnswer, WindowAuthority } from './window-authority.ts';
import type { WorkspaceMemory } from './workspace-memory.ts';

export class Permissions {
  readonly rules: RuleBook;
  readonly #memory: WorkspaceMemory;
  readonly #onMode: () => void;
  readonly #onTools: () => void;
  #shown: { readonly key: string; readonly mode: Mode } | undefined;
  /** Set when the tools are loaded: before, nothing asks. */
  authority: WindowAuthority | undefined;

  /** `onMode` is called when the mode was set, `onTools` when tools were selected. */
  constructor(memory: WorkspaceMemory, onMode: () => void, onTools: () => void = () => undefined) {
    this.#memory = memory;
    this.#onMode = onMode;
    this.#onTools = onTools;
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

  /** The external tools that are on, and our own that are off, in this workspace. */
  get tools(): ToolSelection {
    return this.#memory.read().tools ?? NOTHING_SELECTED;
  }

  /** Holds for calls at once; what a thread is offered changes at its next boundary. */
  setTools(tools: ToolSelection): void {
    this.#memory.write({ tools });
    this.#onTools();
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
