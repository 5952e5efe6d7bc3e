/** Shows how a turn goes: its phase, the countdown to another try, and the reply as it is written. */
import type { ModelEvent } from '../../core/agent/model-event.ts';
import type { CompactionEvent } from '../../core/agent/ports.ts';
import { assertNever } from '../../core/lang/assert-never.ts';
import type { ReplyPieces, RunningCompaction, TurnPhase } from '../../core/protocol/panel-state.ts';
import type { ThreadSession } from '../session/thread-session.ts';
import { ReplyStreamBuffer } from './reply-stream-buffer.ts';
import { runningAfter } from './running-compaction.ts';

export class Progress {
  readonly #session: Pick<ThreadSession, 'state' | 'show'>;
  readonly #now: () => number;
  readonly #listeners = new Set<(pieces: ReplyPieces) => void>();
  #phase: TurnPhase | undefined;
  /** When the phase began. */
  #since = 0;
  #running: RunningCompaction | undefined;
  #reply = 0;
  #buffer: ReplyStreamBuffer | undefined;

  constructor(session: Pick<ThreadSession, 'state' | 'show'>, now: () => number) {
    this.#session = session;
    this.#now = now;
  }

  /** Hears the pieces of replies as they are written. Returns what ends it. */
  onPieces(listener: (pieces: ReplyPieces) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** A call of the model begins: what one before it wrote and did not end is void. */
  calling(): void {
    this.#drop();
    this.#enter('waiting');
  }

  event(event: ModelEvent): void {
    switch (event.type) {
      case 'text':
      case 'call':
        this.#enter('writing');
        break;
      case 'thinking':
        this.#enter('thinking');
        break;
      case 'retry':
        this.#phase = undefined;
        this.#session.show({
          busy: {
            type: 'retrying',
            attempt: event.attempt,
            most: event.most,
            at: event.at,
            reason: event.error.message,
          },
        });
        break;
      case 'concession':
        this.calling();
        return;
      case 'end':
        this.#buffer?.end();
        if (event.reason === 'calls') this.#enter('tools');
        return;
      case 'error':
        this.#buffer?.end();
        return;
      case 'signature':
      case 'redacted-thinking':
      case 'text-was-thinking':
      case 'input':
      case 'usage':
        break;
      default:
        assertNever(event);
    }
    this.#write(event);
  }

  compaction(event: CompactionEvent): void {
    const { type } = event;
    this.#running = runningAfter(this.#running, event);
    switch (type) {
      case 'due':
        this.#enter('compacting');
        break;
      case 'planned':
      case 'asking':
        if (this.#phase === 'compacting') this.#show('compacting');
        break;
      case 'compacted':
      case 'not-compacted':
      case 'crowded':
      case 'no-limit':
        if (this.#phase === 'compacting') this.#enter('waiting');
        break;
      default:
        assertNever(type);
    }
  }

  /** The turn is over. */
  end(): void {
    this.#phase = undefined;
    this.#running = undefined;
    this.#drop();
  }

  #write(event: ModelEvent): void {
    if (this.#buffer && this.#session.state.replyStream !== this.#buffer) this.#drop();
    if (event.type === 'retry') {
      this.#drop();
      return;
    }
    if (!this.#buffer) {
      if (event.type !== 'text' && event.type !== 'thinking' && event.type !== 'call') return;
      this.#buffer = new ReplyStreamBuffer(++this.#reply, (pieces) => {
        for (const listener of this.#listeners) listener(pieces);
      });
      this.#session.show({ replyStream: this.#buffer });
    }
    this.#buffer.add(event);
  }

  #drop(): void {
    if (this.#buffer && this.#session.state.replyStream === this.#buffer)
      this.#session.show({ replyStream: undefined });
    this.#buffer?.forget();
    this.#buffer = undefined;
  }

  #enter(phase: TurnPhase): void {
    if (phase === this.#phase) return;
    this.#phase = phase;
    this.#since = this.#now();
    this.#show(phase);
  }

  #show(phase: TurnPhase): void {
    const running = this.#running;
    this.#session.show({
      busy: { type: 'turn', phase, since: this.#since, ...(running && { compaction: running }) },
    });
  }
}
