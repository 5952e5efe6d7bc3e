/** What the panel shows of a command that runs: the last lines that it has written. */

export interface LiveCommand {
  /** The id of the tool call that started it. */
  readonly call: string;
  /** The id of the command. */
  readonly id: string;
  /** A few lines, each cut; empty once it has ended, as its row has the result then. */
  readonly text: string;
  readonly isRunning: boolean;
}

export interface LiveCommands {
  /** Those of the open thread, oldest first. */
  readonly commands: readonly LiveCommand[];
}
