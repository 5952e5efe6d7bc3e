/** Runs ripgrep and reads its output line by line; it is ended on Stop, when it takes too long, and when enough was read. */
import { spawn } from 'node:child_process';

export interface RipgrepRun {
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly limitMs: number;
  /** Ends a line of its output. */
  readonly separator: '\n' | '\0';
}

export type RipgrepEnd =
  | { readonly type: 'done' }
  | { readonly type: 'enough' }
  | { readonly type: 'time' }
  | { readonly type: 'stopped' }
  /** What it wrote to stderr. */
  | { readonly type: 'failed'; readonly message: string };

const MOST_STDERR = 4_000;
const LOOK_MS = 50;

/** `onLine` returns false when no more is needed. Never rejects. */
export function runRipgrep(
  { file, args, cwd, limitMs, separator }: RipgrepRun,
  signal: { readonly aborted: boolean },
  onLine: (line: string) => boolean,
): Promise<RipgrepEnd> {
  return new Promise((resolve) => {
    // The configuration file that RIPGREP_CONFIG_PATH names could make it run programs (`--pre`); `--no-config` is given too.
    const child = spawn(file, args, { cwd, env: {}, stdio: ['ignore', 'pipe', 'pipe'], windowsHide: true });
    let why: RipgrepEnd | undefined;
    let stderr = '';
    let parts: string[] = [];
    const end = (reason: RipgrepEnd) => {
      why ??= reason;
      child.kill('SIGKILL');
    };
    const timer = setTimeout(() => end({ type: 'time' }), limitMs);
    const look = setInterval(() => signal.aborted && end({ type: 'stopped' }), LOOK_MS);
    child.stdout.setEncoding('utf8');
    child.stdout.on('data', (chunk: string) => {
      if (why) return;
      // A line may come in thousands of chunks, so they are joined only at its end.
      if (!chunk.includes(separator)) {
        parts.push(chunk);
        return;
      }
      const lines = (parts.join('') + chunk).split(separator);
      parts = [lines.pop() ?? ''];
      if (!lines.every(onLine)) end({ type: 'enough' });
    });
    child.stderr.setEncoding('utf8');
    child.stderr.on('data', (chunk: string) => {
      if (stderr.length < MOST_STDERR) stderr += chunk;
    });
    child.on('error', (error) => end({ type: 'failed', message: error.message }));
    child.on('close', (code) => {
      clearTimeout(timer);
      clearInterval(look);
      // 1: nothing was found. 2 may also mean that one file could not be read: then there is output all the same.
      resolve(
        why ??
          (code === 0 || code === 1 || isAboutFiles(stderr) ? { type: 'done' } : { type: 'failed', message: stderr }),
      );
    });
  });
}

function isAboutFiles(stderr: string): boolean {
  return /^(?:rg: )?.*\(os error \d+\)/m.test(stderr) && !/regex parse error/.test(stderr);
}
