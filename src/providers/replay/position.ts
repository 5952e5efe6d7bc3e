/** Finds how far a thread has replayed its recording. */
import type { ModelRequest } from '../../core/agent/ports.ts';
import type { Block, Message } from '../../core/message/message.ts';
import type { Recording } from './recording.ts';

// The position is read from the request alone, so that it holds after a restart and follows an undo or a restore. Each reply's
// last part is sealed with the reply's number, which stays in the log and comes back to this model only. A compaction keeps
// the newest round, and with it the seal; where it is gone all the same, the summary that the recording wrote says how far it
// was, and last of all the recorded words are looked for.

/** The seal of a reply, by its index. */
export function sealOf(index: number): string {
  return `reply ${index + 1}`;
}

const SEAL = /^reply (\d+)$/;

/** The line of a summary that says how far the recording was. */
export function playedLine(position: number, { replies }: Pick<Recording, 'replies'>): string {
  return `Played so far: ${position} of ${replies.length} replies of the recording.`;
}

/** Replies that are behind the request; the index of the next one. Linear in what is sent, by replies without a seal. */
export function nextReplyIndex(
  { messages }: Pick<ModelRequest, 'messages'>,
  recording: Pick<Recording, 'replies'>,
  modelKey: string,
): number {
  return sealedPosition(messages, modelKey) ?? writtenPosition(messages) ?? spokenPosition(messages, recording) ?? 0;
}

function sealedPosition(messages: readonly Message[], modelKey: string): number | undefined {
  const seals = messages.flatMap(({ blocks }) =>
    blocks.flatMap((block) => ('signature' in block && block.by === modelKey ? (block.signature ?? []) : [])),
  );
  return numberIn(
    seals.findLast((seal) => SEAL.test(seal)),
    SEAL,
  );
}

function writtenPosition(messages: readonly Message[]): number | undefined {
  return numberIn(
    textOf(messages)
      .match(/Played so far: \d+ of /g)
      ?.at(-1),
    /(\d+)/,
  );
}

function spokenPosition(messages: readonly Message[], { replies }: Pick<Recording, 'replies'>): number | undefined {
  const said = textOf(messages);
  const last = replies.findLastIndex(({ text }) => text !== undefined && said.includes(text));
  return last < 0 ? undefined : last + 1;
}

function numberIn(text: string | undefined, pattern: RegExp): number | undefined {
  const digits = text?.match(pattern)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

function textOf(messages: readonly Message[]): string {
  const texts = (block: Block): readonly string[] => (block.type === 'text' ? [block.text] : []);
  return messages.flatMap(({ blocks }) => blocks.flatMap(texts)).join('\n');
}
