/** Writes to a thread's log which files change while the agent's commands run, as a restore names them; and reports those for the rules. */
import type { ThreadLog } from '../../agent/ports.ts';
import type { CommandState, Commands } from '../commands/ports.ts';

/** Follows the files of the workspace. */
export interface FileWatch {
  begin(): WatchedFiles;
}

export interface WatchedFiles {
  /** Absolute paths, with `/`, of what changed since the last call; waits until what happened before is known. Never rejects. */
  take(): Promise<readonly string[]>;
  end(): void;
}

/** Paths of one entry; more are counted. */
const MOST_PATHS = 200;

/** What is watched for commands of a thread that run, by their ids. */
export type WatchedCommands = Map<string, WatchedFiles>;

/**
 * Files that git changes as it works, which no other command runs: a commit would outdate each rule.
 * @param path absolute, with `/`
 */
const isOfGit = (path: string) => /\/\.git\/(?!hooks\/|config)/.test(path);

/**
 * The same commands. `onChange` hears of files that were changed by a command that was asked for: rules for what runs them ask again.
 * What a command changes that a rule allows is left out, since its own rule asks again where files that it runs were changed.
 * What a command in the background changes is written when the agent looks at it, or stops it: `running` is the
 * thread's, for as long as the thread is open.
 */
export function watchCommands(
  commands: Commands,
  watch: FileWatch,
  running: WatchedCommands,
  log: ThreadLog,
  onChange: (paths: readonly string[]) => void = () => {},
): Commands {
  const note = async (watched: WatchedFiles, wasAsked = false) => {
    const paths = await watched.take();
    if (paths.length === 0) return;
    const reported = wasAsked ? paths.filter((path) => !isOfGit(path)).slice(0, MOST_PATHS) : [];
    if (reported.length > 0) onChange(reported);
    const more = Math.max(0, paths.length - MOST_PATHS);
    // Where the log can't be written, the turn says so by itself.
    await log.append({ type: 'command_files', paths: paths.slice(0, MOST_PATHS), more });
  };
  const noteRunning = async (id: string, state: CommandState | undefined, wasAsked = false) => {
    const watched = running.get(id);
    if (!watched) return;
    await note(watched, wasAsked);
    if (state?.type === 'running') return;
    running.delete(id);
    watched.end();
  };
  return {
    shell: commands.shell,
    running: () => commands.running(),
    start: async (order, signal) => {
      const watched = watch.begin();
      const started = await commands.start(order, signal);
      if (!started.ok) {
        watched.end();
        return started;
      }
      const { id, output, state } = started.value;
      // Beside one in the background the person and the agent write too.
      const isReported = order.wasAsked && !order.isBackground;
      running.set(id, watched);
      return {
        ok: true,
        value: { ...started.value, output: withEnd(output, () => noteRunning(id, state(), isReported)) },
      };
    },
    read: async (id, from, signal) => {
      const reading = await commands.read(id, from, signal);
      await noteRunning(id, reading?.state);
      return reading;
    },
    stop: async (id) => {
      const state = await commands.stop(id);
      await noteRunning(id, state);
      return state;
    },
  };
}

async function* withEnd(output: AsyncIterable<string>, end: () => Promise<void>): AsyncGenerator<string> {
  try {
    yield* output;
  } finally {
    await end();
  }
}
