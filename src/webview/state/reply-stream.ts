/** The reply that is being streamed, as far as it was received. Very long parts are kept only as far as they are drawn. */
import { startOf } from '../../core/lang/clip.ts';
import type { ReplyPart, ReplyPieces, ReplyStream } from '../../core/protocol/panel-state.ts';

/** Characters that are kept of a part. Calls are shown shortened. */
const KEPT: Readonly<Record<ReplyPart['type'], number>> = { text: 100_000, thinking: 100_000, call: 400 };

export interface ReceivedPart extends ReplyPart {
  /** Characters of the whole part, of which `text` is the beginning. */
  readonly length: number;
}

export interface ReceivedReply {
  readonly reply: number;
  readonly parts: readonly ReceivedPart[];
}

export interface ReplyStreamState {
  /** The number of the newest finished reply: pieces of it that arrive later are ignored. */
  readonly over: number;
  readonly now?: ReceivedReply;
}

export const noReplyStream: ReplyStreamState = { over: 0 };

/** The state after a snapshot or delta, which has the whole reply or none. */
export function takeReplyStream(
  { over, now }: ReplyStreamState,
  replyStream: ReplyStream | undefined,
): ReplyStreamState {
  if (!replyStream) return { over: Math.max(over, now?.reply ?? 0) };
  return {
    over,
    now: {
      reply: replyStream.reply,
      parts: replyStream.parts.map((part) => grown({ ...part, text: '', length: 0 }, part)),
    },
  };
}

/** The state after more pieces; undefined when a piece before them was missed, so that a snapshot is needed. */
export function takePieces(state: ReplyStreamState, { reply, pieces }: ReplyPieces): ReplyStreamState | undefined {
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

function grown(before: ReceivedPart, { type, text }: ReplyPart): ReceivedPart {
  const isWhole = before.text.length === before.length;
  const added = isWhole ? startOf(text, KEPT[type] - before.length) : '';
  return { ...before, text: before.text + added, length: before.length + text.length };
}
