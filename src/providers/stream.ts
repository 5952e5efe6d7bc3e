/** Turns a provider's stream into events that end as they should: in `end` or `error`, at once when stopped, and never silent for long. */
import type { ModelError, ModelEvent } from '../core/agent/model-event.ts';
import { err, type Result } from '../core/lang/result.ts';
import type { Signal } from '../core/lang/signal.ts';

const IDLE_MS = 120_000;
const CANCELLED: ModelError = { kind: 'cancelled', message: '' };
const CUT_SHORT: ModelError = { kind: 'network', message: 'The stream ended before the reply did.' };

export interface StreamGuard {
  readonly signal: Signal;
  /** Milliseconds between two events at most. */
  readonly idleMs: number | undefined;
  /** What a thrown value of the SDK means. */
  readonly errorOf: (thrown: unknown) => ModelError;
}

/**
 * The events that `start` gives, up to the first `end` or `error`. What it throws becomes an error event; a stop ends it at
 * once, whether the SDK notices or not; a stream without an event for `idleMs`, or without an end, is a `network` error. The
 * signal that `start` gets is aborted in each of these cases.
 */
export async function* guardStream(
  start: (signal: AbortSignal) => AsyncIterable<ModelEvent>,
  { signal, idleMs = IDLE_MS, errorOf }: StreamGuard,
): AsyncGenerator<ModelEvent> {
  const own = new AbortController();
  const stop = whenAborted(signal);
  try {
    const events = start(own.signal)[Symbol.asyncIterator]();
    for (;;) {
      const next = await firstOf([events.next().then((value) => ({ value })), stop.promise], idleMs);
      if (next === 'stopped') return yield { type: 'error', error: CANCELLED };
      if (next === 'idle') return yield { type: 'error', error: silent(idleMs) };
      if (next.value.done) return yield { type: 'error', error: CUT_SHORT };
      yield next.value.value;
      const { type } = next.value.value;
      if (type === 'end' || type === 'error') return;
    }
  } catch (thrown) {
    yield { type: 'error', error: signal.aborted ? CANCELLED : errorOf(thrown) };
  } finally {
    stop.forget();
    own.abort();
  }
}

/** One call that is not a stream, with the same promises. */
export async function guardCall<T>(
  call: (signal: AbortSignal) => Promise<Result<T, ModelError>>,
  { signal, idleMs = IDLE_MS, errorOf }: StreamGuard,
): Promise<Result<T, ModelError>> {
  const own = new AbortController();
  const stop = whenAborted(signal);
  try {
    const made = await firstOf([call(own.signal), stop.promise], idleMs);
    if (made === 'stopped') return err(CANCELLED);
    return made === 'idle' ? err(silent(idleMs)) : made;
  } catch (thrown) {
    return err(signal.aborted ? CANCELLED : errorOf(thrown));
  } finally {
    stop.forget();
    own.abort();
  }
}

function silent(idleMs: number): ModelError {
  return { kind: 'network', message: `Nothing came for ${Math.round(idleMs / 1000)} seconds.` };
}

async function firstOf<T>(
  candidates: readonly Promise<T | 'stopped'>[],
  idleMs: number,
): Promise<T | 'stopped' | 'idle'> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const idle = new Promise<'idle'>((resolve) => {
    timer = setTimeout(() => resolve('idle'), idleMs);
  });
  try {
    return await Promise.race([...candidates, idle]);
  } finally {
    clearTimeout(timer);
  }
}

interface Stop {
  /** Resolves when the signal is aborted. */
  readonly promise: Promise<'stopped'>;
  readonly forget: () => void;
}

function whenAborted(signal: Signal): Stop {
  let forget = () => {};
  const promise = new Promise<'stopped'>((resolve) => {
    const stopped = () => resolve('stopped');
    if (signal.aborted) stopped();
    else if (signal instanceof AbortSignal) {
      signal.addEventListener('abort', stopped, { once: true });
      forget = () => signal.removeEventListener('abort', stopped);
    }
  });
  return { promise, forget: () => forget() };
}
