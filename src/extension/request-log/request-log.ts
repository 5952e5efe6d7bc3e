/** The last exchanges with models, in memory alone, for a person who wants to see what was sent and what came. */
import { startOf } from '../../core/lang/clip.ts';
import { clipText, shortenEncoded } from './clip-json.ts';
import { redact } from './redact.ts';

/** As many as are kept. */
const MOST = 20;
/** Characters of all of them together. */
const LARGEST = 4 << 20;
/** Characters of one request, and of one reply, that are kept. */
const LONGEST = 1 << 20;

export interface LoggedCall {
  readonly provider: string;
  /** Absent where the request names none: a list of models, say. */
  readonly model?: string;
  /** `POST https://…`; absent where no address is asked. */
  readonly address?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** As it is sent. */
  readonly body: string;
}

export interface Exchange {
  readonly call: LoggedCall;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** HTTP. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Milliseconds from the request to the first of the reply, and to its end. */
  readonly first?: number;
  readonly total?: number;
  readonly reply: string;
  /** Characters of the reply that were not kept. */
  readonly more: number;
  readonly end: 'running' | 'done' | 'stopped' | 'failed';
  /** Why it failed. */
  readonly error?: string;
}

/** What is told of one exchange while it goes on. After its end nothing more is taken. */
export interface Recorder {
  status(status: number, headers: Readonly<Record<string, string>>): void;
  add(piece: string): void;
  end(how: 'done' | 'stopped'): void;
  fail(error: string): void;
}

type Progress = { -readonly [Field in keyof Exchange]: Exchange[Field] };

export class RequestLog {
  readonly #now: () => number;
  readonly #listeners = new Set<() => void>();
  readonly #keys = new Set<string>();
  #exchanges: Progress[] = [];

  /** `now` gives milliseconds since 1970. */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** The newest first. */
  get exchanges(): readonly Exchange[] {
    return this.#exchanges.toReversed();
  }

  /** Every key that was ever used in this window: none of them is shown. */
  get keys(): ReadonlySet<string> {
    return this.#keys;
  }

  hide(key: string): void {
    this.#keys.add(key);
  }

  /** Returns what ends it. Told when an exchange begins or ends, not of what comes between. */
  onDidChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  begin(call: LoggedCall): Recorder {
    const at = this.#now();
    const one: Progress = { call, at, reply: '', more: 0, end: 'running' };
    this.#exchanges.push(one);
    this.#changed();
    const end = (how: Exchange['end'], error?: string) => {
      if (one.end !== 'running') return;
      one.end = how;
      one.total = this.#now() - at;
      one.call = { ...call, body: clipText(shortenEncoded(redact(call.body, this.#keys)), LONGEST) };
      if (error !== undefined) one.error = error;
      this.#changed();
    };
    return {
      status: (status, headers) => {
        one.status = status;
        one.headers = headers;
      },
      add: (piece) => {
        if (one.end !== 'running') return;
        one.first ??= this.#now() - at;
        const taken = one.more === 0 ? startOf(piece, LONGEST - one.reply.length) : '';
        one.reply += taken;
        one.more += piece.length - taken.length;
      },
      end: (how) => end(how),
      fail: (error) => end('failed', error),
    };
  }

  #changed(): void {
    this.#exchanges = this.#exchanges.slice(-MOST);
    while (this.#exchanges.length > 1 && sizeOf(this.#exchanges) > LARGEST) this.#exchanges.shift();
    for (const listener of this.#listeners) listener();
  }
}

/** What runs is held by others anyway. */
function sizeOf(exchanges: readonly Exchange[]): number {
  const ended = exchanges.filter(({ end }) => end !== 'running');
  return ended.reduce((sum, { call, reply }) => sum + call.body.length + reply.length, 0);
}
