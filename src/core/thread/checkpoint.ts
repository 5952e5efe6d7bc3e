/** Checkpoints: ids at the end of user messages, by which a model can name ranges (R1–R3). */
import type { List } from '../lang/grow-list.ts';
import type { Block } from '../message/message.ts';
import type { Entry, MessageEntry } from './entry.ts';

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz0123456789';
const LENGTH = 6;
const WIRE = /^<checkpoint:([a-z0-9]{6})>$/;

/** The wire text of a checkpoint, in a text block of its own (R2). */
export function checkpointText(id: string): string {
  return `<checkpoint:${id}>`;
}

/** The id when the whole text is a checkpoint's wire form; prose that only contains one is no checkpoint (R3). */
export function parseCheckpoint(text: string): string | undefined {
  return WIRE.exec(text)?.[1];
}

/**
 * An id that is not taken, from a seed: the same seed and the same taken ids give the same id, so that an import is
 * reproducible. Collisions are drawn again (R2).
 */
export function newCheckpointId(seed: number, taken: ReadonlySet<string>): string {
  for (let round = 0; ; round++) {
    const id = draw(seed, round);
    if (!taken.has(id)) return id;
  }
}

/** The entry with a checkpoint as its last block, when it is a user's and has none (R1). `taken` gets the new id. */
export function withCheckpoint(entry: MessageEntry, taken: Set<string>): MessageEntry {
  if (entry.origin === 'model') return entry;
  const last = entry.blocks.at(-1);
  const own = last?.type === 'checkpoint' && !taken.has(last.id);
  const id = own ? last.id : newCheckpointId(entry.id, taken);
  taken.add(id);
  if (own) return entry;
  const kept: readonly Block[] = last?.type === 'checkpoint' ? entry.blocks.slice(0, -1) : entry.blocks;
  return { ...entry, blocks: [...kept, { type: 'checkpoint', id }] };
}

/** Every checkpoint id in these messages, in order. */
export function checkpointIds(messages: List<{ readonly blocks: readonly Block[] }>): readonly string[] {
  return messages.flatMap((m) => m.blocks.flatMap((b) => (b.type === 'checkpoint' ? [b.id] : [])));
}

/** Every checkpoint id in a log, also in entries that a restore left out, so that no id is given twice (R2). */
export function takenCheckpoints(entries: readonly Entry[]): Set<string> {
  return new Set(checkpointIds(entries.flatMap((entry) => (entry.type === 'message' ? [entry] : []))));
}

/** A few rounds of xorshift: well spread, and the same on every machine. */
function draw(seed: number, round: number): string {
  let state = (Math.imul(seed + 1, 0x9e3779b1) ^ Math.imul(round + 1, 0x85ebca6b)) >>> 0 || 1;
  let id = '';
  for (let i = 0; i < LENGTH; i++) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    id += ALPHABET[(state >>> 0) % ALPHABET.length];
  }
  return id;
}
