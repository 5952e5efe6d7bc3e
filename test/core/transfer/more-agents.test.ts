/** Threads of opencode, Continue, goose and Qwen Code, and VS Code's log of a session, with every oddity. */
import { describe, expect, it } from 'vitest';
import { projectContext } from '../../../src/core/thread/context.ts';
import { replay } from '../../../src/core/thread/thread.ts';
import { fixture, type Imported, importText, outline } from './imported.ts';

/** What the model is sent, each message on a line. */
function sent({ entries }: Imported): readonly string[] {
  const { messages } = projectContext(replay(entries));
  return outline(messages.map(({ role, blocks }) => ({ origin: role === 'user' ? 'typed' : 'model', blocks })));
}

describe('I8 an opencode export', async () => {
  const odd = await importText(fixture('odd.opencode.json'));

  it('gives calls with their results, and leaves out what was taken back', () => {
    expect(odd.events[0]).toEqual({ type: 'format', format: 'opencode' });
    expect(outline(odd.messages)).toEqual([
      'typed: "Plant beans." + reminder "Called the Read tool." + image image/png 3x2 + "{\\"type\\":\\"hologram\\"}"',
      'model: thinking "Soil first." (c2ln) + "I look." + bash o1 {"command":"ls"} + bash o2 {"command":"dig"}',
      'tools: result o1 "beds.txt" + image image/png 3x2 + error o2 "no spade"',
      'model: "There is beds.txt." + bash o3 {"command":"wait"}',
      'typed: "Go on."',
      'model: "I"',
      'typed: "Dig bed 1." + reminder "The person started a task: Find a spade."',
      'model: "{\\"type\\":\\"tool\\",\\"tool\\":\\"bash\\",\\"state\\":{}}"',
    ]);
    expect(odd.leftOut).toBe('1 bookkeeping, 2 other branch');
    expect(odd.title).toBe('Beans');
  });

  it('says what was odd or went wrong, and keeps model and usage with the last message of a reply', () => {
    expect(odd.odd).toEqual([
      '1: message 1: a part of type hologram kept as text',
      '8: message 8: a part of type tool kept as text',
      '11: message 11: without info or parts',
    ]);
    expect(odd.notes).toEqual(['The turn was aborted.', 'The recorded agent reported: overloaded']);
    expect(odd.messages[1]).toMatchObject({ model: 'model-o' });
    expect(odd.messages[3]?.usage).toEqual({ input: 7, output: 9, cacheCreation: 2, cacheRead: 9, total: 27 });
  });

  it('holds its compaction, with the tail that it kept', () => {
    expect(odd.compactions).toHaveLength(1);
    expect(sent(odd).slice(0, 2)).toEqual(['typed: "Beds were listed." + "Go on."', 'model: "I"']);
  });

  it('is read as the bare list of messages, too', async () => {
    const { messages } = JSON.parse(fixture('odd.opencode.json'));
    const { events } = await importText(JSON.stringify(messages));
    expect(events[0]).toEqual({ type: 'format', format: 'opencode' });
  });
});

describe('I8 a Continue session', async () => {
  const odd = await importText(fixture('odd.continue.json'));

  it('gives context as reminders, and results of calls that no message answers', () => {
    expect(odd.events[0]).toEqual({ type: 'format', format: 'continue' });
    expect(outline(odd.messages)).toEqual([
      'typed: "Plant beans." + image image/png 3x2 + reminder "Attached: beds.txt\\nbed 1: free"',
      'model: thinking "Soil first." (c2ln)',
      'model: "I look." + read_file k1 {"filepath":"beds.txt"} + ls k2 {"unparsed":"{\\"a\\":"}',
      'tools: error k2 "no such dir"',
      'tools: result k1 "bed 1"',
      'model: "Bed 1 is free."',
      'typed: "Then plant."',
      'model: thinking "Dig." + "{\\"type\\":\\"function\\",\\"function\\":{\\"name\\":\\"dig\\"}}"',
      'model: redacted eHl6',
      'model: "{\\"type\\":\\"hologram\\"}"',
    ]);
  });

  it('says what was odd, and keeps title, prompt, model, usage and its summary', () => {
    expect(odd.odd).toEqual([
      '8: message 8: a call without id or name kept as text',
      '9: message 9: a result without a call',
      '10: message 10: unknown role "narrator"',
      '11: message 11: no message',
      '13: message 13: a part of type hologram kept as text',
    ]);
    expect(odd.title).toBe('Beans');
    expect(odd.notes[0]).toContain('Be brief.');
    expect(odd.messages[2]).toMatchObject({ model: 'model-c', usage: { input: 12, output: 5, cacheRead: 8 } });
    expect(sent(odd)[0]).toContain('"Bed 1 was found free." + "Then plant."');
  });
});

