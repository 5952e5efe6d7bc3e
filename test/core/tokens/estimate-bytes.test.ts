/** R52's rule of thumb: bytes / 4, arguments / 4, four a message. */
import { expect, test } from 'vitest';
import type { Block, Message } from '../../../src/core/message/message.ts';
import { estimateByBytes } from '../../../src/core/tokens/estimate-bytes.ts';

const message = (...blocks: readonly Block[]): Message => ({ role: 'user', blocks });
const text = (text: string): Block => ({ type: 'text', text });
const call: Block = { type: 'tool_use', id: 'x', name: 'read', input: { path: 'a.ts' } }; // {"path":"a.ts"}: 15 bytes

test.each<readonly [string, readonly Message[], number]>([
  ['no message', [], 0],
  ['a message of nothing', [message()], 4],
  ['eight characters', [message(text('12345678'))], 2 + 4],
  ['nine characters', [message(text('123456789'))], 3 + 4],
  ['bytes, not characters', [message(text('ああああ'))], 3 + 4],
  ['two blocks as one text', [message(text('12'), text('34'))], 1 + 4],
  ['thinking and reminders', [message({ type: 'thinking', text: '1234' }, { type: 'reminder', text: '5678' })], 2 + 4],
  ['arguments apart from the text', [message(text('1'), call)], 1 + 4 + 4],
  [
    'the text of a result',
    [message({ type: 'tool_result', toolUseId: 'x', content: [{ type: 'text', text: '12345678' }] })],
    2 + 4,
  ],
  ['no image', [message({ type: 'image', mediaType: 'image/png', data: 'A'.repeat(4000) })], 4],
  ['the sum of a history', [message(text('1234')), message(text('12345678'))], 1 + 4 + 2 + 4],
])('R52 counts %s', (_, messages, tokens) => {
  expect(estimateByBytes(messages)).toBe(tokens);
});
