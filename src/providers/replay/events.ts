/** Streams a recorded reply in small pieces, signed with its index. */
import type { ModelEvent } from '../../core/agent/model-event.ts';
import type { TokenUsage } from '../../core/message/message.ts';
import { sealOf } from './position.ts';
import type { RecordedReply } from './recording.ts';

/** Characters of a piece. */
const PIECE = 24;

/** `intro` goes in front of its text. Only the last part is sealed, so that what was cut short is played again. */
export function* eventsOf(
  { thinking, text = '', calls = [] }: RecordedReply,
  intro: string,
  position: number,
  usage: TokenUsage,
): Generator<ModelEvent> {
  if (thinking !== undefined) {
    for (const piece of piecesOf(thinking)) yield { type: 'thinking', text: piece };
    yield { type: 'signature', of: 'thinking', signature: 'thinking' };
  }
  for (const piece of piecesOf(intro + text)) yield { type: 'text', text: piece };
  for (const { id, name, input } of calls) {
    yield { type: 'call', id, name };
    for (const piece of piecesOf(JSON.stringify(input))) yield { type: 'input', id, json: piece };
  }
  yield { type: 'signature', of: calls.length > 0 ? 'call' : 'text', signature: sealOf(position) };
  yield { type: 'usage', usage };
  yield { type: 'end', reason: calls.length > 0 ? 'calls' : 'done' };
}

/** Characters are not cut in two. */
export function* piecesOf(text: string): Generator<string> {
  let piece = '';
  for (const character of text) {
    piece += character;
    if (piece.length < PIECE) continue;
    yield piece;
    piece = '';
  }
  if (piece !== '') yield piece;
}

/** Characters that a person sees come with an event. */
export function lengthOf(event: ModelEvent): number {
  if (event.type === 'text' || event.type === 'thinking') return event.text.length;
  return event.type === 'input' ? event.json.length : 0;
}
