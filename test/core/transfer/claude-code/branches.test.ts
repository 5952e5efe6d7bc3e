/** Branches of a Claude Code file: what a rewind left behind, what only looks like it, and what was written twice. */
import { describe, expect, it } from 'vitest';
import { checkContext } from '../../../../src/core/thread/check-context.ts';
import { projectContext } from '../../../../src/core/thread/context.ts';
import { replay } from '../../../../src/core/thread/thread.ts';
import { importText, outline } from '../imported.ts';

interface Given {
  readonly [key: string]: unknown;
}

function record(uuid: string, parentUuid: string | null | undefined, more: Given): Given {
  return { uuid, ...(parentUuid !== undefined && { parentUuid }), sessionId: 's', ...more };
}

function user(uuid: string, parent: string | null | undefined, content: unknown = uuid, more: Given = {}): Given {
  return record(uuid, parent, { type: 'user', message: { role: 'user', content }, ...more });
}

function reply(uuid: string, parent: string | null | undefined, content: unknown = uuid, more: Given = {}): Given {
  const blocks = typeof content === 'string' ? [{ type: 'text', text: content }] : content;
  return record(uuid, parent, {
    type: 'assistant',
    message: { id: uuid, role: 'assistant', content: blocks },
    ...more,
  });
}

function call(uuid: string, parent: string, id: string, message = uuid): Given {
  const content = [{ type: 'tool_use', id, name: 'Read', input: {} }];
  return record(uuid, parent, { type: 'assistant', message: { id: message, role: 'assistant', content } });
}

function result(uuid: string, parent: string, id: string): Given {
  return user(uuid, parent, [{ type: 'tool_result', tool_use_id: id, content: uuid }]);
}

function lines(records: readonly Given[]): string {
  return records.map((one) => `${JSON.stringify(one)}\n`).join('');
}

/** The messages, and what was left out. */
async function read(records: readonly Given[]) {
  const { messages, leftOut, entries, odd } = await importText(lines(records), undefined, 1 << 20);
  expect(checkContext(projectContext(replay(entries)).messages)).toEqual([]);
  return { messages: outline(messages), leftOut, odd };
}

describe('I3 a rewind', () => {
  it('leaves the branch of the earlier prompt out, and counts it', async () => {
    const { messages, leftOut } = await read([
      user('first', null),
      reply('one', 'first'),
      user('wrong', 'one'),
      reply('wrong answer', 'wrong'),
      user('right', 'one'),
      reply('right answer', 'right'),
    ]);
    expect(messages).toEqual(['typed: "first"', 'model: "one"', 'typed: "right"', 'model: "right answer"']);
    expect(leftOut).toBe('2 other branch');
  });

  it('may be nested, and leave bookkeeping, calls and compactions behind', async () => {
    const { messages, leftOut } = await read([
      user('a', null),
      reply('b', 'a'),
      user('c', 'b'),
      call('d', 'c', 't1'),
      record('e', 'd', { type: 'progress', data: {} }),
      result('f', 'd', 't1'),
      record('g', 'f', {
        type: 'attachment',
        attachment: { type: 'nested_memory', path: 'x', content: 'left behind' },
      }),
      record('h', null, { type: 'system', subtype: 'compact_boundary', logicalParentUuid: 'g' }),
      user('summary', 'h', 'summary', { isCompactSummary: true }),
      user('i', 'summary'),
      user('j', 'b'),
      reply('k', 'j'),
      user('l', 'k'),
      user('m', 'k'),
    ]);
    expect(messages).toEqual(['typed: "a"', 'model: "b"', 'typed: "j"', 'model: "k"', 'typed: "m"']);
    expect(leftOut).toBe('9 other branch');
  });

  it.each([
    ['to the first prompt', [user('wrong', null), reply('x', 'wrong'), user('right', null), reply('y', 'right')]],
    [
      'behind what the program put between',
      [
        record('s', null, { type: 'system', subtype: 'informational' }),
        user('wrong', 's'),
        reply('x', 'wrong'),
        user('stop', 'x', '[Request interrupted by user]'),
        record('p', 's', { type: 'progress', data: {} }),
        user('meta', 'p', 'Caution.', { isMeta: true }),
        user('right', 'meta'),
        reply('y', 'right'),
      ],
    ],
    [
      'behind a record that is damaged',
      [user('wrong', 'lost'), reply('x', 'wrong'), user('right', 'lost'), reply('y', 'right')],
    ],
    [
      'to a command',
      [
        user('wrong', 'lost', '<command-name>/plan</command-name>'),
        reply('x', 'wrong'),
        user('right', 'lost'),
        reply('y', 'right'),
      ],
    ],
  ])('%s', async (_, records) => {
    const { messages, leftOut } = await read(records);
    expect(messages.join('\n')).not.toMatch(/wrong|"x"|plan/);
    expect(messages.slice(-2)).toEqual(['typed: "right"', 'model: "y"']);
    expect(leftOut).toContain('other branch');
  });

  it('keeps the branch of the newest record, wherever it stands', async () => {
    const { messages } = await read([
      user('a', null),
      reply('b', 'a'),
      user('right', 'b'),
      reply('c', 'right'),
      user('wrong', 'b'),
      reply('d', 'wrong'),
      user('e', 'c'),
    ]);
    expect(messages).toEqual(['typed: "a"', 'model: "b"', 'typed: "right"', 'model: "c"', 'typed: "e"']);
  });
});

