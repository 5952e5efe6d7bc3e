/** What is in a message and can't be read is odd, whatever the format. */
import { describe, expect, it } from 'vitest';
import { importText, outline } from './imported.ts';

const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: '' } };
const call = { type: 'tool_use', id: '', name: 'x', input: {} };

describe('I9 parts that can’t be read', () => {
  it.each([
    ['an image without data', [{ role: 'user', content: [image] }], 1],
    ['a call without an id', [{ role: 'assistant', content: [call] }], 1],
    [
      'a block in a result',
      [{ role: 'user', content: [{ type: 'tool_result', tool_use_id: 'a', content: [image, { type: 'hologram' }] }] }],
      2,
    ],
    [
      'a thought without words',
      [
        {
          role: 'assistant',
          content: [
            { type: 'thinking', thinking: '', signature: '' },
            { type: 'text', text: 'a' },
          ],
        },
      ],
      0,
    ],
    ['redacted thinking without data', [{ role: 'assistant', content: [{ type: 'redacted_thinking', data: '' }] }], 1],
    [
      'an empty data address',
      [
        {
          role: 'tool',
          tool_call_id: 'a',
          content: [{ type: 'image_url', image_url: { url: 'data:image/png;base64,' } }],
        },
      ],
      1,
    ],
    [
      'a call of OpenAI without a name',
      [{ role: 'assistant', content: '', tool_calls: [{ id: 'a', function: {} }] }],
      1,
    ],
    [
      'inline data of Gemini without data',
      { contents: [{ role: 'user', parts: [{ inlineData: { mimeType: 'image/png', data: '' } }] }] },
      1,
    ],
    [
      'a part of a result of Gemini',
      { contents: [{ role: 'user', parts: [{ functionResponse: { name: 'a', response: {}, parts: [{ x: 1 }] } }] }] },
      1,
    ],
    [
      'a call of Gemini CLI without a name',
      { sessionId: 's', messages: [{ type: 'gemini', content: 'a', toolCalls: [{ id: 'c', args: {} }] }] },
      1,
    ],
    [
      'a part in a result of Gemini CLI',
      {
        sessionId: 's',
        messages: [{ type: 'gemini', content: 'a', toolCalls: [{ id: 'c', name: 'x', result: [{ y: 1 }] }] }],
      },
      1,
    ],
    [
      'a call of Copilot Chat without an id',
      {
        responderUsername: 'x',
        requests: [
          {
            message: { text: 'a' },
            response: [],
            result: { metadata: { toolCallRounds: [{ response: '', toolCalls: [{ name: 'x' }] }] } },
          },
        ],
      },
      1,
    ],
  ])('%s', async (_, document, odd) => {
    const imported = await importText(JSON.stringify(document));
    expect(imported.odd).toHaveLength(odd);
    expect(imported.messages.length).toBeGreaterThan(0);
    expect(outline(imported.messages).join()).not.toMatch(/image image\/png|redacted {2}|thinking ""/);
  });

  it('in lines', async () => {
    const copilot = {
      type: 'assistant.message',
      id: 'a',
      parentId: null,
      data: { content: 'a', toolRequests: [{ name: 'x' }] },
    };
    expect((await importText(JSON.stringify(copilot))).odd).toEqual(['1: a call without id or name kept as text']);
    const pi = {
      type: 'message',
      id: 'a',
      timestamp: '2026-01-01',
      message: { role: 'user', content: [{ type: 'image', mimeType: 'image/png', data: '' }] },
    };
    expect((await importText(JSON.stringify(pi))).odd).toEqual(['1: a part of type image kept as text']);
  });
});
