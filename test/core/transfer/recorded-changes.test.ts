/** What a recorded agent took out of its thread: rolled-back turns of Codex, condensed and truncated messages of Cline's kin. */
import { describe, expect, it } from 'vitest';
import { applyBoundary } from '../../../src/core/compaction/apply-boundary.ts';
import { planUndo } from '../../../src/core/compaction/undo.ts';
import { checkContext } from '../../../src/core/thread/check-context.ts';
import { projectContext } from '../../../src/core/thread/context.ts';
import { overlapPartly } from '../../../src/core/thread/live-edits.ts';
import { append, replay, type Thread } from '../../../src/core/thread/thread.ts';
import { type Imported, importText, outline } from './imported.ts';

function shown(thread: Thread): readonly string[] {
  const { messages } = projectContext(thread);
  expect(checkContext(messages)).toEqual([]);
  return outline(messages.map(({ role, blocks }) => ({ origin: role === 'user' ? 'typed' : 'model', blocks })));
}

function sent({ entries, compactions }: Imported): readonly string[] {
  const edits = compactions.flatMap((compaction) => compaction.edits);
  for (const one of edits) for (const other of edits) expect(overlapPartly(one, other)).toBe(false);
  return shown(replay(entries));
}

/** With all recorded compactions undone, the newest first. */
function undone({ entries, compactions }: Imported): readonly string[] {
  const thread = compactions.toReversed().reduce((current, { id }) => {
    const undo = planUndo(current, id);
    if (!undo.ok) throw new Error(`compaction ${id} can't be undone`);
    return append(current, applyBoundary(current, undo.value, 0));
  }, replay(entries));
  return shown(thread);
}

describe('I2 turns that Codex rolled back', () => {
  const item = (payload: object) => ({ type: 'response_item', payload });
  const user = (text: string) => item({ type: 'message', role: 'user', content: [{ type: 'input_text', text }] });
  const model = (text: string) =>
    item({ type: 'message', role: 'assistant', content: [{ type: 'output_text', text }] });
  const event = (type: string, more: object = {}) => ({ type: 'event_msg', payload: { type, ...more } });
  const typed = (text: string) => [user(text), event('user_message', { message: text })];
  const turn = (name: string) => [...typed(name), model(`re ${name}`)];
  const back = (turns: unknown) => event('thread_rolled_back', { num_turns: turns });
  const meta = { type: 'session_meta', payload: { id: 'x', cwd: '/w' } };
  const context = user('<environment_context>\n/w\n</environment_context>');

  it.each([
    ['one', [...turn('a'), ...turn('b'), back(1), ...turn('c')], ['a', 'c'], 2],
    ['two', [...turn('a'), ...turn('b'), ...turn('c'), back(2), ...turn('d')], ['a', 'd'], 4],
    ['one after the other', [...turn('a'), ...turn('b'), back(1), ...turn('c'), back(2), ...turn('d')], ['d'], 6],
    ['all, and more than there are', [...turn('a'), ...turn('b'), back(7), ...turn('c')], ['c'], 4],
    ['at the end', [...turn('a'), ...turn('b'), back(1)], ['a'], 2],
    ['before a reply', [...turn('a'), ...typed('b'), back(1), ...turn('c')], ['a', 'c'], 1],
    [
      'without events',
      [user('a'), model('re a'), user('b'), model('re b'), back(1), user('c'), model('re c')],
      ['a', 'c'],
      2,
    ],
    ['none, where the number is none', [...turn('a'), back('x'), back(-1), ...turn('b')], ['a', 'b'], 0],
    ['with the context before them', [...turn('a'), context, ...turn('b'), back(1), ...turn('c')], ['a', 'c'], 3],
  ])('%s', async (_, records, turns, count) => {
    const imported = await importText([meta, ...records].map((one) => `${JSON.stringify(one)}\n`).join(''));
    expect(sent(imported)).toEqual(turns.flatMap((name) => [`typed: "${name}"`, `model: "re ${name}"`]));
    expect(imported.leftOut?.match(/(\d+) other branch/)?.[1] ?? '0').toBe(String(count));
  });

  it('keep the context of the thread, and take a compaction back that was made in them', async () => {
    const compacted = { type: 'compacted', payload: { message: 'summary', replacement_history: [] } };
    const records = [meta, context, ...turn('a'), ...typed('b'), compacted, model('re b'), back(1), ...turn('c')];
    const imported = await importText(records.map((one) => `${JSON.stringify(one)}\n`).join(''));
    expect(imported.compactions).toEqual([]);
    expect(outline(imported.messages).map((line) => line.slice(0, 20))).toEqual([
      'program: "<environme',
      'typed: "a"',
      'model: "re a"',
      'typed: "c"',
      'model: "re c"',
    ]);
  });
});

