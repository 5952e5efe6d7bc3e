/** Claude Code's records become a thread: pieces joined, origins told apart, compactions placed. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { overlapPartly } from '../../../../src/core/thread/live-edits.ts';
import { replay } from '../../../../src/core/thread/thread.ts';
import { isCaveat, isCommand, isProgramText, typedText } from '../../../../src/core/transfer/claude-code/text.ts';
import { fixture, importText, outline } from '../imported.ts';

const odd = await importText(fixture('odd.claude-code.jsonl'));

describe('a Claude Code file with every oddity', () => {
  it('is told by its content', () => {
    expect(odd.events[0]).toEqual({ type: 'format', format: 'claude-code' });
    expect(odd.failure).toBeUndefined();
  });

  it('gives these messages', () => {
    expect(outline(odd.messages)).toEqual([
      // It starts at a compaction: there is nothing before it, so the summary is a program's message.
      'program: "Summary of an earlier file."',
      'program: reminder "nested memory, AGENTS.md:\\nUse tabs."',
      'typed: "/plan the release"',
      'program: "Follow the plan skill."',
      // One message in three lines, with a progress line, a sub-agent, a result and an attachment between.
      'model: thinking "Two files." (c2ln) + Read a1 {"path":"a"} + Read a2 {"path":"b"}',
      'tools: result a1 "one"',
      'tools: result a2 "two" + image image/png 3x2',
      'program: reminder "edited text file, b.txt:\\n1\\tb"',
      'typed: "look at the second one"',
      'model: "The second one is an image." + redacted eHl6 + "{\\"type\\":\\"server_tool_use\\",\\"id\\":\\"s\\",\\"name\\":\\"web_search\\",\\"input\\":{}}"',
      'model: Bash a3 {"command":"make"}',
      'tools: error a3 "failed"',
      // Queued while the model worked: handed over once, though two lines say so. What was taken back is not here.
      'typed: "and run the linter"',
      'model: "It failed."',
      'typed: reminder "A task ended." + "What does <system-reminder> mean in prose?\\n"',
      'typed: reminder "<ide_opened_file>a.ts</ide_opened_file>" + "fix this" + reminder "Be brief."',
      'model: Bash a4 {"command":"sleep 99"}',
      'tools: error a4 "The user stopped this."',
      'program: "[Request interrupted by user for tool use]"',
      'program: "<local-command-caveat>Caveat: do not respond.</local-command-caveat>"',
      'program: "/model"',
      'program: "<local-command-stdout>Set model.</local-command-stdout>"',
      'program: "<task-notification>done</task-notification>"',
      'typed: image image/png 3x2 + "the newest one"',
      'model: Bash a5 {"command":"ls"}',
      'model: "Going on."',
      'model: "Still here."',
      'typed: "bare text"',
    ]);
  });

  it('counts usage once for a message, as its last line has it', () => {
    const [first] = odd.messages.filter((message) => message.origin === 'model');
    expect(first?.usage).toEqual({ input: 10, output: 30, cacheCreation: 5, cacheRead: 6, total: 51 });
    expect(first?.model).toBe('claude-opus-5-5');
  });

  it('keeps the newest typed message through a recorded compaction', () => {
    expect(odd.compactions).toHaveLength(1);
    const [compaction] = odd.compactions;
    const typed = odd.messages.find((message) => outline([message])[0]?.includes('the newest one'));
    expect(compaction).toMatchObject({
      trigger: 'recorded',
      strategy: 'summarize',
      tokensBefore: 90000,
      tokensAfter: 1200,
    });
    expect(compaction?.edits).toEqual([
      {
        type: 'entries',
        span: { from: 1, to: Number(typed?.id) - 1 },
        fate: 'summarized',
        replacement: [{ role: 'user', blocks: [{ type: 'text', text: 'Second summary.' }] }],
      },
      {
        type: 'entries',
        span: { from: Number(typed?.id) + 1, to: Number(typed?.id) + 1 },
        fate: 'summarized',
        replacement: [],
      },
    ]);
  });

  it('notes an API error, and a compaction without its summary', () => {
    expect(odd.entries.flatMap((entry) => (entry.type === 'note' ? [entry.text] : []))).toEqual([
      'API Error: overloaded',
      'The recorded agent compacted the thread here, but its summary is not in the file; nothing was left out.',
    ]);
  });

  it('reports odd lines, counts the others, and takes the best title', () => {
    expect(odd.odd).toEqual([
      '15: not JSON',
      '16: no object',
      '17: no object',
      '18: unknown type from-the-future',
      '19: no type',
      '20: a block of type server_tool_use kept as text',
      '45: a block that is plain text',
    ]);
    expect(odd.events.at(-1)).toEqual({
      type: 'left-out',
      lines: 7,
      detail: '1 progress, 1 sub-agent, 5 bookkeeping',
    });
    expect(odd.title).toBe('Release plan');
  });

  it('takes the time from the record', () => {
    const [, reminder, command] = odd.messages;
    expect(new Date(reminder?.at ?? 0).toISOString()).toBe('2026-03-01T10:00:03.000Z');
    expect(new Date(command?.at ?? 0).toISOString()).toBe('2026-03-01T10:00:04.000Z');
  });
});

describe('recorded compactions', () => {
  const user = (content: string, more = '') =>
    `{"type":"user","uuid":"u"${more},"message":{"role":"user","content":${JSON.stringify(content)}}}\n`;
  const reply = (id: string) =>
    `{"type":"assistant","uuid":"u","message":{"id":"${id}","content":[{"type":"text","text":"${id}"}]}}\n`;
  const boundary = '{"type":"system","uuid":"u","subtype":"compact_boundary"}\n';
  const summary = (text: string) => boundary + user(text, ',"isCompactSummary":true');
  const spans = async (text: string) => {
    const { compactions } = await importText(text);
    return compactions.map(({ edits }) =>
      edits.map((edit) => (edit.type === 'entries' ? [edit.span.from, edit.span.to, edit.replacement.length] : [])),
    );
  };

  it.each([
    ['nothing typed before', reply('a') + reply('b') + summary('S'), [[[1, 2, 1]]]],
    ['the typed message first: the summary behind it', user('t') + reply('a') + summary('S'), [[[2, 2, 1]]]],
    ['the typed message last', user('s') + reply('a') + user('t') + summary('S'), [[[1, 2, 1]]]],
    ['only a typed message: nothing to put away', user('t') + summary('S'), []],
    [
      'the second lies around the first',
      user('s') + reply('a') + user('t') + reply('b') + summary('S') + reply('c') + user('v') + summary('Z'),
      [
        [
          [1, 2, 1],
          [4, 4, 0],
        ],
        [[1, 6, 1]],
      ],
    ],
    [
      'and shares its first part when nothing was typed between',
      user('s') + reply('a') + user('t') + reply('b') + summary('S') + reply('c') + summary('Z'),
      [
        [
          [1, 2, 1],
          [4, 4, 0],
        ],
        [
          [1, 2, 1],
          [4, 6, 0],
        ],
      ],
    ],
    ['a summary without a boundary line', reply('a') + user('S', ',"isCompactSummary":true'), [[[1, 1, 1]]]],
  ])('%s', async (_, text, expected) => {
    expect(await spans(text)).toEqual(expected);
  });

  it('never cross, and leave the newest typed message in sight', async () => {
    const records = fc.array(fc.constantFrom('typed', 'reply', 'summary'), { maxLength: 30 });
    await fc.assert(
      fc.asyncProperty(records, async (kinds) => {
        const lines = { typed: user, reply: (id: string) => reply(id), summary: (id: string) => summary(`S${id}`) };
        const { entries, compactions } = await importText(kinds.map((kind, i) => lines[kind](`t${i}`)).join(''));
        const edits = compactions.flatMap((compaction) => compaction.edits);
        for (const one of edits) for (const other of edits) expect(overlapPartly(one, other)).toBe(false);
        const newest = entries.findLast((entry) => entry.type === 'message' && entry.origin === 'typed');
        const shown = replay(entries).items.map((item) => item.type === 'entry' && item.entry);
        if (newest) expect(shown).toContain(newest);
        const last = kinds.lastIndexOf('summary');
        if (last > 0) expect(JSON.stringify(replay(entries).items.map((item) => item.message))).toContain(`St${last}"`);
      }),
    );
  });

  it('says nothing of tokens that nobody recorded', async () => {
    const { compactions } = await importText(reply('a') + summary('S'));
    expect(Object.keys(compactions[0] ?? {})).not.toContain('tokensBefore');
    expect(Object.keys(compactions[0] ?? {})).not.toContain('tokensAfter');
  });
});

describe('a sub-agent', () => {
  const line = (type: string, more: object, content: string) =>
    `${JSON.stringify({ type, uuid: 'u', ...more, message: { role: type, content } })}\n`;

  it('is left out of the thread that started it', async () => {
    const { messages } = await importText(
      line('user', {}, 'a') + line('user', { isSidechain: true, agentId: 'x' }, 'b') + line('assistant', {}, 'c'),
    );
    expect(outline(messages)).toEqual(['typed: "a"', 'model: "c"']);
  });

  it('is the thread of a file of its own', async () => {
    const own = { isSidechain: true, agentId: 'x' };
    const { messages } = await importText(line('user', own, 'a') + line('assistant', own, 'b'));
    expect(outline(messages)).toEqual(['typed: "a"', 'model: "b"']);
  });
});

describe('the sub-agents of a file', () => {
  let next = 0;
  const line = (type: string, content: object[] | string, more: object = {}) =>
    `${JSON.stringify({ type, uuid: `u${++next}`, parentUuid: null, isSidechain: false, ...more, message: { id: `m${next}`, role: type, content } })}\n`;
  const ask = (id: string, prompt: string) => ({ type: 'tool_use', id, name: 'Task', input: { prompt } });
  const answer = (id: string, more = {}) => [{ type: 'tool_result', tool_use_id: id, content: 'Found.', ...more }];
  const side = { isSidechain: true };
  const ofAgent = { isSidechain: true, agentId: 'a94977' };

  it.each([
    ['by the task, where lines have no name', side, {}],
    ['by the agent that the answer names', ofAgent, { toolUseResult: { agentId: 'a94977', status: 'completed' } }],
    ['by the call that the lines name', { ...ofAgent, parentToolUseID: 'c1' }, {}],
  ])('are found %s', async (_, marks, result) => {
    const prompt = marks === side ? 'Find the heron.' : 'Find it, written in another way.';
    const { messages, agents, entries, leftOut } = await importText(
      line('user', 'Where is it?') +
        line('assistant', [ask('c1', 'Find the heron.')]) +
        line('user', prompt, { ...marks, uuid: 's1' }) +
        line('assistant', [{ type: 'text', text: 'In a.ts.' }], { ...marks, uuid: 's2', parentUuid: 's1' }) +
        line('user', answer('c1'), result) +
        line('assistant', [{ type: 'text', text: 'There.' }]),
    );
    expect(outline(messages)).toEqual([
      'typed: "Where is it?"',
      'model: Task c1 {"prompt":"Find the heron."}',
      'tools: result c1 "Found."',
      'model: "There."',
    ]);
    expect(leftOut).toBeUndefined();
    const told = entries.filter((entry) => entry.type === 'sub_agent');
    const thread = marks === side ? 's1' : 'a94977';
    expect(told).toMatchObject([
      { call: 'c1', thread, state: 'begun', id: 3 },
      { call: 'c1', thread, state: 'done', rounds: 1, id: 4 },
    ]);
    expect(outline((agents.get(thread) ?? []).filter((entry) => entry.type === 'message'))).toEqual([
      `typed: "${prompt}"`,
      'model: "In a.ts."',
    ]);
  });

  it.each([
    ['failed', answer('c1', { is_error: true }), { state: 'failed' }],
    ['was cut off with its session', undefined, { state: 'closed' }],
  ])('says that one %s', async (_, result, end) => {
    const { entries } = await importText(
      line('user', 'Where?') +
        line('assistant', [ask('c1', 'Find it.')]) +
        line('user', 'Find it.', { ...side, uuid: 't1' }) +
        line('assistant', 'Hm.', { ...side, parentUuid: 't1' }) +
        (result ? line('user', result) : ''),
    );
    expect(entries.filter((entry) => entry.type === 'sub_agent').at(-1)).toMatchObject(end);
  });

  it('gives no folder a name that leads elsewhere, and reads a line that was written twice once', async () => {
    const bad = { isSidechain: true, agentId: '../../x', parentToolUseID: 'c1' };
    const twice = line('assistant', 'Hm.', { ...bad, uuid: 'w2', parentUuid: 'w1' });
    const { agents } = await importText(
      line('user', 'Where?') +
        line('assistant', [ask('c1', 'Find it.')]) +
        line('user', 'Find it.', { ...bad, uuid: 'w1' }) +
        twice +
        twice,
    );
    expect([...agents.keys()]).toEqual(['agent-1']);
    expect(outline([...agents.values()].flat().filter((entry) => entry.type === 'message'))).toHaveLength(2);
  });
});

describe('texts of Claude Code', () => {
  it.each([
    ['<command-name>/x</command-name>\n  <command-message>x</command-message>\n<command-args></command-args>', '/x'],
    [
      '<command-message>x</command-message>\n<command-name>x</command-name><command-args> a b </command-args>',
      '/x a b',
    ],
    ['<command-name>/x</command-name><command-contents>do it</command-contents>', '/x\n\ndo it'],
    ['<bash-input>git pull</bash-input>', '! git pull'],
    ['<command-name>/x</command-name> and more', '<command-name>/x</command-name> and more'],
    ['<command-message>x</command-message>', '<command-message>x</command-message>'],
    ['the tag <command-name>/x</command-name>', 'the tag <command-name>/x</command-name>'],
  ])('%j was typed as %j', (text, typed) => {
    expect(typedText(text)).toBe(typed);
  });

  it.each([
    ['<local-command-stdout>x</local-command-stdout>', true],
    ['\n<bash-stderr></bash-stderr>', true],
    ['[Request interrupted by user]', true],
    ['Caveat: The messages below were generated by the user while running local commands.', true],
    ['This session is being continued from a previous conversation that ran out of context.', true],
    ['<div>is this a program?</div>', false],
    ['why does it say [Request interrupted by user]?', false],
  ])('%j: a program wrote it: %s', (text, program) => {
    expect(isProgramText(text)).toBe(program);
  });

  it('a caveat is no command', () => {
    expect(isCaveat('<local-command-caveat>x')).toBe(true);
    expect(isCommand('<local-command-caveat>x')).toBe(false);
    expect(isCommand('<bash-input>ls</bash-input>')).toBe(true);
  });
});
