/** Limits the size of an answer from a server, so that a stream that never ends cannot fill the memory. */
import type { ModelError, ModelEvent } from '../../core/agent/model-event.ts';
import { assertNever } from '../../core/lang/assert-never.ts';
import { ownSentence } from '../../core/lang/own-sentences.ts';

/** Bytes of an answer: as events of one token each, 400,000 tokens are about this many. */
export const MOST_ANSWER_BYTES = 128 * 1024 * 1024;
/** Bytes of one line, which is parsed as a whole. */
export const MOST_LINE_BYTES = 16 * 1024 * 1024;
/** Characters of a reply: about 2,000,000 tokens, where the longest reply of the table of models has 128,000. */
export const MOST_REPLY_TEXT = 8_000_000;

/** The server would do the same again, so it is not asked again. */
export const ENDLESS: ModelError = {
  kind: 'endless',
  message: ownSentence(
    'endless',
    MOST_ANSWER_BYTES / 1024 / 1024,
    MOST_LINE_BYTES / 1024 / 1024,
    MOST_REPLY_TEXT / 1_000_000,
  ),
};

/** Counts the bytes of an answer as they come. Linear; looks for line ends only from the end of each piece. */
export class ByteCount {
  #all = 0;
  #line = 0;

  /** Whether the answer is still within its bounds with this piece. */
  take(piece: Uint8Array): boolean {
    this.#all += piece.length;
    const [first, last] = [piece.indexOf(LF), piece.lastIndexOf(LF)];
    const longest = first < 0 ? this.#line + piece.length : this.#line + first;
    this.#line = last < 0 ? longest : piece.length - last - 1;
    return this.#all <= MOST_ANSWER_BYTES && longest <= MOST_LINE_BYTES;
  }
}

const LF = 10;

/** Characters that an event adds to a reply. */
export function textSize(event: ModelEvent): number {
  switch (event.type) {
    case 'text':
    case 'thinking':
      return event.text.length;
    case 'input':
      return event.json.length;
    case 'signature':
      return event.signature.length;
    case 'redacted-thinking':
      return event.data.length;
    case 'call':
      return event.id.length + event.name.length;
    case 'text-was-thinking':
    case 'usage':
    case 'retry':
    case 'concession':
    case 'end':
    case 'error':
      return 0;
    default:
      return assertNever(event);
  }
}
