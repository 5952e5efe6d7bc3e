/** The commands of a window, as child processes. */
import { randomBytes } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { err, ok } from '../../../../core/lang/result.ts';
import type { Signal } from '../../../../core/lang/signal.ts';
import type { CommandOrder, Commands, StopCause } from '../../../../core/workspace/commands/ports.ts';
import { commandEnvironment } from './command-environment.ts';
import { type CommandLimits, CommandProcess } from './command-process.ts';
import type { ShowCommand } from './command-view.ts';
import { findExecutable, findShell, type Shell } from './find-shell.ts';
import { MARK } from './process-table.ts';
import { startProcess } from './start-process.ts';
import { Watchdog } from './watchdog.ts';

export interface NodeCommandsOptions {
  /** Of the window: `process.env`. */
  readonly env: NodeJS.ProcessEnv;
  /** The workspace's, absolute; asked for each command, as a folder may be opened. */
  readonly folders: () => readonly string[];
  readonly limits?: Partial<CommandLimits>;
  readonly show?: ShowCommand;
}

const LIMITS: CommandLimits = { silentMs: 120_000, longMs: 600_000, graceMs: 1_500, newsMs: 10_000 };
/** Commands whose output can still be read after they ended. */
const MOST_ENDED = 30;

export class NodeCommands implements Commands {
  readonly #options: NodeCommandsOptions;
  readonly #limits: CommandLimits;
  readonly #commands = new Map<string, CommandProcess>();
  #base: Promise<Base | undefined> | undefined;
  #isOver = false;

  constructor(options: NodeCommandsOptions) {
    this.#options = options;
    this.#limits = { ...LIMITS, ...options.limits };
  }

  get shell(): Shell['kind'] {
    return this.#surroundings().shell?.kind ?? 'other';
  }

  async start(order: CommandOrder, signal: Signal): ReturnType<Commands['start']> {
    const { shell, mkfifo, env: own } = this.#surroundings();
    if (!shell) return err({ type: 'no-shell' });
    const { call, thread, command, cwd, timeoutSeconds } = order;
    const folder = cwd.real;
    if (folder === undefined) return err({ type: 'no-folder' });
    const id = `c_${randomBytes(4).toString('hex')}`;
    const mark = randomBytes(8).toString('hex');
    const env = { ...own, ...order.env, [MARK]: mark };
    this.#base ??= openBase(shell, own);
    const base = await this.#base;
    if (!base) {
      this.#base = undefined;
      return err({ type: 'system', code: 'no temporary folder' });
    }
    const pipe = path.join(base.folder, `${id}.pipe`);
    const started = await startProcess({ shell, command, folder, env, mkfifo, pipe });
    if (!started.ok) return started;
    const one = new CommandProcess({
      process: started.value,
      tree: { leader: started.value.pid, mark },
      limits: this.#limits,
      watchdog: base.watchdog,
      file: path.join(base.folder, id),
      timeoutSeconds,
    });
    this.#keep(id, one);
    const origin = call !== undefined && thread !== undefined && { origin: { thread, call } };
    const shown = { id, command, folder, ...origin };
    const view = this.#options.show?.({ ...shown, stop: (cause) => one.stop(cause) });
    if (view) one.show(view);
    const stopOnAbort = () => {
      if (!one.isInBackground) void one.stop('person');
    };
    if (this.#isOver) void one.stop('window');
    else if (order.isBackground) one.moveToBackground('asked');
    onAbort(signal, stopOnAbort, one.ended);
    return ok({ id, output: one.output, state: () => one.state() });
  }

  async read(id: string, from: number | undefined, signal: Signal): ReturnType<Commands['read']> {
    const one = this.#commands.get(id);
    if (!one) return undefined;
    let stop = () => {};
    const isStopped = new Promise<void>((resolve) => {
      stop = resolve;
    });
    onAbort(signal, stop, one.ended);
    return one.read(from, isStopped);
  }

  async stop(id: string, cause: StopCause = 'tool'): ReturnType<Commands['stop']> {
    return this.#commands.get(id)?.stop(cause);
  }

  running(): readonly string[] {
    return [...this.#commands].flatMap(([id, one]) => (one.isRunning && one.isInBackground ? [id] : []));
  }

  /** Ends all commands with their processes, except daemons of commands that have ended before. */
  async dispose(): Promise<void> {
    this.#isOver = true;
    const all = [...this.#commands.values()];
    await Promise.all(all.map((one) => one.stop('window')));
    for (const one of all) one.close();
    await (await this.#base)?.watchdog.end();
  }

  #surroundings() {
    const env = commandEnvironment(this.#options.env, this.#options.folders());
    const programs = (env.PATH ?? '').split(path.delimiter);
    return { env, shell: findShell(programs, process.platform), mkfifo: findExecutable('mkfifo', programs) };
  }

  #keep(id: string, one: CommandProcess): void {
    this.#commands.set(id, one);
    void one.ended.then(() => {
      const ended = [...this.#commands].filter(([, command]) => command.isOver);
      for (const [old, command] of ended.slice(0, Math.max(0, ended.length - MOST_ENDED))) {
        this.#commands.delete(old);
        command.close();
      }
    });
  }
}

/** What the commands of a window share from the first one on. */
interface Base {
  /** Private to the person; the watchdog removes it. */
  readonly folder: string;
  readonly watchdog: Watchdog;
}

async function openBase({ file }: Shell, env: Readonly<Record<string, string>>): Promise<Base | undefined> {
  try {
    const folder = await mkdtemp(path.join(tmpdir(), 'spool-commands-'));
    return { folder, watchdog: new Watchdog(folder, { shell: file, env }) };
  } catch {
    return undefined;
  }
}

/** Calls `act` when the signal aborts before `over`. */
function onAbort(signal: Signal, act: () => void, over: Promise<unknown>): void {
  if (signal.aborted) act();
  else if (signal instanceof AbortSignal) {
    signal.addEventListener('abort', act, { once: true });
    void over.then(() => signal.removeEventListener('abort', act));
  }
}
