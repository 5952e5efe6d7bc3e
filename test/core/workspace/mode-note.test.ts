/** What the model is told of the mode Plan. */
import { expect, it } from 'vitest';
import type { Mode } from '../../../src/core/permission/request.ts';
import type { Entry, Planned } from '../../../src/core/thread/entry.ts';
import { entryId } from '../../../src/core/thread/entry-id.ts';
import { replay } from '../../../src/core/thread/thread.ts';
import { modeNote } from '../../../src/core/workspace/mode-note.ts';

const SAID: Planned = { type: 'message', origin: 'model', blocks: [{ type: 'text', text: 'done' }] };
const CALL: Planned = {
  type: 'message',
  origin: 'model',
  blocks: [{ type: 'tool_use', id: 'c1', name: 'read_file', input: {} }],
};

/** The notes of a thread that begins with `first`, and in which the mode is looked at before each next reply. */
function notes(modes: readonly Mode[], ...first: readonly Planned[]): readonly (string | undefined)[] {
  const planned = [...first];
  return modes.map((mode) => {
    const entries = planned.map((entry, at): Entry => ({ ...entry, id: entryId(at + 1), at }));
    const note = modeNote(replay(entries), mode);
    planned.push(...(note ? [note] : []), SAID);
    const [block] = note?.blocks ?? [];
    return block?.type === 'text' ? /^The person has \w+ the mode Plan/.exec(block.text)?.[0] : undefined;
  });
}

const SET = 'The person has set the mode Plan';
const ENDED = 'The person has ended the mode Plan';

it('is said once at each change, and where a thread begins in it', () => {
  expect(notes(['ask', 'edit', 'plan', 'plan', 'ask', 'edit', 'plan'])).toEqual([
    ...[undefined, undefined, SET, undefined],
    ...[ENDED, undefined, SET],
  ]);
  expect(notes(['plan', 'plan'])).toEqual([SET, undefined]);
});

it('does not come between a call and its result', () => {
  expect(notes(['plan'], SAID, CALL)).toEqual([undefined]);
});

it('is not taken from what a person or a model wrote', () => {
  const note = modeNote(replay([]), 'plan');
  const quoted: Planned = { type: 'message', origin: 'typed', blocks: note?.blocks ?? [] };
  expect(notes(['plan'], quoted)).toEqual([SET]);
});
