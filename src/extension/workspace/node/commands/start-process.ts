/** Starts a shell process for a command, in a session of its own, with one pipe for standard output and errors. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { closeSync, constants, openSync, unlinkSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { err, ok, type Result } from '../../../../core/lang/result.ts';
import type { StartProblem } from '../../../../core/workspace/commands/ports.ts';
import type { Shell } from './find-shell.ts';

export interface StartOrder {
  readonly shell: Shell;
  readonly command: string;
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
  /** The program that makes named pipes; undefined when the machine has none. */
  readonly mkfifo: string | undefined;
  /** A path in a private folder that does not exist. */
  readonly pipe: string;
}

export interface StartedProcess {
  readonly child: ChildProcess;
  readonly pid: number;
  /** One for stdout and stderr, so that their order is kept; two where there are no named pipes. */
  readonly outputs: readonly Readable[];
  /** Begins the command, once its process is watched. */
  begin(): void;
}

/** Never rejects. */
export async function startProcess(order: StartOrder): Promise<Result<StartedProcess, StartProblem>> {
  const { shell, command, folder, env } = order;
  const found = await stat(folder).catch(codeOf);
  if (typeof found === 'string') return err(found === 'ENOENT' ? { type: 'no-folder' } : { type: 'not-a-folder' });
  if (!found.isDirectory()) return err({ type: 'not-a-folder' });
  const isUnix = process.platform !== 'win32';
  const pipe = isUnix ? await openPipe(order) : undefined;
  try {
    const outputs = pipe ? [pipe.input, pipe.input] : ['pipe' as const, 'pipe' as const];
    const child = spawn(shell.file, shell.args(command, isUnix), {
      cwd: folder,
      env,
      stdio: ['ignore', ...outputs, ...(isUnix ? ['pipe' as const] : [])],
      detached: isUnix,
      windowsHide: true,
    });
    const started = await hasStarted(child);
    if (started !== undefined || child.pid === undefined) {
      if (pipe) closeSync(pipe.output);
      return err(started === 'EACCES' ? { type: 'not-a-folder' } : { type: 'system', code: started ?? 'unknown' });
    }
    const gate = child.stdio[3];
    gate?.on('error', () => {});
    return ok({
      child,
      pid: child.pid,
      outputs: pipe
        ? [new Socket({ fd: pipe.output, readable: true, writable: false })]
        : [child.stdout, child.stderr].filter((output) => output !== null),
      begin: () => {
        if (gate && 'end' in gate) gate.end('go\n');
      },
    });
  } catch (error) {
    if (pipe) closeSync(pipe.output);
    return err({ type: 'system', code: codeOf(error) });
  } finally {
    if (pipe) closeSync(pipe.input);
  }
}

/** The code of a failure, or undefined. */
function hasStarted(child: ChildProcess): Promise<string | undefined> {
  return new Promise((resolve) => {
    child.once('spawn', () => resolve(undefined));
    child.on('error', (error) => resolve(codeOf(error)));
  });
}

/**
 * A named pipe, whose name is gone when this returns. Node's own pipes are sockets, which `> /dev/stderr` in a script can't
 * open ("No such device or address"). Undefined where there is no such pipe.
 */
async function openPipe({ mkfifo, pipe }: StartOrder): Promise<{ output: number; input: number } | undefined> {
  if (mkfifo === undefined) return undefined;
  let output: number | undefined;
  try {
    await promisify(execFile)(mkfifo, ['-m', '600', pipe]);
    // Neither waits for the other end: the first because it says so, the second because the first is open.
    output = openSync(pipe, constants.O_RDONLY | constants.O_NONBLOCK);
    const input = openSync(pipe, constants.O_WRONLY);
    unlinkSync(pipe);
    return { output, input };
  } catch {
    if (output !== undefined) closeSync(output);
    return undefined;
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error);
}
