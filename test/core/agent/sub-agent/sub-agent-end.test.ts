/** How the sub-agent of a closed window ended, as its thread tells. */
import { expect, it } from 'vitest';
import { endInThread } from '../../../../src/core/agent/sub-agent/sub-agent-end.ts';
import type { Block } from '../../../../src/core/message/message.ts';
import type { Entry, MessageEntry } from '../../../../src/core/thread/entry.ts';
import { entryId } from '../../../../src/core/thread/entry-id.ts';
import { replay } from '../../../../src/core/thread/thread.ts';

const task: Entry = {
  id: entryId(1),
  at: 1,
  type: 'message',
  origin: 'typed',
  blocks: [{ type: 'text', text: 'Look.' }],
};
const reply = (id: number, blocks: readonly Block[], cut?: MessageEntry['cut']): Entry => ({
  ...{ id: entryId(id), at: id, type: 'message', origin: 'model', blocks },
  ...(cut && { cut }),
});
const said = (text: string): Block => ({ type: 'text', text });
const call: Block = { type: 'tool_use', id: 'a', name: 'read_file', input: { path: 'a' } };
const results: Entry = {
  ...{ id: entryId(3), at: 3, type: 'message', origin: 'tools' },
  blocks: [{ type: 'tool_result', toolUseId: 'a', content: [{ type: 'text', text: 'a heron' }] }],
};

it.each<[string, readonly Entry[], ReturnType<typeof endInThread>]>([
  ['an unreadable thread', [], { type: 'closed', text: '' }],
  ['a thread without a reply', [task], { type: 'closed', text: '' }],
  ['a whole reply', [task, reply(2, [said('Reeds.')])], { type: 'done', text: 'Reeds.' }],
  ['a reply with a call', [task, reply(2, [said('I look.'), call])], { type: 'closed', text: 'I look.' }],
  ['results without a reply', [task, reply(2, [said('I look.'), call]), results], { type: 'closed', text: 'I look.' }],
  [
    'a whole reply after results',
    [task, reply(2, [call]), results, reply(4, [said('A heron.')])],
    { type: 'done', text: 'A heron.' },
  ],
  ['a blank reply', [task, reply(2, [said('  ')])], { type: 'closed', text: '' }],
  ['a reply cut by the window', [task, reply(2, [said('Ree')], 'closed')], { type: 'closed', text: 'Ree' }],
  ['a reply that failed', [task, reply(2, [said('Ree')], 'failed')], { type: 'closed', text: 'Ree' }],
  [
    'a reply cut at the output limit',
    [task, reply(2, [said('Ree')], 'length')],
    { type: 'done', text: 'Ree\n\n[The answer was cut at the output limit.]' },
  ],
])('%s', (_, entries, end) => {
  expect(endInThread(replay(entries))).toEqual(end);
});
