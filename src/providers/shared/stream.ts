/** Guards a provider's stream: it always ends in `end` or `error`, stops at once, and times out when silent. */
import { CANCELLED, CUT_SHORT, type ModelError, type ModelEvent } from '../../core/agent/model-event.ts';
import { ownSentence } from '../../core/lang/own-sentences.ts';
import { err, type Result } from '../../core/lang/result.ts';
import type { Signal } from '../../core/lang/signal.ts';
import { callFetch } from './call-fetch.ts';
import { ENDLESS, MOST_REPLY_TEXT, textSize } from './excess.ts';
import type { Access } from './provider.ts';

/** Milliseconds until the answer begins: a server at home reads all of a request first. `fetch` itself waits no longer. */
const FIRST_MS = 300_000;
/** Milliseconds between two signs of life of an answer. */
const IDLE_MS = 120_000;

/** Milliseconds for a provider's own compaction: a summary of a whole window comes in one piece. */
export const COMPACTION_MS = 600_000;

export interface StreamGuard {
  readonly signal: Signal;
  readonly access: Access;
  /** What a thrown value of the SDK means. */
  readonly errorOf: (thrown: unknown) => ModelError;
  /** Milliseconds that an answer in one piece may take. */
  readonly patience?: number;
}

/** What a guarded call is made with: the signal is aborted when the call is over, whatever ended it. */
type Made<T> = (signal: AbortSignal, access: Access) => T;

/**
 * The events that `start` gives, up to the first `end` or `error`. What it throws becomes an error event; a stop ends it at
 * once, whether the SDK notices or not; a stream of which nothing comes for `access.idleMs`, or without an end, is a `network`
 * error. What the fetch of the access that `start` gets hears is a sign of life too, be it no event.
 */
export async function* guardStream(
  start: Made<AsyncIterable<ModelEvent>>,
  guard: StreamGuard,
): AsyncGenerator<ModelEvent> {
  const { signal, access, errorOf } = guard;
  if (signal.aborted) return yield { type: 'error', error: CANCELLED };
  const own = new AbortController();
  const wait = new Wait(guard);
  try {
    let size = 0;
    const events = start(own.signal, { ...access, fetch: callFetch(access.fetch, wait) })[Symbol.asyncIterator]();
    for (;;) {
      const next = await wait.for(events.next());
      if (next === 'stopped') return yield { type: 'error', error: CANCELLED };
      if (next === 'idle') return yield { type: 'error', error: wait.silent };
      if (next === 'endless') return yield { type: 'error', error: ENDLESS };
      if (next.done) return yield { type: 'error', error: CUT_SHORT };
      size += textSize(next.value);
      if (size > MOST_REPLY_TEXT) return yield { type: 'error', error: ENDLESS };
      wait.heard();
      yield next.value;
      const { type } = next.value;
      if (type === 'end' || type === 'error') return;
    }
  } catch (thrown) {
    yield { type: 'error', error: signal.aborted ? CANCELLED : wait.isEndless ? ENDLESS : errorOf(thrown) };
  } finally {
    own.abort();
  }
}

/** One call that is not a stream, with the same promises. */
export async function guardCall<T>(
  call: Made<Promise<Result<T, ModelError>>>,
  guard: StreamGuard,
): Promise<Result<T, ModelError>> {
  const { signal, access, errorOf } = guard;
  if (signal.aborted) return err(CANCELLED);
  const own = new AbortController();
  const wait = new Wait(guard);
  try {
    const made = await wait.for(call(own.signal, { ...access, fetch: callFetch(access.fetch, wait) }));
    if (made === 'stopped') return err(CANCELLED);
    if (made === 'endless') return err(ENDLESS);
    return made === 'idle' ? err(wait.silent) : made;
  } catch (thrown) {
    return err(signal.aborted ? CANCELLED : wait.isEndless ? ENDLESS : errorOf(thrown));
  } finally {
    own.abort();
  }
}

type Over = 'stopped' | 'idle' | 'endless';

/** Waits for one thing after the other, but not after a stop, not in silence and not without end. Nothing that came is kept. */
class Wait {
  isEndless = false;
  readonly #signal: Signal;
  readonly #idleMs: number;
  #ms: number;
  #end: ((how: Over) => void) | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor({ signal, access, patience }: StreamGuard) {
    this.#signal = signal;
    this.#idleMs = access.idleMs ?? patience ?? IDLE_MS;
    this.#ms = access.idleMs ?? patience ?? FIRST_MS;
  }

  /** A sign of life. */
  readonly heard = (): void => {
    this.#ms = this.#idleMs;
    if (this.#end) this.#listen();
  };

  readonly exceeded = (): void => {
    this.isEndless = true;
    this.#end?.('endless');
  };

  get silent(): ModelError {
    return { kind: 'network', message: ownSentence('silent', Math.round(this.#ms / 1000)) };
  }

  async for<T>(next: Promise<T>): Promise<T | Over> {
    // Made anew each time: a promise that is raced again and again holds all that it lost to.
    const over = new Promise<Over>((resolve) => {
      this.#end = resolve;
    });
    const stopped = () => this.#end?.('stopped');
    this.#listen();
    if (this.#signal.aborted) stopped();
    const forget = onAbort(this.#signal, stopped);
    try {
      return await Promise.race([next, over]);
    } finally {
      forget();
      clearTimeout(this.#timer);
      this.#end = undefined;
    }
  }

  #listen(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#end?.('idle'), this.#ms);
  }
}

function onAbort(signal: Signal, act: () => void): () => void {
  if (!(signal instanceof AbortSignal)) return () => {};
  signal.addEventListener('abort', act, { once: true });
  return () => signal.removeEventListener('abort', act);
}