describe('I3 no rewind', () => {
  it.each([
    [
      'parallel calls',
      [
        user('a', null),
        call('b', 'a', 't1', 'm'),
        call('c', 'b', 't2', 'm'),
        result('d', 'b', 't1'),
        result('e', 'c', 't2'),
        user('f', 'e'),
        reply('g', 'f'),
      ],
      [
        'typed: "a"',
        'model: Read t1 {} + Read t2 {}',
        'tools: result t1 "d"',
        'tools: result t2 "e"',
        'typed: "f"',
        'model: "g"',
      ],
    ],
    [
      'a late result of a parallel call',
      [
        user('a', null),
        call('b', 'a', 't1', 'm'),
        call('c', 'b', 't2', 'm'),
        result('e', 'c', 't2'),
        user('f', 'e'),
        result('d', 'b', 't1'),
      ],
      ['typed: "a"', 'model: Read t1 {} + Read t2 {}', 'tools: result t2 "e"', 'tools: result t1 "d"', 'typed: "f"'],
    ],
    [
      'progress that forks',
      [
        user('a', null),
        call('b', 'a', 't1'),
        record('p', 'b', { type: 'progress', data: {} }),
        record('q', 'p', { type: 'progress', data: {} }),
        result('c', 'b', 't1'),
        reply('d', 'q'),
        user('e', 'd'),
      ],
      ['typed: "a"', 'model: Read t1 {}', 'tools: result t1 "c"', 'model: "d"', 'typed: "e"'],
    ],
    [
      'a dangling parent',
      [user('a', 'gone'), reply('b', 'a'), user('c', 'lost'), reply('d', 'c'), user('e', 'lost too')],
      ['typed: "a"', 'model: "b"', 'typed: "c"', 'model: "d"', 'typed: "e"'],
    ],
    ['a cycle', [user('a', 'c'), reply('b', 'a'), user('c', 'b')], ['typed: "a"', 'model: "b"', 'typed: "c"']],
    ['a record that is its own parent', [user('a', 'a'), user('b', 'b')], ['typed: "a"', 'typed: "b"']],
    [
      'records that all have no parent',
      [user('a', null), reply('b', null), user('c', null)],
      ['typed: "a"', 'model: "b"', 'typed: "c"'],
    ],
    ['records that name none', [user('a', undefined), user('b', undefined)], ['typed: "a"', 'typed: "b"']],
    [
      'two sessions in one file',
      [user('a', null), reply('b', 'a'), user('c', null, 'c', { sessionId: 'other' }), reply('d', 'c')],
      ['typed: "a"', 'model: "b"', 'typed: "c"', 'model: "d"'],
    ],
    [
      'prompts that follow each other',
      [user('a', null), user('stop', 'a', '[Request interrupted by user]'), user('b', 'stop'), user('c', 'b')],
      ['typed: "a"', 'program: "[Request interrupted by user]"', 'typed: "b"', 'typed: "c"'],
    ],
  ])('%s', async (_, records, expected) => {
    const { messages, leftOut } = await read(records);
    expect(messages).toEqual(expected);
    expect(leftOut ?? '').not.toContain('branch');
  });
});

describe('I4 a record that was written twice', () => {
  const once = [user('a', null), reply('b', 'a'), user('c', 'b'), reply('d', 'c')];

  it.each([
    [
      'by a session that goes on',
      [...once.slice(0, 2), ...once.slice(0, 2).map((one) => ({ ...one, sessionId: 't' })), ...once.slice(2)],
    ],
    ['right behind itself', once.flatMap((one) => [one, one])],
    ['at the end of the file', [...once, ...once]],
    ['with another place in the tree', [...once, { ...once[1], parentUuid: null, isSidechain: false }]],
  ])('counts once: %s', async (_, records) => {
    const { messages, leftOut } = await read(records);
    expect(messages).toEqual(['typed: "a"', 'model: "b"', 'typed: "c"', 'model: "d"']);
    expect(leftOut).toBe(`${records.length - 4} repeated`);
  });

  it('is none when it says something else', async () => {
    const { messages } = await read([user('a', null), user('a', null, 'other')]);
    expect(messages).toEqual(['typed: "a"', 'typed: "other"']);
  });

  it('leaves a rewind at the original', async () => {
    const records = [user('a', null), reply('b', 'a'), user('wrong', 'b'), reply('x', 'wrong'), user('right', 'b')];
    const { messages } = await read([...records, reply('x', 'wrong')]);
    expect(messages).toEqual(['typed: "a"', 'model: "b"', 'typed: "right"']);
  });
});

it('reads 20,000 records with a rewind at each tenth in time that grows with their number', async () => {
  const records = Array.from({ length: 20_000 }, (_, i) => {
    const parent = i === 0 ? null : `r${i % 10 === 9 ? i - 3 : i - 1}`;
    return i % 2 === 1
      ? user(`r${i}`, parent)
      : reply(`r${i}`, parent, `r${i}`, { message: { id: 'one', content: [{ type: 'text', text: 'x' }] } });
  });
  const { entries, leftOut } = await importText(lines(records), undefined, 1 << 20);
  expect(entries.length).toBeGreaterThan(10_000);
  expect(leftOut).toMatch(/^\d+ other branch$/);
});