describe('I8 a goose session', async () => {
  const odd = await importText(fixture('odd.goose.json'));

  it('gives calls and results of both forms', () => {
    expect(odd.events[0]).toEqual({ type: 'format', format: 'goose' });
    expect(outline(odd.messages)).toEqual([
      'typed: "Plant beans." + image image/png 3x2',
      'model: thinking "Soil first." (c2ln) + shell g1 {"command":"ls"} + "{\\"type\\":\\"toolRequest\\",\\"id\\":\\"g2\\",\\"toolCall\\":{\\"status\\":\\"error\\",\\"error\\":\\"bad call\\"}}"',
      'tools: result g1 "beds.txt" + image image/png 3x2 + "soil" + "{\\"type\\":\\"audio\\",\\"data\\":\\"AA\\"}"',
      'typed: "Go on."',
      'model: redacted eHl6 + shell g3 {"command":"dig"}',
      'tools: error g3 "no spade"',
      'tools: result g4 "old form"',
      'model: "{\\"type\\":\\"hologram\\",\\"x\\":1}" + "Done."',
    ]);
    expect(odd.odd).toEqual([
      '2: message 2: a part of type toolRequest kept as text',
      '3: message 3: a part of a result of type audio kept as text',
      '10: message 10: unknown role "narrator"',
      '11: message 11: not an object',
      '12: message 12: a part of type hologram kept as text',
    ]);
    expect(odd.notes).toEqual(['goose said: Nearly full.']);
    expect(odd.messages[1]).toMatchObject({ at: 1_770_112_801_000, model: 'model-g' });
  });

  it('holds its compaction: what the model no longer saw, and what it saw instead', () => {
    expect(sent(odd).slice(0, 3)).toEqual([
      'typed: "Plant beans." + image image/png 3x2 + "Beans are to be planted."',
      'model: "I go on."',
      'typed: "Go on."',
    ]);
  });
});

describe('I8 a Qwen Code chat', async () => {
  const odd = await importText(fixture('odd.qwen-code.jsonl'));

  it('gives the way to the last record', () => {
    expect(odd.events[0]).toEqual({ type: 'format', format: 'qwen-code' });
    expect(outline(odd.messages)).toEqual([
      'typed: "Plant beans." + image image/png 3x2',
      'model: thinking "Soil first." + "I look." + list_directory w1 {"path":"."} + dig w2 {}',
      'tools: result w1 "beds.txt"',
      'tools: error w2 "no spade"',
      'program: "A task ended."',
      'typed: "Go on."',
      'model: "Done." + "{\\"hologram\\":1}"',
    ]);
    expect(odd.leftOut).toBe('2 bookkeeping, 2 other branch, 1 repeated, 1 sub-agent');
    expect(odd.odd).toEqual([
      '14: a part of hologram kept as text',
      '16: unknown type telepathy',
      '17: not JSON',
      '18: no object',
    ]);
  });

  it('keeps title, model, usage and its compression', () => {
    expect(odd.title).toBe('Beans');
    expect(odd.messages[1]).toMatchObject({ model: 'model-q', usage: { input: 12, output: 7, cacheRead: 8 } });
    expect(odd.compactions).toMatchObject([{ trigger: 'recorded', tokensBefore: 900, tokensAfter: 90 }]);
    expect(sent(odd)[1]).toBe('model: "Got it."');
  });
});

describe('I7 VS Code’s log of a session', async () => {
  const odd = await importText(fixture('odd.vscode-chat-log.jsonl'));

  it('is replayed: set, appended, cut back and deleted', () => {
    expect(odd.events[0]).toEqual({ type: 'format', format: 'vscode-chat-log' });
    expect(outline(odd.messages)).toEqual([
      'typed: "Plant beans."',
      'model: "I look." + ls v1 {"a":1}',
      'tools: result v1 "beds.txt"',
      'typed: "Go on."',
      'model: thinking "Soil first." + "I"',
    ]);
    expect(odd.title).toBe('Plant beans.');
    expect(odd.notes).toEqual(['The turn was cancelled.']);
    expect(odd.leftOut).toBe('1 other branch');
  });

  it('says which operations could not be made', () => {
    expect(odd.odd).toEqual([
      '13: an operation on ["__proto__","x"], which is not there',
      '14: an operation on item 99 of a list of 3',
      '15: an operation on ["requests",0,"gone","deeper"], which is not there',
      '16: an operation of kind 9',
      '17: an operation without a path',
      '18: no object',
    ]);
  });

  const request = { requestId: 'r', message: { text: 'hello', parts: [] }, response: [{ value: 'Hi.' }] };

  it.each([
    ['a state alone', [{ kind: 0, v: { requests: [request] } }]],
    [
      'a later state takes the place of all before',
      [
        { kind: 0, v: { requests: [] } },
        { kind: 2, k: ['requests'], v: [request, request] },
        { kind: 0, v: { requests: [request] } },
      ],
    ],
    [
      'a request that is set',
      [
        { kind: 0, v: { requests: [] } },
        { kind: 1, k: ['requests', 0], v: request },
      ],
    ],
    [
      'a list that is set',
      [
        { kind: 0, v: { requests: [] } },
        { kind: 1, k: ['requests'], v: [request] },
      ],
    ],
    [
      'appended to a list that is not there yet',
      [
        { kind: 0, v: { requests: [{ ...request, response: undefined }] } },
        { kind: 2, k: ['requests', 0, 'response'], v: request.response },
      ],
    ],
    ['without its first line', [{ kind: 2, k: ['requests'], v: [request] }]],
    [
      'a key that is `__proto__`',
      [
        { kind: 0, v: { requests: [request] } },
        { kind: 1, k: ['__proto__'], v: { requests: [] } },
      ],
    ],
  ])('%s', async (_, entries) => {
    const { messages } = await importText(entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''));
    expect(outline(messages)).toEqual(['typed: "hello"', 'model: "Hi."']);
  });

  it('of 20,000 operations is replayed in time that grows with their number', async () => {
    const parts = Array.from({ length: 20_000 }, () => ({
      kind: 2,
      k: ['requests', 0, 'response'],
      v: [{ value: 'x' }],
    }));
    const lines = [{ kind: 0, v: { requests: [{ ...request, response: [] }] } }, ...parts];
    const { messages } = await importText(
      lines.map((line) => `${JSON.stringify(line)}\n`).join(''),
      undefined,
      1 << 20,
    );
    expect(messages[1]?.blocks).toHaveLength(20_000);
  });
});
