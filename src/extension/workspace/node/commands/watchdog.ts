/** Ends the commands of a window that is killed: a process of its own that sees the pipe from the window close. */
import { type ChildProcess, spawn } from 'node:child_process';
import { Socket } from 'node:net';
import { MARK } from './process-table.ts';
import type { ProcessTree } from './process-tree.ts';

/**
 * For sh. Each line of its input is `+ PID MARK` or `- PID MARK`; when the input ends, so do the process groups and the
 * processes with the marks that were not taken back. Nothing ends it but that.
 */
const SCRIPT = `
trap '' HUP INT TERM PIPE
live=' '
while IFS=' ' read -r what pid mark; do
  case $what in
    +) live="$live$pid:$mark " ;;
    -) case $live in *" $pid:$mark "*) live="\${live%%" $pid:$mark "*} \${live#*" $pid:$mark "}" ;; esac ;;
  esac
done
marked() {
  set --
  for one in $live; do set -- "$@" -e "${MARK}=\${one#*:}"; done
  if [ -r /proc/self/environ ]; then
    grep -lasF "$@" /proc/[0-9]*/environ
  else
    ps -axwwE -o pid= -o command= | grep -F "$@" | while read -r pid rest; do echo "/proc/$pid/environ"; done
  fi
}
send() {
  for one in $live; do kill "-$1" -- "-\${one%%:*}"; done
  for at in $(marked); do
    at="\${at#/proc/}"
    kill "-$1" "\${at%/environ}"
  done
}
if [ "$live" != ' ' ]; then
  send TERM
  sleep 1
  send KILL
fi
rm -f -- "$1"/*.pipe
rmdir -- "$1"
`;

/** No process has this mark. */
const NO_MARK = '-';
const MOST_RESTARTS = 100;

export interface WatchdogOptions {
  /** A shell, sh or bash. */
  readonly shell: string;
  readonly env: Readonly<Record<string, string>>;
}

export class Watchdog {
  readonly #options: WatchdogOptions;
  readonly #folder: string;
  readonly #trees = new Map<number, ProcessTree>();
  #process: ChildProcess | undefined;
  #isOver = false;
  #restarts = 0;

  /** `folder`, where pipes are made, is removed in the end. */
  constructor(folder: string, options: WatchdogOptions) {
    this.#folder = folder;
    this.#options = options;
    this.#start();
  }

  /** Ends it with the window, from the moment on in which this returns. */
  watch(tree: ProcessTree): void {
    this.forget(tree);
    this.#trees.set(tree.leader, tree);
    if (this.#process) this.#say('+', tree);
    else this.#start();
  }

  forget({ leader }: ProcessTree): void {
    const known = this.#trees.get(leader);
    if (known) this.#say('-', known);
    this.#trees.delete(leader);
  }

  /** Ends what is still watched; resolves when that is done. */
  async end(): Promise<void> {
    this.#isOver = true;
    const child = this.#process;
    if (!child) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.ref();
    child.stdin?.end();
    await ended;
  }

  #start(): void {
    const { shell, env } = this.#options;
    const stdio = ['pipe', 'ignore', 'ignore'] as const;
    const child = spawn(shell, ['-c', SCRIPT, 'watchdog', this.#folder], {
      env,
      stdio: [...stdio],
      detached: true,
      cwd: '/',
    });
    this.#process = child;
    const restart = () => {
      if (this.#process !== child) return;
      this.#process = undefined;
      // A command may have killed all shells.
      if (!this.#isOver && this.#trees.size > 0 && this.#restarts++ < MOST_RESTARTS) this.#start();
    };
    child.on('exit', restart);
    child.on('error', () => {
      if (this.#process === child) this.#process = undefined;
    });
    child.stdin?.on('error', () => {});
    // The window, or the program without one, may end while it waits.
    child.unref();
    if (child.stdin instanceof Socket) child.stdin.unref();
    for (const tree of this.#trees.values()) this.#say('+', tree);
  }

  #say(what: '+' | '-', { leader, mark }: ProcessTree): void {
    this.#process?.stdin?.write(`${what} ${leader} ${mark ?? NO_MARK}\n`);
  }
}
