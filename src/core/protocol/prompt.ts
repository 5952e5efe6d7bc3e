/** The type of a prompt or skill in the list that the composer opens after a slash. */

export interface PromptView {
  /** As it is typed, with the slash. */
  readonly typed: string;
  /** What may follow it; empty where nothing is said of it. */
  readonly hint: string;
  readonly takesArguments: boolean;
  /** What it is for; where it can't be read, why. */
  readonly about: string;
  /** From the workspace folder. */
  readonly path: string;
  /** Estimated, of its text; undefined where it can't be read. */
  readonly tokens?: number;
}
