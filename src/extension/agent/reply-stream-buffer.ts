/** The reply that is being streamed, gathered as it is streamed and handed on in pieces, a few times a second. */
import type { ModelEvent } from '../../core/agent/model-event.ts';
import { assertNever } from '../../core/lang/assert-never.ts';
import type { ReplyPart, ReplyPieces, ReplyStream } from '../../core/protocol/panel-state.ts';

/** Milliseconds between two handings-on: as often as an eye tells apart, seldom enough for a long reply. */
const FRAME_MS = 50;

interface Part {
  readonly type: ReplyPart['type'];
  readonly name?: string;
  /** A string that grows is copied as a whole whenever a part of it is read, so what is handed on is kept apart. */
  text: string;
  readonly untold: string[];
}

export class ReplyStreamBuffer {
  readonly #reply: number;
  readonly #onPieces: (pieces: ReplyPieces) => void;
  readonly #parts: Part[] = [];
  /** Parts that have something to hand on. */
  readonly #changed = new Set<number>();
  /** The newest call of each id. */
  readonly #calls = new Map<string, number>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `reply` is larger than that of any reply before. */
  constructor(reply: number, onPieces: (pieces: ReplyPieces) => void) {
    this.#reply = reply;
    this.#onPieces = onPieces;
  }

  add(event: ModelEvent): void {
    switch (event.type) {
      case 'text':
      case 'thinking':
        this.#grow(event.type, event.text);
        break;
      case 'call':
        this.#calls.set(event.id, this.#parts.length);
        this.#begin({ type: 'call', name: event.name });
        break;
      case 'input': {
        const call = this.#calls.get(event.id);
        if (call !== undefined) this.#write(call, event.json);
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
    if (this.#parts.at(-1)?.type !== type) this.#begin({ type });
    this.#write(this.#parts.length - 1, text);
  }

  #begin(part: Pick<Part, 'type' | 'name'>): void {
    this.#changed.add(this.#parts.length);
    this.#parts.push({ ...part, text: '', untold: [] });
  }

  #write(at: number, text: string): void {
    const part = this.#parts[at];
    if (!part || text === '') return;
    part.text += text;
    part.untold.push(text);
    this.#changed.add(at);
  }

  #tell(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const pieces = [...this.#changed].flatMap((part) => {
      const changed = this.#parts[part];
      if (!changed) return [];
      const { type, name, untold } = changed;
      return { ...partOf({ type, name, text: untold.splice(0).join('') }), part };
    });
    this.#changed.clear();
    if (pieces.length > 0) this.#onPieces({ reply: this.#reply, pieces });
  }
}

function partOf({ type, name, text }: { type: ReplyPart['type']; name: string | undefined; text: string }): ReplyPart {
  return { type, text, ...(name !== undefined && { name }) };
}
