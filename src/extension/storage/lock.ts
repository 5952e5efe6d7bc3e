/** The lock of a thread: one window writes, the others read, and one of these may take over. */
import { hostname } from 'node:os';
import path from 'node:path';
import * as v from 'valibot';
import { type Disk, errorCodeOf, FILE_MODE, unlessMissing } from './disk.ts';

const Holder = v.object({ writer: v.string(), pid: v.number(), host: v.string() });

export type LockAttempt =
  | { readonly type: 'taken'; readonly lock: Lock }
  /** Another window has it, and renewed it within the last seconds. */
  | { readonly type: 'held' }
  | { readonly type: 'failed'; readonly reason: string };

/**
 * Resolves when the window answers. A window whose connection broke goes on without a person, for hours in VS Code's
 * server: it must not renew its lock, or the window that the person opened instead could only read.
 */
export type Pulse = () => PromiseLike<unknown>;

export const ALWAYS_ALIVE: Pulse = () => Promise.resolve();

/** The reason, beside the system's codes, why a lock can't be taken where something other than a file has its name. */
export const LOCK_BLOCKED = 'LOCK_BLOCKED';

const RENEW_MS = 2_000;
/** Milliseconds after which a lock that was not renewed is free. */
const STALE_MS = 6_000;

export interface LockRequest {
  readonly folder: string;
  readonly writer: string;
  readonly pulse: Pulse;
  /** Takes it from a holder that is alive, too. */
  readonly force?: boolean;
}

/**
 * Takes the lock of a thread's folder when no window has it or its holder is gone; with `force` in any case. Of several
 * that take over at once the last one has it; the others notice before they write (`isHeld`).
 */
export async function takeLock(disk: Disk, { folder, writer, pulse, force }: LockRequest): Promise<LockAttempt> {
  const file = path.join(folder, 'lock');
  const content = JSON.stringify({ writer, pid: process.pid, host: hostname() });
  try {
    if (await createLock(disk, file, content)) return { type: 'taken', lock: new Lock(disk, file, writer, pulse) };
    if (!force && !(await isStale(disk, file))) return { type: 'held' };
    const own = `${file}.${writer}`;
    try {
      await disk.writeFile(own, content, { mode: FILE_MODE });
      await disk.rename(own, file);
    } catch (error) {
      await disk.rm(own, { force: true }).catch(() => undefined);
      throw error;
    }
    return (await holderOf(disk, file))?.writer === writer
      ? { type: 'taken', lock: new Lock(disk, file, writer, pulse) }
      : { type: 'held' };
  } catch (error) {
    // Where a folder is, Windows says EPERM.
    const stat = await disk.stat(file).catch(() => undefined);
    return { type: 'failed', reason: stat && !stat.isFile() ? LOCK_BLOCKED : errorCodeOf(error) };
  }
}

/** Whether a window that asks for the lock would get it. */
export async function isLockFree(disk: Disk, folder: string): Promise<boolean> {
  return isStale(disk, path.join(folder, 'lock'));
}

/** A lock that was taken. It is renewed until it is released or another window takes over. */
export class Lock {
  readonly #disk: Disk;
  readonly #file: string;
  readonly #writer: string;
  readonly #pulse: Pulse;
  readonly #renewal: NodeJS.Timeout;
  #isWaiting = false;

  constructor(disk: Disk, file: string, writer: string, pulse: Pulse) {
    this.#disk = disk;
    this.#pulse = pulse;
    this.#file = file;
    this.#writer = writer;
    this.#renewal = setInterval(() => void this.#renew(), RENEW_MS);
    this.#renewal.unref();
  }

  /** Whether the lock is still this writer's; asked before each write. */
  async isHeld(): Promise<boolean> {
    return (await holderOf(this.#disk, this.#file))?.writer === this.#writer;
  }

  async release(): Promise<void> {
    clearInterval(this.#renewal);
    if (await this.isHeld().catch(() => false)) await this.#disk.rm(this.#file, { force: true });
  }

  async #renew(): Promise<void> {
    if (this.#isWaiting) return;
    this.#isWaiting = true;
    try {
      await this.#pulse();
      const now = new Date();
      if (await this.isHeld()) await this.#disk.utimes(this.#file, now, now);
      else clearInterval(this.#renewal);
    } catch {
      // The next renewal may succeed.
    } finally {
      this.#isWaiting = false;
    }
  }
}

async function createLock(disk: Disk, file: string, content: string): Promise<boolean> {
  try {
    await disk.writeFile(file, content, { flag: 'wx', mode: FILE_MODE });
    return true;
  } catch (error) {
    if (errorCodeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

async function holderOf(disk: Disk, file: string): Promise<v.InferOutput<typeof Holder> | undefined> {
  const text = await unlessMissing(disk.readFile(file, 'utf8'));
  if (text === undefined) return undefined;
  try {
    const parsed = v.safeParse(Holder, JSON.parse(text));
    return parsed.success ? parsed.output : undefined;
  } catch {
    return undefined;
  }
}

/** A lock is also free when its holder's process, on this machine, has ended. */
async function isStale(disk: Disk, file: string): Promise<boolean> {
  const stat = await unlessMissing(disk.stat(file));
  // A clock that was set back leaves a lock in the future, and no holder renews that one.
  if (!stat || Math.abs(Date.now() - stat.mtimeMs) > STALE_MS) return true;
  const holder = await holderOf(disk, file);
  return holder !== undefined && holder.host === hostname() && !isRunning(holder.pid);
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCodeOf(error) !== 'ESRCH';
  }
}
