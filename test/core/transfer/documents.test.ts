/** Plain messages of Anthropic and OpenAI become a thread. */
import { describe, expect, it } from 'vitest';
import { fixture, importText, outline } from './imported.ts';

describe('Anthropic messages with every oddity', async () => {
  const odd = await importText(fixture('odd.anthropic.json'));

  it('give these messages', () => {
    expect(odd.events[0]).toEqual({ type: 'format', format: 'anthropic' });
    expect(outline(odd.messages)).toEqual([
      'typed: "Start. <checkpoint:zzzzzz> is prose." + "[image at https://example.com/a.png]" + document application/pdf spec.pdf + <aaaaaa>',
      'model: thinking "" (c2ln) + Bash t1 {"cmd":"ls"} + Bash t2 {"cmd":"pwd"}',
      'tools: result t2 "two" + result t1 "{\\"type\\":\\"tool_reference\\",\\"name\\":\\"x\\"}"',
      'typed: "beside the results" + <bbbbbb>',
      'model: "Plain text."',
      'tools: result t9 "orphan" + reminder "Careful." + <cccccc>',
      // R3: only a last block of its own is a checkpoint.
      'typed: "<checkpoint:dddddd>"',
      'typed: "<checkpoint:eeeeee>" + "not the last block"',
      'program: "The budget is low."',
      'typed: "{\\"type\\":\\"hologram\\",\\"x\\":1}"',
    ]);
  });

  it('say what was odd, and keep title, model, usage and system prompt', () => {
    expect(odd.odd).toEqual([
      '9: message 9: unknown role "narrator"',
      '10: message 10: a block of type hologram kept as text',
      '11: message 11: not an object',
    ]);
    expect(odd.title).toBe('Tabs');
    expect(odd.entries[0]).toMatchObject({ type: 'note', text: expect.stringContaining('Be brief.\n\nUse tabs.') });
    expect(odd.messages[1]).toMatchObject({
      model: 'claude-x',
      usage: { input: 7, output: 8, cacheCreation: 9, cacheRead: 10, total: 34 },
    });
  });
});

describe('OpenAI messages with every oddity', async () => {
  const odd = await importText(fixture('odd.openai.json'));

  it('give these messages', () => {
    expect(odd.events[0]).toEqual({ type: 'format', format: 'openai' });
    expect(outline(odd.messages)).toEqual([
      'typed: "see" + image image/png 3x2 + "[image at https://example.com/b.png]" + document application/pdf spec.pdf + "{\\"type\\":\\"input_audio\\",\\"input_audio\\":{\\"data\\":\\"AAA\\",\\"format\\":\\"wav\\"}}"',
      'model: thinking "Hm." + ls q1 {"a":1} + ls q2 {"unparsed":"{\\"a\\":"} + patch q3 {"input":"*** Begin"}',
      'tools: result q1 "one"',
      'tools: result q2 "two"',
      'program: "Hurry."',
      'model: old unnamed-1 {}',
      'tools: result unnamed-1 "result of old"',
      'tools: result unnamed-2 "whose?"',
      'model: "Yes." + "I can not."',
      'program: reminder "r"',
    ]);
  });

  it('say what was odd, and keep model, usage and system prompts', () => {
    expect(odd.odd).toEqual(['3: message 3: a part of type input_audio kept as text', '13: message 13: not an object']);
    expect(odd.messages[1]).toMatchObject({
      model: 'gpt-x',
      usage: { input: 40, output: 5, cacheCreation: 0, cacheRead: 60, total: 105 },
    });
    expect(odd.entries.filter((entry) => entry.type === 'note')).toHaveLength(2);
  });
});

describe('whose messages they are', () => {
  it.each([
    ['anthropic', [{ role: 'user', content: 'a' }]],
    ['anthropic', { system: 's', messages: [{ role: 'user', content: 'a' }] }],
    ['anthropic', [{ role: 'user', content: [{ type: 'tool_result', tool_use_id: 'x', content: 'a' }] }]],
    [
      'openai',
      [
        { role: 'system', content: 's' },
        { role: 'user', content: 'a' },
      ],
    ],
    ['openai', [{ role: 'user', content: [{ type: 'image_url', image_url: { url: 'x' } }] }]],
    [
      'openai',
      {
        messages: [
          { role: 'assistant', content: null, tool_calls: [] },
          { role: 'user', content: 'a' },
        ],
      },
    ],
    [
      'openai',
      [
        { role: 'user', content: 'a' },
        { role: 'tool', tool_call_id: 'x', content: 'b' },
      ],
    ],
  ])('%s: %j', async (format, document) => {
    for (const indent of [undefined, 2]) {
      const { events } = await importText(JSON.stringify(document, null, indent));
      expect(events[0]).toEqual({ type: 'format', format });
    }
  });
});
