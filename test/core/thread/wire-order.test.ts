/** Wire order by table: what the log may hold, and what the provider gets. */
import { describe, expect, it } from 'vitest';
import type { Block, Message } from '../../../src/core/message/message.ts';
import { toWireOrder } from '../../../src/core/thread/wire-order.ts';

const text = (value: string): Block => ({ type: 'text', text: value });
const call = (id: string): Block => ({ type: 'tool_use', id, name: 'run', input: {} });
const result = (id: string, value = id): Block => ({
  type: 'tool_result',
  toolUseId: id,
  content: [{ type: 'text', text: value }],
});
const user = (...blocks: Block[]): Message => ({ role: 'user', blocks });
const assistant = (...blocks: Block[]): Message => ({ role: 'assistant', blocks });
const brief = (messages: readonly Message[]) =>
  messages.map((m) => `${m.role[0]}: ${m.blocks.map(briefBlock).join(' ')}`);

function briefBlock(block: Block): string {
  if (block.type === 'text') return block.text.split('\n')[0] ?? '';
  if (block.type === 'tool_use') return `call(${block.id})`;
  if (block.type === 'tool_result')
    return `result(${block.toolUseId}${block.isError ? ' missing' : ''}:${block.content.map((c) => (c.type === 'text' ? c.text : c.type)).join()})`;
  return block.type;
}

const MISSING = '[No result was recorded for this call.]';

describe('toWireOrder', () => {
  const rows: readonly [string, readonly Message[], readonly string[]][] = [
    ['an empty thread stays empty', [], []],
    ['neighbours of one role become one message', [user(text('a')), user(text('b'))], ['u: a b']],
    ['blank text and empty messages go', [user(text('a')), assistant(text(' \n')), user(text('b'))], ['u: a b']],
    [
      'a first message of the assistant gets a user before it',
      [assistant(text('a'))],
      ['u: [The thread starts with the assistant.]', 'a: a'],
    ],
    [
      'results come in the order of their calls, before what was typed',
      [user(text('go')), assistant(call('x'), call('y')), user(text('wait'), result('y')), user(result('x'))],
      ['u: go', 'a: call(x) call(y)', 'u: result(x:x) result(y:y) wait'],
    ],
    [
      'case 20: one of two parallel calls without its result gets one that says so',
      [user(text('go')), assistant(call('x'), call('y')), user(result('y'))],
      ['u: go', 'a: call(x) call(y)', `u: result(x missing:${MISSING}) result(y:y)`],
    ],
    [
      'calls at the end are answered',
      [user(text('go')), assistant(call('x'))],
      ['u: go', 'a: call(x)', `u: result(x missing:${MISSING})`],
    ],
    [
      'a result without its call becomes text',
      [user(result('x', 'late')), assistant(text('ok'))],
      ['u: [Result of a call that is not in this context:] late', 'a: ok'],
    ],
    [
      'a result that comes after the next reply is no answer any more',
      [user(text('go')), assistant(call('x')), user(text('hm')), assistant(text('ok')), user(result('x', 'late'))],
      [
        'u: go',
        'a: call(x)',
        `u: result(x missing:${MISSING}) hm`,
        'a: ok',
        'u: [Result of a call that is not in this context:] late',
      ],
    ],
    [
      'an id that is used twice is renamed with its result',
      [user(text('go')), assistant(call('x')), user(result('x', '1')), assistant(call('x')), user(result('x', '2'))],
      ['u: go', 'a: call(x)', 'u: result(x:1)', 'a: call(x_2)', 'u: result(x_2:2)'],
    ],
    [
      'case 21: two byte-identical empty results stay two',
      [user(text('go')), assistant(call('x'), call('y')), user(result('x', ''), result('y', ''))],
      ['u: go', 'a: call(x) call(y)', 'u: result(x:) result(y:)'],
    ],
  ];
  it.each(rows)('%s', (_, messages, expected) => {
    expect(brief(toWireOrder(messages).messages)).toEqual(expected);
  });

  const thinking: Block = { type: 'thinking', text: 'hm', signature: 's' };

  it.each<[string, readonly Message[], readonly string[]]>([
    [
      'that opens a reply is the opening of its message, whatever the assistant said before',
      [user(text('go')), assistant(text('a')), assistant(text('b')), assistant(thinking, call('x')), user(result('x'))],
      ['u: go', 'a: a b', 'u: [The assistant goes on.]', 'a: thinking call(x)', 'u: result(x:x)'],
    ],
    [
      'after thinking stays where it is',
      [user(text('go')), assistant(thinking), assistant(text('a')), assistant(thinking, call('x')), user(result('x'))],
      ['u: go', 'a: thinking a thinking call(x)', 'u: result(x:x)'],
    ],
    [
      'after a call that is open stays with it',
      [user(text('go')), assistant(call('x')), assistant(thinking, call('y')), user(result('x'), result('y'))],
      ['u: go', 'a: call(x) thinking call(y)', 'u: result(x:x) result(y:y)'],
    ],
  ])('thinking %s', (_, messages, expected) => {
    const wire = toWireOrder(messages);
    expect(brief(wire.messages)).toEqual(expected);
    expect(wire.repairs.map(({ type }) => type)).toEqual(expected.length === 5 ? ['text-before-thinking'] : []);
  });

  it('returns what is in order as the same objects', () => {
    const messages = [user(text('go')), assistant(call('x')), user(result('x')), assistant(text('done'))];
    const wire = toWireOrder(messages);
    expect(wire.repairs).toEqual([]);
    expect(wire.messages.every((message, i) => message === messages[i])).toBe(true);
  });

  it('names every repair', () => {
    const { repairs } = toWireOrder([assistant(call('x'), call('x')), user(result('z'))]);
    expect(repairs.map((r) => r.type).sort()).toEqual(
      ['duplicate-id', 'missing-result', 'missing-result', 'no-first-user', 'orphan-result'].sort(),
    );
  });
});
