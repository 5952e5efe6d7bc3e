/** One command: its process, its output, and its ways to end. */
import { setTimeout as delay } from 'node:timers/promises';
import type {
  CommandReading,
  CommandState,
  LeftProcess,
  StopCause,
} from '../../../../core/workspace/commands/ports.ts';
import { CommandOutputFlow } from './command-output-flow.ts';
import type { CommandView } from './command-view.ts';
import type { ProcessInfo } from './process-table.ts';
import { endTree, membersOf, type ProcessTree } from './process-tree.ts';
import type { StartedProcess } from './start-process.ts';
import type { Watchdog } from './watchdog.ts';

export interface CommandLimits {
  /** Milliseconds without output after which a command goes on in the background. */
  readonly silentMs: number;
  /** So does one that runs for so long. */
  readonly longMs: number;
  /** From TERM to KILL. */
  readonly graceMs: number;
  /** How long a reading waits for news. */
  readonly newsMs: number;
}

interface CommandOptions {
  readonly process: StartedProcess;
  readonly tree: ProcessTree;
  readonly limits: CommandLimits;
  readonly watchdog: Watchdog;
  readonly file: string;
  readonly timeoutSeconds: number | undefined;
}

type Running = Extract<CommandState, { type: 'running' }>;
type Ended = Omit<Extract<CommandState, { type: 'ended' }>, 'binaryBytes' | 'droppedLength'>;

export class CommandProcess {
  readonly #options: CommandOptions;
  readonly #flow: CommandOutputFlow;
  readonly #begun = performance.now();
  readonly #timers: NodeJS.Timeout[] = [];
  /** Resolves when it has ended and its output was taken. */
  readonly ended: Promise<void>;
  #hasEnded = () => {};
  #view: CommandView | undefined;
  #heard = performance.now();
  #reason: Running['reason'] | undefined;
  #cause: StopCause | undefined;
  #stopping: Promise<readonly ProcessInfo[]> | undefined;
  #end: Ended | undefined;

  constructor(options: CommandOptions) {
    const { process, file, limits, timeoutSeconds, watchdog, tree } = options;
    this.#options = options;
    this.#flow = new CommandOutputFlow({
      outputs: process.outputs,
      file,
      onText: (raw) => {
        this.#heard = performance.now();
        this.#view?.text(raw);
      },
    });
    this.ended = new Promise((resolve) => {
      this.#hasEnded = resolve;
    });
    process.child.once('exit', (code, signal) => {
      void this.#finish(signal === null ? { type: 'exit', code: code ?? 0 } : { type: 'signal', signal });
    });
    this.#after(limits.longMs, () => this.moveToBackground('long'));
    this.#watchSilence(limits.silentMs);
    if (timeoutSeconds !== undefined) this.#after(timeoutSeconds * 1000, () => void this.stop('timeout'));
    watchdog.watch(tree);
    process.begin();
  }

  show(view: CommandView): void {
    this.#view = view;
  }

  /** Of the foreground. */
  get output(): AsyncIterable<string> {
    return this.#flow.text;
  }

  get isRunning(): boolean {
    return this.#end === undefined;
  }

  /** It has ended, and so has all that it started. */
  get isOver(): boolean {
    return this.#end?.left.length === 0;
  }

  get isInBackground(): boolean {
    return this.#reason !== undefined;
  }

  state(): CommandState {
    const { binaryBytes, droppedLength } = this.#flow;
    const kept = { binaryBytes, droppedLength };
    if (this.#end) return { ...this.#end, ...kept };
    return { type: 'running', reason: this.#reason ?? 'long', seconds: this.#seconds(), ...kept };
  }

  moveToBackground(reason: Running['reason']): void {
    if (this.#reason !== undefined || this.#end || this.#cause) return;
    this.#reason = reason;
    this.#flow.handOver();
    this.#view?.moved();
  }

  /** Ends the tree of processes, also those that an ended command left running; resolves when they have ended. */
  async stop(cause: StopCause): Promise<CommandState> {
    const { tree, limits, watchdog } = this.#options;
    if (this.#end) {
      // The mark would find daemons too, which outlive the window.
      const survivors = await endTree(cause === 'window' ? { ...tree, mark: undefined } : tree, limits.graceMs);
      this.#end = { ...this.#end, left: named(survivors) };
      watchdog.forget(tree);
      return this.state();
    }
    this.#cause ??= cause;
    this.#stopping ??= endTree(tree, limits.graceMs);
    const survivors = await this.#stopping;
    // A process that not even KILL ends is waited for no longer.
    if (survivors.some(({ pid }) => pid === tree.leader)) await this.#finish({ type: 'signal', signal: 'SIGKILL' });
    await this.ended;
    return this.state();
  }

  async read(from: number | undefined, isStopped: Promise<void>): Promise<CommandReading> {
    const waits = from === undefined && !this.#flow.kept?.hasNew && this.isRunning;
    if (waits) {
      const late = delay(this.#options.limits.newsMs, undefined, { ref: false });
      await Promise.race([this.#flow.news(), this.ended, isStopped, late]);
    }
    const state = this.state();
    const { kept } = this.#flow;
    const text = from === undefined ? kept?.readNew() : kept?.readFrom(from);
    return { text: text ?? nothing(), state, firstLine: kept?.firstLine ?? 1, lost: kept?.lost };
  }

  close(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#flow.close();
  }

  async #finish(by: Ended['by']): Promise<void> {
    if (this.#end) return;
    const { tree, watchdog } = this.#options;
    const atExit = this.#stopping ? [] : await membersOf(tree);
    await this.#flow.drained();
    for (const timer of this.#timers) clearTimeout(timer);
    const left = this.#stopping ? await this.#stopping : atExit;
    // A daemon, which left the session, outlives the window.
    if (left.some(({ group }) => group === tree.leader)) watchdog.watch({ ...tree, mark: undefined });
    else watchdog.forget(tree);
    // What the call waits for ends after the state is known; what is read later is complete before.
    if (this.isInBackground) await this.#finishOutput(left);
    this.#end = { type: 'ended', by, cause: this.#cause, left: named(left), seconds: this.#seconds() };
    if (!this.isInBackground) await this.#finishOutput(left);
    this.#view?.ended(this.state());
    this.#hasEnded();
  }

  #finishOutput(left: readonly ProcessInfo[]): Promise<void> {
    return left.length > 0 && !this.#flow.isClosed ? this.#flow.settle() : this.#flow.end();
  }

  #watchSilence(ms: number): void {
    this.#after(ms, () => {
      const left = ms - (performance.now() - this.#heard);
      if (left <= 0) this.moveToBackground('silent');
      else if (!this.isInBackground) this.#watchSilence(left);
    });
  }

  #after(ms: number, act: () => void): void {
    this.#timers.push(setTimeout(act, ms).unref());
  }

  #seconds(): number {
    return (performance.now() - this.#begun) / 1000;
  }
}

function named(processes: readonly ProcessInfo[]): readonly LeftProcess[] {
  return processes.map(({ pid, name }) => ({ pid, name }));
}

async function* nothing(): AsyncGenerator<string> {}
