/** Passes a command's output from its pipe to the call that waits for it, or into a file once the command runs in the background. */
import type { Readable } from 'node:stream';
import { OutputFolder } from '../../../../core/workspace/commands/fold-output.ts';
import { KeptOutput } from './kept-output.ts';
import { TextOfBytes } from './text-of-bytes.ts';
import { TextQueue } from './text-queue.ts';

/** Characters that wait for a slower reader before the pipe is left full, so that the command waits too. */
const MOST_WAITING = 1 << 20;
/** Characters of one command that are kept at most, so that one that never ends doesn't fill the disk. */
const MOST_KEPT = 2 ** 30;
/** Nothing came for so long: what was written before the end of the command has been read. */
const QUIET_MS = 100;
/** More than a pipe holds. */
const PIPE_BYTES = 1 << 20;
const MOST_LOOKS = 10;

export interface OutputFlowOptions {
  readonly outputs: readonly Readable[];
  /** A path that does not exist, for `KeptOutput`. */
  readonly file: string;
  readonly mostKept?: number;
  onText(raw: string): void;
}

export class CommandOutputFlow {
  /** For the call that waits; ends with `handOver` or `end`. */
  readonly text: AsyncIterable<string>;
  readonly #options: OutputFlowOptions;
  readonly #bytes = new TextOfBytes();
  readonly #folder = new OutputFolder();
  /** The start of the output, until it is known to be text or asked for. */
  #head: string | undefined = '';
  #queue: TextQueue;
  #kept: KeptOutput | undefined;
  #keeping: Promise<void> | undefined;
  #isWriting = false;
  readonly #waiting = new Set<() => void>();
  #open: number;
  #readBytes = 0;
  #length = 0;
  #lines = 0;
  #dropped = 0;

  constructor(options: OutputFlowOptions) {
    this.#options = options;
    this.#queue = this.#newQueue();
    this.text = this.#queue;
    this.#open = options.outputs.length;
    for (const output of options.outputs) {
      output.on('data', (bytes: Buffer) => this.#take(bytes));
      output.on('error', () => {});
      output.on('close', () => {
        this.#open--;
      });
    }
  }

  /** Once output is kept. */
  get kept(): KeptOutput | undefined {
    return this.#kept;
  }

  get binaryBytes(): number {
    return this.#bytes.binaryBytes;
  }

  get droppedLength(): number {
    return this.#dropped;
  }

  /** Of the pipe: nothing can come any more. */
  get isClosed(): boolean {
    return this.#open === 0;
  }

  /** From now on output goes into a file; the open line is the end of what the call gets. */
  handOver(): void {
    if (this.#keeping) return;
    const queue = this.#queue;
    this.#releaseHead();
    this.#push(this.#folder.flush());
    this.#queue = this.#newQueue();
    this.#keeping = this.#keep(this.#queue);
    queue.end();
  }

  /** All that was written before the command ended; call it then. */
  async drained(): Promise<void> {
    const start = this.#readBytes;
    for (let looks = 0, last = -1; looks < MOST_LOOKS && this.#open > 0; ) {
      await new Promise((resolve) => setTimeout(() => setImmediate(resolve), last < 0 ? 0 : QUIET_MS));
      const isWaiting = this.#queue.length >= MOST_WAITING;
      if (!isWaiting && (this.#readBytes === last || this.#readBytes - start > PIPE_BYTES)) return;
      last = this.#readBytes;
      if (!isWaiting) looks++;
    }
  }

  /** Nothing comes any more. */
  async end(): Promise<void> {
    this.#releaseHead();
    this.#push(this.#folder.write(this.#bytes.end()) + this.#folder.end());
    this.#queue.end();
    await this.#keeping;
  }

  /** All that came so far can be read. More may come, from processes that the command left running. */
  async settle(): Promise<void> {
    if (!this.#keeping) return this.handOver();
    this.#push(this.#folder.flush());
    while (this.#queue.length > 0 || this.#isWriting) await this.news();
  }

  /** Resolves when there is something new to read. */
  news(): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.add(resolve);
    });
  }

  close(): void {
    for (const output of this.#options.outputs) output.destroy();
    void this.#kept?.close().catch(() => {});
  }

  #take(bytes: Buffer): void {
    this.#readBytes += bytes.length;
    const raw = this.#bytes.write(bytes);
    if (raw !== '') this.#options.onText(raw);
    this.#fold(raw);
    if (this.#queue.length >= MOST_WAITING) for (const output of this.#options.outputs) output.pause();
  }

  #fold(raw: string): void {
    if (this.#head === undefined) {
      this.#push(this.#folder.write(raw));
      return;
    }
    this.#head += raw;
    if (this.#bytes.isKnown) this.#releaseHead();
  }

  #releaseHead(): void {
    const head = this.#bytes.binaryBytes > 0 ? '' : (this.#head ?? '');
    this.#head = undefined;
    this.#push(this.#folder.write(head));
  }

  #push(text: string): void {
    const room = (this.#options.mostKept ?? MOST_KEPT) - this.#length;
    const kept = text.length <= room ? text : text.slice(0, Math.max(0, room));
    this.#length += kept.length;
    this.#dropped += text.length - kept.length;
    if (!this.#kept && !this.#keeping) this.#lines += countLineEnds(kept);
    this.#queue.push(kept);
  }

  #newQueue(): TextQueue {
    return new TextQueue(() => {
      for (const output of this.#options.outputs) if (output.isPaused()) output.resume();
    });
  }

  async #keep(queue: TextQueue): Promise<void> {
    this.#kept = await KeptOutput.create(this.#options.file, this.#lines + 1);
    for await (const text of queue) {
      this.#isWriting = true;
      await this.#kept.append(text);
      this.#isWriting = false;
      for (const tell of this.#waiting) tell();
      this.#waiting.clear();
    }
  }
}

function countLineEnds(text: string): number {
  let lines = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines++;
  return lines;
}
