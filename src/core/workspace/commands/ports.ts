/** The interface to the child processes of a window, which the shell implements. */
import type { Result } from '../../lang/result.ts';
import type { Signal } from '../../lang/signal.ts';
import type { CheckedPath } from '../../permission/request.ts';

export interface Commands {
  /** Which shell runs the commands. */
  readonly shell: 'bash' | 'other';
  /** The signal ends the command while it is in the foreground. Never rejects. */
  start(order: CommandOrder, signal: Signal): Promise<Result<StartedCommand, StartProblem>>;
  /**
   * What a command in the background has said from line `from` on (from 1); undefined: since the last reading, for which it
   * waits a few seconds. Undefined for an unknown id. Never rejects.
   */
  read(id: string, from: number | undefined, signal: Signal): Promise<CommandReading | undefined>;
  /** Ends the command with all its processes, those that it left behind too; undefined for an unknown id. Never rejects. */
  stop(id: string): Promise<CommandState | undefined>;
  /** The ids of the commands that run in the background. */
  running(): readonly string[];
}

export interface CommandOrder {
  /** The id of the tool call, and the thread that it is made in. */
  readonly call?: string;
  readonly thread?: string;
  readonly command: string;
  /** `real` is defined: an illegal path is refused before. */
  readonly cwd: CheckedPath;
  readonly isBackground: boolean;
  /** After so many seconds the command is ended; undefined: never. */
  readonly timeoutSeconds: number | undefined;
  /** Added to the shell's own environment. */
  readonly env: Readonly<Record<string, string>>;
  /** A question about it was answered; false where rules or the built-in set allowed it. */
  readonly wasAsked: boolean;
}

export interface StartedCommand {
  readonly id: string;
  /** As a person would see it, without control sequences; ends when the command ends or goes on in the background. */
  readonly output: AsyncIterable<string>;
  /** Final once `output` has ended in the foreground. */
  readonly state: () => CommandState;
}

export type StartProblem =
  | { readonly type: 'no-shell' }
  | { readonly type: 'no-folder' }
  | { readonly type: 'not-a-folder' }
  /** The system's code: `EAGAIN` where there are too many processes. */
  | { readonly type: 'system'; readonly code: string };

export type CommandState = (Running | Ended) & {
  readonly seconds: number;
  /** Bytes of output that is no text, and so was not kept. */
  readonly binaryBytes: number;
  /** Characters that were not kept, since there were too many. */
  readonly droppedLength: number;
};

/** In the background: as the call asked for it, since it was silent for long, or since it runs for long. */
interface Running {
  readonly type: 'running';
  readonly reason: 'asked' | 'silent' | 'long';
}

interface Ended {
  readonly type: 'ended';
  readonly by: { readonly type: 'exit'; readonly code: number } | { readonly type: 'signal'; readonly signal: string };
  /** Why it was ended, where it didn't end by itself. */
  readonly cause: StopCause | undefined;
  /** Processes that still run: those in the background of its shell, and daemons. */
  readonly left: readonly LeftProcess[];
}

/** `person`: Stop in the chat, or in the terminal · `tool`: `stop_command` · `window`: the window was closed. */
export type StopCause = 'person' | 'tool' | 'timeout' | 'window';

export interface LeftProcess {
  readonly pid: number;
  /** Its command line, on one line and cut. */
  readonly name: string;
}

export interface CommandReading {
  readonly text: AsyncIterable<string>;
  readonly state: CommandState;
  /** The first line that was kept; those before are in the result of the call that started the command. */
  readonly firstLine: number;
  /** Why later output was not kept: the system's code. */
  readonly lost: string | undefined;
}
