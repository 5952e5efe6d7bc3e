/** Finds the shell that runs commands: bash, else sh; on Windows PowerShell. */
import { accessSync, constants, statSync } from 'node:fs';
import path from 'node:path';

export interface Shell {
  readonly kind: 'bash' | 'other';
  /** Absolute. */
  readonly file: string;
  /** `wait`: it begins when a line comes on file descriptor 3, and ends when that is closed before. */
  args(command: string, wait: boolean): readonly string[];
}

/** The second shell replaces the first, so a command never sees the descriptor, and is the process that was started. */
const WAIT = 'IFS= read -r go <&3 || exit 125; exec 3<&-; exec "$0" "$@"';

interface Candidate {
  readonly name: string;
  readonly kind: Shell['kind'];
  readonly args: Shell['args'];
}

const UNIX: readonly Candidate[] = [
  { name: 'bash', kind: 'bash', options: ['--norc', '--noprofile'] },
  { name: 'sh', kind: 'other', options: [] },
].map(({ name, kind, options }) => ({
  name,
  kind: kind === 'bash' ? 'bash' : 'other',
  args: (command, wait) => {
    const plain = [...options, '-c', command];
    return wait ? [...options, '-c', WAIT, name, ...plain] : plain;
  },
}));

const WINDOWS: readonly Candidate[] = ['pwsh.exe', 'powershell.exe'].map((name) => ({
  name,
  kind: 'other',
  args: (command) => ['-NoLogo', '-NoProfile', '-NonInteractive', '-Command', command],
}));

/** `folders` are those of a `safePath`. Undefined when no shell is found. */
export function findShell(folders: readonly string[], platform: NodeJS.Platform): Shell | undefined {
  for (const { name, kind, args } of platform === 'win32' ? WINDOWS : UNIX) {
    const file = findExecutable(name, folders);
    if (file !== undefined) return { kind, file, args: (command, wait) => args(command, wait) };
  }
  return undefined;
}

export function findExecutable(name: string, folders: readonly string[]): string | undefined {
  return folders.map((folder) => path.join(folder, name)).find(isProgram);
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