const text = (content: string, more: object = {}) => ({
  role: 'user',
  content: [{ type: 'text', text: content }],
  ...more,
});
const said = (content: string, more: object = {}) => ({
  role: 'assistant',
  content: [{ type: 'text', text: content }],
  ...more,
});
const uses = (...calls: readonly (readonly [string, string])[]) => ({
  role: 'assistant',
  content: calls.map(([id, name]) => ({ type: 'tool_use', id, name, input: {} })),
});
const task = text('<task>\nfix\n</task>');
const read = (messages: readonly unknown[]) => importText(JSON.stringify(messages));

describe('I1 results as text after native calls of Cline', () => {
  const user = (...texts: readonly string[]) => ({
    role: 'user',
    content: texts.map((one) => ({ type: 'text', text: one })),
  });

  it.each([
    [
      'in their order',
      [
        ['a', 'read'],
        ['b', 'read'],
      ],
      user("[read for 'x'] Result:\nX", "[read for 'y'] Result:\nY"),
      'result a "X" + result b "Y"',
    ],
    [
      'in another order, told by the tool',
      [
        ['a', 'read'],
        ['b', 'run'],
      ],
      user("[run for 'x'] Result:\nX", "[read for 'y'] Result:\nY"),
      'result a "Y" + result b "X"',
    ],
    [
      'of a tool with another name',
      [['a', 'server__find']],
      user("[use_mcp_tool for 'server'] Result:\nX"),
      'result a "X"',
    ],
    [
      'behind a header of its own',
      [['a', 'read']],
      user("[read for 'x'] Result:", 'X', 'more'),
      'result a "X" + "more"',
    ],
    [
      'fewer than calls',
      [
        ['a', 'read'],
        ['b', 'read'],
      ],
      user("[read for 'x'] Result:\nX"),
      'result a "X"',
    ],
    [
      'of a skipped call',
      [
        ['a', 'read'],
        ['b', 'run'],
      ],
      user("[read for 'x'] Result:\nX", "Skipping tool [run for 'y'] due to user rejecting a previous tool."),
      `result a "X" + error b "Skipping tool [run for 'y'] due to user rejecting a previous tool."`,
    ],
  ] as const)('%s', async (_, calls, answer, results) => {
    const imported = await read([task, uses(...calls), answer, said('done')]);
    expect(outline(imported.messages)[2]).toBe(`tools: ${results}`);
    expect(imported.odd).toEqual([]);
    sent(imported);
  });

  it('stand beside results of their own, images and what the person typed', async () => {
    const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'aaaa' } };
    const answer = {
      role: 'user',
      content: [
        { type: 'tool_result', tool_use_id: 'b', content: 'B' },
        { type: 'text', text: "[shot for 'x'] Result:\nA\n<feedback>\nnicer\n</feedback>" },
        image,
        { type: 'text', text: '<environment_details>\ne\n</environment_details>' },
      ],
    };
    const { messages } = await read([task, uses(['a', 'shot'], ['b', 'read']), answer]);
    expect(outline(messages).slice(2)).toEqual([
      'tools: result a "A" + image image/png undefinedxundefined + result b "B"',
      'typed: "nicer" + reminder "<environment_details>\\ne\\n</environment_details>"',
    ]);
  });
});

