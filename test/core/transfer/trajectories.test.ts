/** Trajectories of mini-swe-agent and SWE-agent, and logs of OpenHands, become a thread. */
import { describe, expect, it } from 'vitest';
import { onlyCommand } from '../../../src/core/transfer/trajectories/prose-call.ts';
import { fixture, importText, outline } from './imported.ts';

describe('a mini-swe-agent trajectory that calls in prose', async () => {
  const odd = await importText(fixture('odd.mini-swe-agent.json'));

  it('gives a call and a result where both are plain, beside the text', () => {
    expect(odd.events[0]).toEqual({ type: 'format', format: 'mini-swe-agent' });
    expect(outline(odd.messages)).toEqual([
      'typed: "Mend the gate."',
      'model: "THOUGHT: look.\\n\\n```bash\\nls gate\\n```" + bash prose-3 {"command":"ls gate"}',
      'tools: error prose-3 "<returncode>2</returncode>\\n<output>\\nno gate\\n</output>"',
      'model: "Both:\\n```bash\\nls a\\n```\\n```bash\\nls b\\n```"',
      'program: "Please give exactly one action."',
      'model: "```python\\nprint(1)\\n```"',
      'program: "<output>not run</output>"',
      'model: "Once more.\\n```mswea_bash_command\\ncat <<EOF\\n```js\\nEOF\\n```" + bash prose-9 {"command":"cat <<EOF"}',
      'tools: result prose-9 "<output>js</output>"',
      'model: "```bash\\nrm gate\\n```"',
      'typed: "Command not executed. The user rejected your command with the following message: keep the gate"',
      'model: "As you like." + bash f1 {"command":"paint"}',
      'tools: error f1 "<returncode>1</returncode>"',
    ]);
  });

  it('keeps how it ended, model, usage, time and name', () => {
    expect(odd.notes).toEqual([
      'System prompt of the recorded agent, 16 characters, not sent with this thread:\n\nYou mend fences.',
      'The recorded agent ended: Submitted\n\ndiff of the gate',
    ]);
    expect(odd.odd).toEqual(['16: message 16: not an object']);
    expect(odd.title).toBe('garden-7');
    expect(odd.messages[1]).toMatchObject({
      at: 1_770_112_801_000,
      model: 'model-a',
      usage: { input: 6, output: 2, cacheCreation: 0, cacheRead: 4, total: 12 },
    });
    expect(odd.messages[3]?.model).toBe('maker/model-a');
  });
});

describe('the only command of a text', () => {
  it.each([
    ['Look.\n```bash\nls\n```', 'ls'],
    ['```\nls -a\nls -b\n```\nThen more.', 'ls -a\nls -b'],
    ['```sh\r\nls\r\n```\r\n', 'ls'],
    ['```python\nls\n```', undefined],
    ['```bash\nls\n```\n```bash\nls\n```', undefined],
    ['```bash\nls', undefined],
    ['```bash\n\n```', undefined],
    ['ls', undefined],
  ])('%j', (text, command) => {
    expect(onlyCommand(text)).toBe(command);
  });

  it('is found missing among 300,000 openings, without a hang', () => {
    expect(onlyCommand('```bash\nx'.repeat(300_000))).toBeUndefined();
  });
});

describe('a SWE-agent trajectory with every oddity', async () => {
  const odd = await importText(fixture('odd.swe-agent.json'));

  it('gives the main agent’s messages, calls in prose and called functions', () => {
    expect(odd.events[0]).toEqual({ type: 'format', format: 'swe-agent' });
    expect(outline(odd.messages)).toEqual([
      'typed: "Clean the attic window."',
      'model: "I look.\\n```\\nls\\n```" + bash prose-5 {"command":"ls"}',
      'tools: result prose-5 "one window"',
      'model: "Hm."',
      'program: "Your output has no command."',
      'model: thinking "Water." (c2ln) + "Wipe." + bash v1 {"command":"wipe"}',
      'tools: result v1 "wet"',
      'model: "Again." + bash v1 {"command":"wipe"}',
      'tools: result v1 "dry" + image image/png 3x2',
      'model: "Submit." + submit v2 {}',
    ]);
  });

  it('keeps demonstration, system prompt and ending as notes', () => {
    expect(odd.notes).toEqual([
      'Demonstration that the recorded agent was shown, 2 messages, not sent with this thread:\n\nuser:\nAn example task.\n\nassistant:\nAn example answer.',
      'System prompt of the recorded agent, 18 characters, not sent with this thread:\n\nYou clean windows.',
      'The recorded agent ended: submitted\n\nthe diff',
    ]);
    expect(odd.odd).toEqual(['15: message 15: not an object']);
    expect(odd.leftOut).toBe('1 sub-agent');
  });

  it('takes the last result from the steps when the history ends before it', async () => {
    const document = JSON.parse(fixture('odd.swe-agent.json'));
    document.history.pop();
    const { messages } = await importText(JSON.stringify(document));
    expect(outline(messages.slice(-2))).toEqual(['model: "Submit." + submit v2 {}', 'tools: result v2 "the diff"']);
  });

  it('is read from its steps when it has no history', async () => {
    expect(outline((await importText(fixture('steps.swe-agent.json'))).messages)).toEqual([
      'typed: "Shine both."',
      'model: "Left first." + bash prose-3 {"command":"shine left"}',
      'tools: result prose-3 "shines"',
      'model: "What?"',
      'program: "No command found."',
      'model: "Right." + bash prose-7 {"command":"shine right"}',
      'tools: result prose-7 ',
    ]);
  });
});

describe('an OpenHands log', async () => {
  const document = JSON.parse(fixture('odd.openhands.json'));
  const odd = await importText(JSON.stringify(document));

  it('gives the request’s messages and the reply', () => {
    expect(odd.events[0]).toEqual({ type: 'format', format: 'openhands' });
    expect(outline(odd.messages)).toEqual([
      'typed: "Polish them." + reminder "<EXTRA_INFO>\\nSilver.\\n</EXTRA_INFO>" + image image/png 3x2',
      'model: terminal o1 {"command":"polish"}',
      'tools: result o1 "bright"',
      'model: "Bright now." + finish o2 {}',
    ]);
    expect(odd.notes).toEqual([
      'System prompt of the recorded agent, 18 characters, not sent with this thread:\n\nYou polish spoons.',
    ]);
    expect(odd.messages.at(-1)).toMatchObject({
      model: 'maker/model-a',
      usage: { input: 20, output: 4, cacheCreation: 0, cacheRead: 10, total: 34 },
    });
    expect(odd.messages.flatMap(({ usage }) => usage ?? [])).toHaveLength(1);
  });

  it('is read from the calls where it has them beside a prose version', async () => {
    const prose = [{ role: 'user', content: 'prose' }];
    const { messages, response } = document;
    const reply = { ...response, choices: [{ message: { role: 'assistant', content: 'prose' } }] };
    const both = {
      ...document,
      messages: prose,
      response: reply,
      fncall_messages: messages,
      fncall_response: response,
    };
    expect(outline((await importText(JSON.stringify(both))).messages)).toEqual(outline(odd.messages));
  });
});
