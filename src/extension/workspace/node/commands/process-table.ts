/** Lists the processes of this machine: from /proc where there is one, else as `ps` prints them. */
import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { setImmediate as turn } from 'node:timers/promises';
import { promisify } from 'node:util';

export interface ProcessInfo {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
  /** The value of `MARK` in the environment that it was started with, where that can be read. */
  readonly mark: string | undefined;
  /** The command line on one line, cut. */
  readonly name: string;
}

/** Commands are started with this variable: what they start inherits it, also where it leaves their process group. */
export const MARK = 'SPOOL_COMMAND';

/** Processes that are looked at before other work of the window has its turn. */
const AT_ONCE = 50;
const NAME_LENGTH = 80;
/** Characters of what `ps` prints. */
const MOST_PRINTED = 64 << 20;

let listing: Promise<readonly ProcessInfo[]> | undefined;
let nextListing: Promise<readonly ProcessInfo[]> | undefined;

/**
 * As of a moment after the call; calls that wait get the same list. Those that have ended and wait for their parent (zombies) are
 * left out. Never rejects; empty where there is no list.
 */
export function listProcesses(): Promise<readonly ProcessInfo[]> {
  if (!listing) {
    listing = read().finally(() => {
      listing = undefined;
    });
    return listing;
  }
  nextListing ??= listing.then(() => {
    nextListing = undefined;
    return listProcesses();
  });
  return nextListing;
}

async function read(): Promise<readonly ProcessInfo[]> {
  if (process.platform === 'win32') return [];
  if (process.platform !== 'linux') return printedByPs(process.platform);
  const found: ProcessInfo[] = [];
  for (const [at, name] of readdirSync('/proc').entries()) {
    if (at % AT_ONCE === AT_ONCE - 1) await turn();
    const info = /^\d+$/.test(name) ? readProcess(name) : undefined;
    if (info) found.push(info);
  }
  return found;
}

/** `/proc/PID/stat` is `PID (NAME) STATE PPID PGRP …`, where NAME can hold anything (man 5 proc). */
function readProcess(pid: string): ProcessInfo | undefined {
  const stat = readText(`/proc/${pid}/stat`);
  const [state, parent, group] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  if (state === undefined || state === '' || state === 'Z' || state === 'X') return undefined;
  const environment = readText(`/proc/${pid}/environ`);
  const at = `\0${environment}`.indexOf(`\0${MARK}=`);
  const mark = at < 0 ? undefined : environment.slice(at + MARK.length + 1).split('\0', 1)[0];
  return {
    pid: Number(pid),
    parent: Number(parent),
    group: Number(group),
    mark,
    // Only a process of a command is named.
    get name() {
      return shortName(readText(`/proc/${pid}/cmdline`).replaceAll('\0', ' '));
    },
  };
}

/** A process may end while it is read, and another person's can't be read. */
function readText(file: string): string {
  try {
    return readFileSync(file, 'latin1');
  } catch {
    return '';
  }
}

function shortName(line: string): string {
  return line
    .replace(/[^\x20-\x7e]+/g, ' ')
    .trim()
    .slice(0, NAME_LENGTH);
}

/** Exported for a test: only systems without /proc need it. */
export async function printedByPs(platform: NodeJS.Platform): Promise<readonly ProcessInfo[]> {
  // The environment follows the command line: BSD's `-E`, and `e` of procps.
  const environment = platform === 'darwin' ? ['-axwwE'] : ['axeww'];
  const columns = ['pid=', 'ppid=', 'pgid=', 'stat=', 'command='].flatMap((column) => ['-o', column]);
  try {
    const { stdout } = await promisify(execFile)('/bin/ps', [...environment, ...columns], { maxBuffer: MOST_PRINTED });
    return parsePs(stdout);
  } catch {
    return [];
  }
}

function parsePs(printed: string): readonly ProcessInfo[] {
  return printed.split('\n').flatMap((line) => {
    const [, pid, parent, group, state = '', rest = ''] = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(\S+)\s+(.*)$/.exec(line) ?? [];
    if (pid === undefined || state.startsWith('Z')) return [];
    const mark = new RegExp(` ${MARK}=(\\S+)`).exec(rest)?.[1];
    return [{ pid: Number(pid), parent: Number(parent), group: Number(group), mark, name: shortName(rest) }];
  });
}
