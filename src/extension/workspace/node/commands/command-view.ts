/** The interface to what shows a command while it runs, such as a terminal. */
import type { CommandState, StopCause } from '../../../../core/workspace/commands/ports.ts';

export interface ShownCommand {
  readonly id: string;
  readonly command: string;
  /** An absolute path. */
  readonly folder: string;
  stop(cause: StopCause): Promise<unknown>;
}

export interface CommandView {
  /** As the program wrote it, with control sequences. */
  text(raw: string): void;
  moved(): void;
  ended(state: CommandState): void;
}

export type ShowCommand = (command: ShownCommand) => CommandView;
