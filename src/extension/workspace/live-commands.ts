/** The last lines of the commands that run in a window, for their rows in the panel. */
import { clip } from '../../core/lang/clip.ts';
import type { LiveCommand } from '../../core/protocol/live-command.ts';
import { OutputFolder } from '../../core/workspace/commands/fold-output.ts';
import type { CommandView, ShownCommand } from './node/commands/command-view.ts';

/** Milliseconds between two changes that are reported. A command's beginning and its first output are reported at once. */
const PAUSE_MS = 100;
/** Characters of raw output that the shown lines are made of. */
const MOST_RAW = 8_192;
const MOST_LINES = 8;
/** UTF-16 units of a line. */
const MOST_OF_LINE = 300;
/** Commands that have ended and whose terminal can still be shown. */
const MOST_ENDED = 8;

interface Live {
  readonly thread: string;
  readonly call: string;
  raw: string;
  isRunning: boolean;
}

export class LiveCommandList {
  /** Brings the terminal of a command to the front; false where it was closed. Set when the tools are loaded. */
  reveal: (id: string) => boolean = () => false;
  readonly #live = new Map<string, Live>();
  readonly #listeners = new Set<() => void>();
  #pause: NodeJS.Timeout | undefined;
  #hasNews = false;

  /** Hears of changes, about ten times a second. Returns what ends it. */
  onDidChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Made when it is asked for: nothing is made while the panel is hidden. */
  of(thread: string | undefined): readonly LiveCommand[] {
    return [...this.#live].flatMap(([id, live]) =>
      live.thread === thread
        ? [{ call: live.call, id, text: live.isRunning ? lastLines(live.raw) : '', isRunning: live.isRunning }]
        : [],
    );
  }

  /** Of a command that no tool call started there is no row. */
  readonly show = ({ id, origin }: ShownCommand): CommandView | undefined => {
    if (!origin) return undefined;
    const live: Live = { ...origin, raw: '', isRunning: true };
    this.#live.set(id, live);
    this.#tell();
    return {
      text: (raw) => {
        const isFirst = live.raw === '';
        live.raw = lastOf(live.raw + raw);
        if (isFirst) this.#tell();
        else this.#changed();
      },
      moved: () => this.#changed(),
      ended: () => {
        live.isRunning = false;
        live.raw = '';
        this.#dropOld();
        this.#changed();
      },
    };
  };

  /** Its terminal is gone. */
  forget(id: string): void {
    if (this.#live.get(id)?.isRunning === false) this.#live.delete(id);
    this.#changed();
  }

  dispose(): void {
    clearTimeout(this.#pause);
  }

  #dropOld(): void {
    const ended = [...this.#live].filter(([, { isRunning }]) => !isRunning);
    for (const [id] of ended.slice(0, Math.max(0, ended.length - MOST_ENDED))) this.#live.delete(id);
  }

  #changed(): void {
    if (this.#pause) this.#hasNews = true;
    else this.#tell();
  }

  #tell(): void {
    clearTimeout(this.#pause);
    this.#hasNews = false;
    for (const listener of this.#listeners) listener();
    this.#pause = setTimeout(() => {
      this.#pause = undefined;
      if (this.#hasNews) this.#tell();
    }, PAUSE_MS);
  }
}

/** From the start of a line, where there is one, so that no control sequence is cut. */
function lastOf(raw: string): string {
  if (raw.length <= MOST_RAW) return raw;
  const cut = raw.slice(-MOST_RAW);
  return cut.slice(cut.indexOf('\n') + 1);
}

function lastLines(raw: string): string {
  const folder = new OutputFolder();
  const text = folder.write(raw) + folder.end();
  const lines = text.replace(/\n+$/, '').split('\n').slice(-MOST_LINES);
  return lines.map((line) => clip(line, MOST_OF_LINE).text).join('\n');
}
