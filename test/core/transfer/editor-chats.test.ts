/** Exports of VS Code's Copilot Chat and Cline's tasks become a thread. */
import { describe, expect, it } from 'vitest';
import { findXmlCall } from '../../../src/core/transfer/cline/call.ts';
import { fixture, importText, outline } from './imported.ts';

describe('an export of Copilot Chat with every oddity', async () => {
  const odd = await importText(fixture('odd.vscode-copilot.json'));

  it('gives rounds as calls and results, and shown parts where there are no rounds', () => {
    expect(odd.events[0]).toEqual({ type: 'format', format: 'vscode-copilot' });
    expect(outline(odd.messages)).toEqual([
      'typed: "Sort my books." + reminder "<environment_info>\\nOS: Linux\\n</environment_info>" + reminder "<context>\\nIt is May.\\n</context>"',
      'model: thinking "By size?" (c2ln) + "I look." + list n1 {"dir":"shelf"} + shot n2 {} + lost n3 {}',
      'tools: result n1 "one\\ntwo" + result n2 image image/png 3x2',
      'model: tree n4 {}',
      'tools: result n4 "shelf\\nbook"',
      'model: "Sorted."',
      'typed: "By colour." + reminder "Attached: file:books.txt:\\none"',
      'model: "I try." + paint z1 {"colour":"red"}',
      'tools: error z1 "no paint" + image image/png 3x2',
      'model: wait z2 {"s":1} + "I stop."',
    ]);
  });

  it('says what went wrong, and keeps model and usage', () => {
    expect(odd.notes).toEqual(['The recorded agent reported: The stream ended.', 'The turn was cancelled.']);
    expect(odd.odd).toEqual([
      '1: request 1: a round that is not an object',
      '3: request 3: no text of a person',
      '4: request 4: not an object',
    ]);
    const said = odd.messages.filter(({ origin }) => origin === 'model');
    expect(said.map(({ model, usage }) => [model, usage?.total])).toEqual([
      ['model-a', undefined],
      ['model-a', undefined],
      ['model-a', 78],
      ['model-b', undefined],
      ['model-b', undefined],
    ]);
  });

  it('holds a recorded compaction where a round was summarized', () => {
    const replacement = [{ role: 'user', blocks: [{ type: 'text', text: 'Two books were listed.' }] }];
    expect(odd.compactions).toMatchObject([
      { trigger: 'recorded', edits: [{ span: { from: 2, to: 5 }, replacement }] },
    ]);
  });
});

describe('a Cline task with every oddity', async () => {
  const odd = await importText(fixture('odd.cline.json'));

  it('gives what was typed without its tags, and calls in tags with their results', () => {
    expect(odd.events[0]).toEqual({ type: 'format', format: 'cline' });
    expect(outline(odd.messages)).toEqual([
      'typed: "Plant beans." + image image/png 3x2 + reminder "<environment_details>\\nOpen: beds.txt\\n</environment_details>"',
      'model: "I read.\\n\\n<read_file>\\n<path>beds.txt</path>\\n</read_file>" + read_file prose-2 {"path":"beds.txt"}',
      'tools: result prose-2 "bed 1: <feedback>free</feedback> of weeds" + image image/png 3x2 + reminder "<environment_details>\\nNothing new.\\n</environment_details>"',
      'model: "<write_to_file>\\n<path>plan.txt</path>\\n<content>\\nuse <path>a</path> twice\\n</content>\\n</write_to_file>" + write_to_file prose-4 {"path":"plan.txt","content":"use <path>a</path> twice"}',
      'tools: result prose-4 "The user denied this operation and provided the following feedback:"',
      'typed: "Bed 2, please."',
      'model: "I think."',
      'program: reminder "[ERROR] You did not use a tool in your previous response!" + reminder "# task_progress\\n- [ ] beans"',
      'model: thinking "Native." (c2ln) + attempt_completion u1 {"result":"Planted."}',
      'tools: result u1 "[attempt_completion] Result:\\nDone"',
      'typed: "And peas." + reminder "[TASK RESUMPTION] This task was interrupted 2 hours ago." + reminder "New instructions for task continuation:" + "Peas first."',
      'model: "<read_file><path>a</path></read_file> or <read_file><path>b</path></read_file>"',
      'program: reminder "[read_file for \'a\'] Result:\\npeas"',
    ]);
  });

  it('says what was odd, and keeps model and usage', () => {
    expect(odd.odd).toEqual(['12: message 12: unknown role "narrator"', '13: message 13: not an object']);
    expect(odd.title).toBe('Plant beans.');
    expect(odd.messages[1]).toMatchObject({
      at: 1_770_112_801_000,
      model: 'model-a',
      usage: { input: 9, output: 8, cacheCreation: 0, cacheRead: 7, total: 24 },
    });
  });
});

describe('a call in tags', () => {
  it.each([
    ['<run><command>ls</command></run>', { command: 'ls' }],
    ['<run>\n<command>\nls\n</command>\n<ask>true</ask>\n</run>', { command: 'ls', ask: 'true' }],
    ['<run></run>', {}],
    ['<run><command>a < b && c > d</command></run>', { command: 'a < b && c > d' }],
    ['<run><content><content>x</content></content></run>', { content: '<content>x</content>' }],
    ['<run><command>ls</run>', {}],
    ['<run>', undefined],
    ['</run><run>', undefined],
    ['<run></run><run></run>', undefined],
    ['<walk></walk>', undefined],
  ])('%j', (text, input) => {
    expect(findXmlCall(text, 'run')?.input).toEqual(input);
  });
});
