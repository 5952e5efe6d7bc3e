/** The processes of a command: its group, their descendants, and what carries its mark; and how all of them are ended. */
import { execFile } from 'node:child_process';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { listProcesses, type ProcessInfo } from './process-table.ts';

export interface ProcessTree {
  /** Of the shell, which leads a session and a process group of its own. */
  readonly leader: number;
  /** Undefined: by group and descent only. */
  readonly mark: string | undefined;
}

/** Between two looks at what still runs. */
const LOOK_MS = 30;
/** From KILL until what still runs is given up: a process that waits for a broken disk, or another person's. */
const GIVE_UP_MS = 5_000;

export async function membersOf({ leader, mark }: ProcessTree): Promise<readonly ProcessInfo[]> {
  const all = await listProcesses();
  const isMarked = (process: ProcessInfo) => mark !== undefined && process.mark === mark;
  const children = new Map<number, ProcessInfo[]>();
  for (const process of all) {
    const siblings = children.get(process.parent);
    if (siblings) siblings.push(process);
    else children.set(process.parent, [process]);
  }
  const members = new Set(
    all.filter((process) => process.pid === leader || process.group === leader || isMarked(process)),
  );
  // Iterating a set includes what is added to it meanwhile.
  for (const { pid } of members) for (const child of children.get(pid) ?? []) members.add(child);
  return [...members];
}

/** TERM, and KILL after `graceMs`. Resolves when all have ended, or to those that could not be ended. */
export async function endTree(tree: ProcessTree, graceMs: number): Promise<readonly ProcessInfo[]> {
  if (process.platform === 'win32') return endOnWindows(tree.leader);
  /** The group that each process was in when it was signalled: one that left it just then was missed by the signal. */
  const asked = new Map<number, number>();
  let begun: number | undefined;
  for (;;) {
    const left = await membersOf(tree);
    // The time begins with TERM, since on a busy machine the list alone takes long.
    const passed = begun === undefined ? 0 : performance.now() - begun;
    begun ??= performance.now();
    if (left.length === 0 || passed > graceMs + GIVE_UP_MS) return left;
    const isOver = asked.size > 0 && passed >= graceMs;
    const signal = isOver ? 'SIGKILL' : 'SIGTERM';
    const chosen = left.filter(({ pid, group }) => isOver || asked.get(pid) !== group);
    // The whole group at once: one that forks all the time must not outrun the list.
    if (chosen.some(({ group }) => group === tree.leader)) send(-tree.leader, signal);
    for (const { pid, group } of chosen) {
      asked.set(pid, group);
      if (group !== tree.leader) send(pid, signal);
    }
    await delay(LOOK_MS);
  }
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended, or belongs to someone else: the next look tells.
  }
}

function endOnWindows(pid: number): Promise<readonly ProcessInfo[]> {
  const taskkill = path.join(process.env.SystemRoot ?? 'C:\\Windows', 'System32', 'taskkill.exe');
  return new Promise((resolve) => {
    execFile(taskkill, ['/PID', String(pid), '/T', '/F'], { windowsHide: true }, () => resolve([]));
  });
}
