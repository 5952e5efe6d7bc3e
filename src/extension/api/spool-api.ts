/** The types of what Spool exports to other extensions: `vscode.extensions.getExtension('spool.spool')?.activate()`. */
import type { Disposable } from 'vscode';

export interface SpoolApi {
  readonly version: 1;
  /**
   * Calls `listener` before each compaction. Spool waits at most 2 seconds for it; what it adds later is ignored, and a listener that was
   * late three times in a row is no longer waited for. `by` names your extension to the person.
   */
  onWillCompact(by: string, listener: (event: WillCompactEvent) => void | PromiseLike<void>): Disposable;
  /** Calls `listener` after each compaction that changed the thread. */
  onDidCompact(listener: (event: DidCompactEvent) => void): Disposable;
  /**
   * Adds a text to the instructions of the workspace, beside `AGENTS.md`: in the system prompt, through every compaction. It is asked
   * for at the start of each turn, for at most 2 seconds. Not used in Restricted Mode, nor without an open folder. `name` is shown in
   * the context card and to the model; a second text of that name takes the first one's place.
   */
  registerInstructions(name: string, provide: () => string | PromiseLike<string>): Disposable;
}

export interface WillCompactEvent {
  readonly thread: string;
  /** `manual`: the person asked for it. */
  readonly trigger: 'manual' | 'auto';
  /** `native`, `summarize`, `extract` or `truncate`, as the settings say. */
  readonly strategy: string;
  /** Tokens of the next request as the gauge shows them. */
  readonly tokens: number;
  /** False where the next request could not be sent otherwise; `veto` has no effect then. */
  readonly canVeto: boolean;
  /** Adds a line to the instruction for the summary, such as "Keep the names of failing tests". At most 1,000 characters. */
  addDirective(text: string): void;
  /** The compaction does not begin. The person reads the reason where they asked for it. */
  veto(reason: string): void;
}

export interface DidCompactEvent {
  readonly thread: string;
  readonly trigger: 'manual' | 'auto' | 'model';
  readonly strategy: string;
  readonly tokensBefore: number | undefined;
  /** An estimate until the next reply. */
  readonly tokensAfter: number | undefined;
}
