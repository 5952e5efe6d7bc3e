/** The reply that is being written, as far as it came; of a very long part no more is kept than is drawn. */
import type { Live, LivePart, LivePieces } from '../../core/protocol/panel.ts';

/** Characters kept of a part. A call is shown in short. */
const KEPT: Readonly<Record<LivePart['type'], number>> = { text: 100_000, thinking: 100_000, call: 400 };

export interface LiveText extends LivePart {
  /** Characters of the whole part, of which `text` is the beginning. */
  readonly length: number;
}

export interface LiveReply {
  readonly reply: number;
  readonly parts: readonly LiveText[];
}

export interface LiveState {
  /** The newest reply that is over: what still comes of it is late. */
  readonly over: number;
  readonly now?: LiveReply;
}

export const noLive: LiveState = { over: 0 };

/** What a snapshot or a delta says of the reply: all of it, or that there is none. */
export function takeLive({ over, now }: LiveState, live: Live | undefined): LiveState {
  if (!live) return { over: Math.max(over, now?.reply ?? 0) };
  return {
    over,
    now: { reply: live.reply, parts: live.parts.map((part) => grown({ ...part, text: '', length: 0 }, part)) },
  };
}

/** The next state, or undefined when a piece is missing before these: then a snapshot is due. */
export function takePieces(state: LiveState, { reply, pieces }: LivePieces): LiveState | undefined {
  const { over, now } = state;
  if (reply <= over || (now && reply < now.reply)) return state;
  const parts = now?.reply === reply ? [...now.parts] : [];
  for (const { part, ...piece } of pieces) {
    const before = parts[part];
    if (part > parts.length || (before && before.type !== piece.type)) return undefined;
    parts[part] = grown(before ?? { ...piece, text: '', length: 0 }, piece);
  }
  return { over, now: { reply, parts } };
}

function grown(before: LiveText, { type, text }: LivePart): LiveText {
  const room = KEPT[type] - before.text.length;
  const added = room > 0 ? text.slice(0, room) : '';
  return { ...before, text: before.text + added, length: before.length + text.length };
}
