/** Runs `command args…` in a process group that dies with whoever started it, even by SIGKILL: its standard input closes then. */
import { spawn } from 'node:child_process';
import { exitCode } from './run.mjs';

const [command = '', ...args] = process.argv.slice(2);
const child = spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit'] });

// The starter made this process the leader of its own group, so -pid names us and all that comes from us.
const killGroup = () => process.kill(-process.pid, 'SIGKILL');

process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => {
  child.kill('SIGTERM');
  setTimeout(killGroup, 4000).unref();
});
process.stdin.resume().on('end', () => {
  child.kill('SIGTERM');
  setTimeout(killGroup, 1000);
});
child.on('error', (error) => {
  process.stderr.write(`${command}: ${error.message}\n`);
  process.exit(127);
});
child.on('exit', (code, signal) => process.exit(exitCode(code, signal)));
