/** The reply that is being streamed, gathered as it is streamed and handed on in pieces, a few times a second. */
import type { ModelEvent } from '../../core/agent/model-event.ts';
import { assertNever } from '../../core/lang/assert-never.ts';
import type { ReplyPart, ReplyPieces, ReplyStream } from '../../core/protocol/panel-state.ts';

/** Milliseconds between two handings-on: as often as an eye tells apart, seldom enough for a long reply. */
const FRAME_MS = 50;

interface Part {
  readonly type: ReplyPart['type'];
  readonly name?: string;
  readonly id?: string;
  text: string;
}

export class ReplyStreamBuffer {
  readonly #reply: number;
  readonly #onPieces: (pieces: ReplyPieces) => void;
  #parts: Part[] = [];
  /** Characters that were handed on, of each part that was begun. */
  #told: number[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `reply` is larger than that of any reply before. */
  constructor(reply: number, onPieces: (pieces: ReplyPieces) => void) {
    this.#reply = reply;
    this.#onPieces = onPieces;
  }

  /** Text that is kept while a reply is written is held once: a string that grows is joined when it is read. */
  add(event: ModelEvent): void {
    switch (event.type) {
      case 'text':
      case 'thinking':
        this.#grow(event.type, event.text);
        break;
      case 'call':
        this.#parts.push({ type: 'call', name: event.name, id: event.id, text: '' });
        break;
      case 'input': {
        const call = this.#parts.findLast(({ id }) => id === event.id);
        if (call) call.text += event.json;
        break;
      }
      case 'signature':
      case 'redacted-thinking':
      case 'text-was-thinking':
      case 'usage':
      case 'retry':
      case 'concession':
      case 'end':
      case 'error':
        return;
      default:
        assertNever(event);
    }
    this.#timer ??= setTimeout(() => this.#tell(), FRAME_MS);
  }

  /** As far as it came: what a panel that was hidden is shown. Pieces that come after it begin where it ends. */
  view(): ReplyStream {
    this.#tell();
    return { reply: this.#reply, parts: this.#parts.map(({ type, name, text }) => partOf({ type, name, text })) };
  }

  /** Hands on what is left. */
  end(): void {
    this.#tell();
  }

  /** Nobody wants it any more. */
  forget(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #grow(type: 'text' | 'thinking', text: string): void {
    const last = this.#parts.at(-1);
    if (last?.type === type) last.text += text;
    else this.#parts.push({ type, text });
  }

  #tell(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const pieces = this.#parts.flatMap(({ type, name, text }, part) => {
      const told = this.#told[part];
      this.#told[part] = text.length;
      return told === text.length ? [] : [{ ...partOf({ type, name, text: text.slice(told ?? 0) }), part }];
    });
    if (pieces.length > 0) this.#onPieces({ reply: this.#reply, pieces });
  }
}

function partOf({ type, name, text }: { type: ReplyPart['type']; name: string | undefined; text: string }): ReplyPart {
  return { type, text, ...(name !== undefined && { name }) };
}
