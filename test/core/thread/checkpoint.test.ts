/** Checkpoints (R1–R3). */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  checkpointText,
  newCheckpointId,
  parseCheckpoint,
  withCheckpoint,
} from '../../../src/core/thread/checkpoint.ts';
import type { MessageEntry } from '../../../src/core/thread/entry.ts';
import { entryId } from '../../../src/core/thread/entry-id.ts';

const entry = (origin: MessageEntry['origin'], ...blocks: MessageEntry['blocks']): MessageEntry => ({
  type: 'message',
  id: entryId(7),
  at: 0,
  origin,
  blocks,
});

describe('checkpoints', () => {
  it('R2 have six characters of a-z and 0-9, unique in their thread', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(), { maxLength: 200 }), (seeds) => {
        const taken = new Set<string>();
        for (const seed of seeds) {
          const id = newCheckpointId(seed, taken);
          expect(id).toMatch(/^[a-z0-9]{6}$/);
          expect(taken.has(id)).toBe(false);
          taken.add(id);
        }
      }),
    );
  });

  it('R3 go to the wire and back', () => {
    fc.assert(fc.property(fc.stringMatching(/^[a-z0-9]{6}$/), (id) => parseCheckpoint(checkpointText(id)) === id));
  });

  it.each(['see <checkpoint:abcdef> above', '<checkpoint:abcde>', '<checkpoint:ABCDEF>', '<checkpoint:abcdef> '])(
    'R3 are not seen in prose: %s',
    (text) => expect(parseCheckpoint(text)).toBeUndefined(),
  );

  it('R1 end every user message, after its reminder, and no assistant message', () => {
    const taken = new Set<string>();
    const text = { type: 'text', text: 'a' } as const;
    const user = withCheckpoint(entry('typed', text, { type: 'reminder', text: 'r' }), taken);
    expect(user.blocks.map((b) => b.type)).toEqual(['text', 'reminder', 'checkpoint']);
    expect(withCheckpoint(entry('tools'), taken).blocks.at(-1)?.type).toBe('checkpoint');
    expect(withCheckpoint(entry('model', text), taken).blocks).toEqual([text]);
  });

  it('R3 a pasted marker never hijacks an id that is taken', () => {
    const taken = new Set(['abcdef']);
    const pasted = withCheckpoint(entry('typed', { type: 'checkpoint', id: 'abcdef' }), taken);
    const last = pasted.blocks.at(-1);
    expect(last?.type === 'checkpoint' && last.id).not.toBe('abcdef');
    expect(pasted.blocks).toHaveLength(1);
  });
});
