/** How streamed events become a message. */
import { describe, expect, it } from 'vitest';
import { type ModelEvent, ReplyBuilder } from '../../../src/core/agent/model-event.ts';

const END = { type: 'end', reason: 'done' } as const;
const STOPPED = { type: 'error', error: { kind: 'cancelled', message: '' } } as const;

function built(events: readonly ModelEvent[], end?: typeof END | typeof STOPPED) {
  const builder = new ReplyBuilder();
  for (const event of events) builder.add(event);
  return builder.finish(end);
}

const call: readonly ModelEvent[] = [
  { type: 'call', id: 'a', name: 'read_file' },
  { type: 'call', id: 'b', name: 'run' },
  { type: 'input', id: 'a', json: '{"path":' },
  { type: 'input', id: 'b', json: 'rm -r' },
  { type: 'input', id: 'a', json: '"x.ts"}' },
];

describe('ReplyBuilder', () => {
  it('joins the pieces of text, thinking and inputs, also of calls that come at the same time', () => {
    const { blocks, unreadable } = built(
      [
        { type: 'thinking', text: 'Let me ' },
        { type: 'thinking', text: 'see.' },
        { type: 'signature', of: 'thinking', signature: 's' },
        { type: 'text', text: 'I ' },
        { type: 'text', text: 'look.' },
        ...call,
      ],
      END,
    );
    expect(blocks).toEqual([
      { type: 'thinking', text: 'Let me see.', signature: 's' },
      { type: 'text', text: 'I look.' },
      { type: 'tool_use', id: 'a', name: 'read_file', input: { path: 'x.ts' } },
      { type: 'tool_use', id: 'b', name: 'run', input: 'rm -r' },
    ]);
    expect([...unreadable]).toEqual(['b']);
  });

  it.each([
    [
      'a call without any input has an empty object',
      [{ type: 'call', id: 'a', name: 'n' }],
      [{ type: 'tool_use', id: 'a', name: 'n', input: {} }],
    ],
    ['blank text is none', [{ type: 'text', text: ' \n' }], []],
    [
      'a signature alone seals withheld thinking',
      [{ type: 'signature', of: 'thinking', signature: 's' }],
      [{ type: 'thinking', text: '', signature: 's' }],
    ],
    [
      'redacted thinking stays as it is',
      [{ type: 'redacted-thinking', data: 'AA' }],
      [{ type: 'redacted_thinking', data: 'AA' }],
    ],
    [
      'thinking after a signature is another one',
      [
        { type: 'thinking', text: 'a' },
        { type: 'signature', of: 'thinking', signature: '1' },
        { type: 'thinking', text: 'b' },
      ],
      [
        { type: 'thinking', text: 'a', signature: '1' },
        { type: 'thinking', text: 'b' },
      ],
    ],
  ] as const)('%s', (_, events, blocks) => expect(built(events, END).blocks).toEqual(blocks));

  it('of a reply that was stopped the text stays; unsigned thinking and calls, which may be half, go', () => {
    const { blocks, end } = built([{ type: 'text', text: 'I lo' }, { type: 'thinking', text: 'hm' }, ...call], STOPPED);
    expect(blocks).toEqual([{ type: 'text', text: 'I lo' }]);
    expect(end).toBe(STOPPED);
  });

  it('says when a stream ended too early, and keeps the usage that came', () => {
    const usage = { input: 1, output: 2, cacheCreation: 0, cacheRead: 0, total: 3 };
    const reply = built([
      { type: 'text', text: 'I' },
      { type: 'usage', usage },
    ]);
    expect(reply).toMatchObject({ usage, end: { type: 'error', error: { kind: 'network' } } });
  });
});
