/** What a provider is asked to compact: the head of a thread, as it may be sent. */
import { describe, expect, it } from 'vitest';
import type { Block } from '../../../src/core/message/message.ts';
import { projectContext, projectHead } from '../../../src/core/thread/context.ts';
import type { Entry } from '../../../src/core/thread/entry.ts';
import { entryId } from '../../../src/core/thread/entry-id.ts';
import { replay } from '../../../src/core/thread/thread.ts';

const thinking: Block = { type: 'thinking', text: 'I wonder.', signature: 's', by: 'us' };
const call: Block = { type: 'tool_use', id: 'a', name: 'look', input: {} };
const message = (id: number, origin: 'typed' | 'model' | 'tools', ...blocks: Block[]): Entry => ({
  type: 'message',
  id: entryId(id),
  at: 0,
  origin,
  blocks,
});
const round = (...reply: Block[]): Entry[] => [
  message(1, 'typed', { type: 'text', text: 'go' }),
  message(2, 'model', ...reply),
  message(3, 'tools', { type: 'tool_result', toolUseId: 'a', content: [] }),
];
/** A boundary that took the block out of entry 2. */
const strips = (at: number): Entry => ({
  type: 'compaction',
  id: entryId(4),
  at: 0,
  strategy: 'extract',
  trigger: 'manual',
  tokensBefore: 2,
  tokensAfter: 1,
  steps: [],
  edits: [{ type: 'blocks', span: { entry: entryId(2), from: at, to: at }, fate: 'dropped', replacement: [] }],
});

describe('the head of a thread', () => {
  it('ends with a line of the user where a boundary took the thinking from its last round', () => {
    const { items } = replay([...round(thinking, call), strips(0)]);
    const { messages } = projectHead(items, 'us');
    expect(messages.slice(0, -1)).toEqual(projectContext({ items }, 'us').messages.slice(0, -1));
    expect(messages.at(-1)?.blocks.map(({ type }) => type)).toEqual(['tool_result', 'text']);
  });

  it.each([
    ['has its thinking', round(thinking, call)],
    ['never had any', round(call)],
    ['lost something else', [...round({ type: 'text', text: 'I look.' }, call), strips(0)]],
    ['is answered', [...round(thinking, call), strips(0), message(5, 'model', { type: 'text', text: 'Done.' })]],
  ])('is the context of its messages where its last round %s', (_, entries) => {
    const { items } = replay(entries);
    expect(projectHead(items, 'us')).toEqual(projectContext({ items }, 'us'));
  });
});
