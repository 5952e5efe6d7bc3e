/** Receives the reply that is being streamed, and draws it at most ten times a second. */
import type { ReplyPieces, ReplyStream } from '../../core/protocol/panel-state.ts';
import { noReplyStream, type ReplyStreamState, takePieces, takeReplyStream } from '../state/reply-stream.ts';
import type { SpoolPanel } from '../ui/spool-panel.ts';

/** Milliseconds between two drawings of a reply, as a drawing costs about the same for a word as for a line. */
const DRAWING_PAUSE = 100;
/** The same of a reply with more than `LONG` characters, which nobody reads as fast as it comes. */
const LONG_PAUSE = 150;
const LONG = 5_000;

export class ReplyReceiver {
  readonly #panel: SpoolPanel;
  readonly #onMissed: () => void;
  #state: ReplyStreamState = noReplyStream;
  /** Pieces that the next drawing adds. */
  #waiting: ReplyPieces[] = [];
  #isDrawing = false;

  /** `onMissed` is called when a piece before those that were received is missing. */
  constructor(panel: SpoolPanel, onMissed: () => void) {
    this.#panel = panel;
    this.#onMissed = onMissed;
  }

  /** Starts with the reply of a snapshot, which has the whole reply or none. */
  begin(replyStream: ReplyStream | undefined): void {
    this.#waiting = [];
    this.#show(takeReplyStream(noReplyStream, replyStream));
  }

  /** Takes the reply of a delta, which has the whole reply or none. */
  replace(replyStream: ReplyStream | undefined): void {
    this.#takeWaiting();
    this.#show(takeReplyStream(this.#state, replyStream));
  }

  /** Draws the reply's first pieces in the next frame, and what comes after a drawing when its pause has passed. */
  add(pieces: ReplyPieces): void {
    this.#waiting.push(pieces);
    if (!this.#isDrawing) this.#draw();
  }

  #draw(): void {
    this.#isDrawing = true;
    requestAnimationFrame(() => {
      this.#takeWaiting();
      this.#show(this.#state);
      setTimeout(() => {
        this.#isDrawing = false;
        if (this.#waiting.length > 0) this.#draw();
      }, pauseAfter(this.#state));
    });
  }

  #show(state: ReplyStreamState): void {
    this.#state = state;
    this.#panel.showReply(state.now);
  }

  #takeWaiting(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const pieces of waiting) {
      const next = takePieces(this.#state, pieces);
      if (next) this.#state = next;
      else this.#onMissed();
    }
  }
}

function pauseAfter({ now }: ReplyStreamState): number {
  const length = now?.parts.reduce((sum, part) => sum + part.length, 0) ?? 0;
  return length > LONG ? LONG_PAUSE : DRAWING_PAUSE;
}
