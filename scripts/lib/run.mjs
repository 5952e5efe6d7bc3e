/** Starts other programs: to the end, or in the background in a group that never outlives us. */
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { root } from './paths.mjs';
import { Refusal } from './say.mjs';

const guard = fileURLToPath(new URL('./guard.mjs', import.meta.url));

/** Environment without what npm tells its own scripts: a second npm would take it for settings. */
export function plainEnv() {
  const told =
    /^(npm_(config_(user_agent|local_prefix|global_prefix|node_gyp|npm_version)|lifecycle_|package_|execpath|node_execpath|command)|INIT_CWD$)/i;
  return Object.fromEntries(Object.entries(process.env).filter(([key]) => !told.test(key)));
}

/**
 * As a shell says it: 128 + n after the signal n.
 * @param {number | null} code
 * @param {NodeJS.Signals | null} signal
 */
export const exitCode = (code, signal) => code ?? 128 + (signal === null ? 0 : constants.signals[signal]);

/**
 * Runs to the end and resolves to the exit code (128 + n after a signal). Both output streams go to stderr unless `stdout` is 'inherit'.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{cwd?: string, env?: NodeJS.ProcessEnv, stdout?: 'stderr' | 'inherit'}} [options]
 * @returns {Promise<number>}
 */
export function run(command, args, { cwd = root, env = process.env, stdout = 'stderr' } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, env, stdio: ['ignore', stdout === 'inherit' ? 'inherit' : 2, 2] });
    child.on('error', (error) => reject(new Refusal(`Cannot run ${command}: ${error.message}`)));
    child.on('exit', (code, signal) => resolve(exitCode(code, signal)));
  });
}

/**
 * Runs to the end and resolves to what it printed: on stdout, and on both streams.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{cwd?: string}} [options]
 * @returns {Promise<{code: number, stdout: string, output: string}>} `code` as of `run`
 */
export function capture(command, args, { cwd = root } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
    let stdout = '';
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (text) => {
      stdout += text;
      output += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
    child.on('error', (error) => reject(new Refusal(`Cannot run ${command}: ${error.message}`)));
    child.on('close', (code, signal) => resolve({ code: exitCode(code, signal), stdout, output }));
  });
}

/**
 * As `run`, but a non-zero exit is refused.
 * @param {string} what what was being done, for the message
 * @param {string} command
 * @param {readonly string[]} args
 * @param {Parameters<typeof run>[2]} [options]
 */
export async function mustRun(what, command, args, options) {
  const code = await run(command, args, options);
  if (code !== 0)
    throw new Refusal(
      `${what} failed: ${[path.basename(command), ...args].join(' ')} ended with code ${code}; its output is above.`,
    );
}

/**
 * Starts in the background. `log` is a file descriptor for both output streams.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{env: NodeJS.ProcessEnv, log: number}} options
 */
export function start(command, args, { env, log }) {
  const child = spawn(process.execPath, [guard, command, ...args], { env, stdio: ['pipe', log, log], detached: true });
  const ended = new Promise((resolve) => child.on('exit', resolve));
  return {
    get exitCode() {
      return child.exitCode;
    },
    ended,
    async stop() {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
      await ended;
      try {
        if (child.pid) process.kill(-child.pid, 'SIGKILL');
      } catch {
        // Nobody of the group is left.
      }
    },
  };
}