describe('I5 a condensed thread of Roo Code', () => {
  const of = (id: string) => ({ condenseParent: id });
  const summary = (id: string, more: object = {}) =>
    text(`summary ${id}`, { isSummary: true, condenseId: id, ...more });

  it('is compacted here: the summary stands for what it replaced, and undo brings it back', async () => {
    const imported = await read([
      { ...task, ...of('S') },
      { ...uses(['a', 'read']), ...of('S') },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'a', content: 'A' }], ...of('S') },
      summary('S'),
      said('I go on.'),
    ]);
    expect(imported.compactions).toMatchObject([{ trigger: 'recorded', strategy: 'summarize' }]);
    expect(sent(imported)).toEqual(['typed: "fix" + "summary S"', 'model: "I go on."']);
    expect(undone(imported)).toEqual(['typed: "fix"', 'model: read a {}', 'typed: result a "A"', 'model: "I go on."']);
  });

  it('keeps what is not tagged: of older versions the first message and the last three', async () => {
    const imported = await read([
      task,
      said('one', of('S')),
      text('<feedback>two</feedback>', of('S')),
      said('three', of('S')),
      {
        role: 'assistant',
        content: [
          { type: 'reasoning', text: 'Condensing.' },
          { type: 'text', text: 'summary' },
        ],
        isSummary: true,
        condenseId: 'S',
      },
      text('<feedback>four</feedback>'),
      said('five'),
    ]);
    // The newest typed message stays in every compaction.
    expect(sent(imported)).toEqual(['typed: "fix"', 'model: "summary"', 'typed: "two" + "four"', 'model: "five"']);
    expect(imported.odd).toEqual([]);
  });

  it('may be condensed again, and truncated between', async () => {
    const imported = await read([
      { ...task, ...of('S') },
      said('one', of('S')),
      summary('S', of('Z')),
      said('two', { truncationParent: 'T', ...of('Z') }),
      text('[Sliding window truncation]', { isTruncationMarker: true, truncationId: 'T', ...of('Z') }),
      text('<feedback>three</feedback>', of('Z')),
      said('four', of('Z')),
      summary('Z'),
      said('five'),
    ]);
    expect(imported.compactions.map(({ strategy }) => strategy)).toEqual(['summarize', 'truncate', 'summarize']);
    expect(sent(imported)).toEqual(['typed: "summary Z" + "three"', 'model: "five"']);
    expect(undone(imported)).toEqual([
      'typed: "fix"',
      'model: "one" + "two"',
      'typed: "three"',
      'model: "four" + "five"',
    ]);
  });

  it.each([
    ['whose summary is gone', [task, said('one', of('S')), said('two')], ['typed: "fix"', 'model: "one" + "two"']],
    [
      'whose summary comes first',
      [task, summary('S'), said('one', of('S')), text('<feedback>two</feedback>')],
      ['typed: "fix" + "summary S" + "two"'],
    ],
    [
      'whose summary stands for nothing',
      [task, said('one'), summary('S')],
      ['typed: "fix"', 'model: "one"', 'typed: reminder "summary S"'],
    ],
    [
      'that names itself',
      [task, summary('S', of('S')), said('one')],
      ['typed: "fix" + reminder "summary S"', 'model: "one"'],
    ],
  ])('%s', async (_, messages, expected) => {
    const imported = await read(messages);
    expect(imported.events[0]).toEqual({ type: 'format', format: 'cline' });
    expect(sent(imported)).toEqual(expected);
  });

  it('is told by its tags alone, and reads reasoning as thinking', async () => {
    const imported = await read([
      { role: 'user', content: 'plain', ...of('S') },
      { role: 'assistant', type: 'reasoning', encrypted_content: 'x' },
      {
        role: 'assistant',
        content: [
          { type: 'reasoning', text: 'Hm.' },
          { type: 'text', text: 'Yes.' },
          { type: 'thoughtSignature', thoughtSignature: 'x' },
        ],
      },
    ]);
    expect(imported.events[0]).toEqual({ type: 'format', format: 'cline' });
    expect(outline(imported.messages)[1]).toBe('model: thinking "Hm." + "Yes."');
    expect(imported.odd).toEqual([]);
  });
});

describe('I5 a truncated thread of Roo Code', () => {
  it('is compacted here: a marker stands for what is hidden', async () => {
    const hidden = { truncationParent: 'T' };
    const imported = await read([
      task,
      said('one', hidden),
      text('tool output', hidden),
      text('[Sliding window truncation: 2 messages hidden]', { isTruncationMarker: true, truncationId: 'T' }),
      said('kept'),
    ]);
    expect(imported.compactions).toMatchObject([{ trigger: 'recorded', strategy: 'truncate' }]);
    expect(sent(imported)).toEqual([
      'typed: "fix" + "[Sliding window truncation: 2 messages hidden]"',
      'model: "kept"',
    ]);
    expect(undone(imported)).toEqual([
      'typed: "fix"',
      'model: "one"',
      'typed: reminder "tool output"',
      'model: "kept"',
    ]);
  });
});
