/** The interface to what shows a command while it runs, such as a terminal. */
import type { CommandState, StopCause } from '../../../../core/workspace/commands/ports.ts';

export interface ShownCommand {
  readonly id: string;
  readonly command: string;
  /** An absolute path. */
  readonly folder: string;
  /** The tool call that started it. */
  readonly origin?: { readonly thread: string; readonly call: string };
  stop(cause: StopCause): Promise<unknown>;
}

export interface CommandView {
  /** As the program wrote it, with control sequences. */
  text(raw: string): void;
  moved(): void;
  ended(state: CommandState): void;
}

/** Undefined: it is not shown. */
export type ShowCommand = (command: ShownCommand) => CommandView | undefined;

/** Shows a command in several places. */
export function showInAll(...places: readonly ShowCommand[]): ShowCommand {
  return (command) => {
    const views = places.flatMap((show) => show(command) ?? []);
    return {
      text: (raw) => {
        for (const view of views) view.text(raw);
      },
      moved: () => {
        for (const view of views) view.moved();
      },
      ended: (state) => {
        for (const view of views) view.ended(state);
      },
    };
  };
}
