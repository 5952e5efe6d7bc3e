/** The strict fake of Gemini refuses what the real one refuses, and nothing else. */
import { describe, expect, it } from 'vitest';
import type { Json } from '../../src/core/lang/json.ts';
import type { Message } from '../../src/core/message/message.ts';
import { toWireOrder } from '../../src/core/thread/wire-order.ts';
import { toContents } from '../../src/providers/gemini/contents.ts';
import { geminiRejects, signatureOf } from './gemini-rules.ts';

const user = (...parts: readonly Json[]) => ({ role: 'user', parts });
const model = (...parts: readonly Json[]) => ({ role: 'model', parts });
const text = (words: string) => ({ text: words });
const call = (id: string, signature: string | undefined = signatureOf({ name: 'look', args: {} })) => ({
  functionCall: { id, name: 'look', args: {} },
  ...(signature !== '' && { thoughtSignature: signature }),
});
const result = (id: string, name = 'look') => ({ functionResponse: { id, name, response: { output: '' } } });
const tools = [{ functionDeclarations: [{ name: 'look', parametersJsonSchema: { type: 'object' } }] }];
const auto = { functionCallingConfig: { mode: 'AUTO' } };
const good = { contents: [user(text('a')), model(call('1'), call('2', '')), user(result('1'), result('2'))] };

describe('takes', () => {
  const table: Record<string, Json> = {
    'a text': { contents: [user(text('a'))] },
    'a round, the first call signed': good,
    'a round and a text beside its results': {
      contents: [user(text('a')), model(call('1')), user(result('1'), text('b'))],
    },
    'a call without a signature in a turn that is over': {
      contents: [user(text('a')), model(call('1', '')), user(result('1')), model(text('b')), user(text('c'))],
    },
    'a call with the signature for what the model did not make': {
      contents: [user(text('a')), model(call('1', 'skip_thought_signature_validator')), user(result('1'))],
    },
    'a sealed text, and a seal alone': {
      contents: [
        user(text('a')),
        model(
          { text: 'b', thoughtSignature: signatureOf({ text: 'b' }) },
          { text: '', thoughtSignature: signatureOf({}) },
        ),
        user(text('c')),
      ],
    },
    'an image': { contents: [user({ inlineData: { mimeType: 'image/png', data: 'iVBO' } })] },
    'two contents of one role': { contents: [user(text('a')), user(text('b'))] },
    'tools and a system instruction': {
      contents: [user(text('a'))],
      systemInstruction: { parts: [text('b')] },
      tools,
      toolConfig: auto,
      generationConfig: { maxOutputTokens: 1 },
    },
  };
  it.each(Object.entries(table))('%s', (_, body) => expect(geminiRejects(body)).toEqual([]));
});

describe('refuses', () => {
  const asked = (...contents: readonly Json[]): Json => ({ contents: [user(text('a')), ...contents] });
  const table: Record<string, [Json, RegExp]> = {
    'no contents': [{ contents: [] }, /not specified/],
    'another role': [asked({ role: 'system', parts: [text('b')] }), /valid role/],
    'a model that begins': [{ contents: [model(text('a'))] }, /begin with a user turn/],
    'a content without parts': [asked(model()), /must not be empty/],
    'an empty part': [asked(model({})), /oneof field 'data'/],
    'a part of two kinds': [asked(model({ ...text('b'), ...call('1') }), user(result('1'))), /oneof field 'data'/],
    'an empty text': [asked(model(text(' '))), /empty text/],
    'an image without bytes': [asked(user({ inlineData: { mimeType: 'image/png', data: '' } })), /empty inlineData/],
    'a call without its result': [asked(model(call('1'))), /number of function response parts/],
    'a call whose result comes later': [
      asked(model(call('1')), user(text('b')), user(result('1'))),
      /number of function response parts/,
    ],
    'two calls and one result': [
      asked(model(call('1'), call('2', '')), user(result('1'))),
      /number of function response/,
    ],
    'a result without its call': [asked(user(result('1'))), /comes immediately after a function call turn/],
    'results in another order': [asked(model(call('1'), call('2', '')), user(result('2'), result('1'))), /answered by/],
    'a result of another id': [asked(model(call('1')), user(result('9'))), /answered by/],
    'a result of another name': [asked(model(call('1')), user(result('1', 'peek'))), /answered by/],
    'a call of the user': [asked(user(call('1'))), /functionCall of the user/],
    'a result of the model': [asked(model(result('1'))), /functionResponse of the model/],
    'arguments that are no object': [
      asked(model({ functionCall: { id: '1', name: 'look', args: [] } }), user(result('1'))),
      /no struct/,
    ],
    'a name with a space': [
      asked(model({ functionCall: { id: '1', name: 'a b', args: {} } }), user(result('1', 'a b'))),
      /Invalid function name/,
    ],
    'a call of the current turn without a signature': [
      asked(model(call('1', '')), user(result('1'))),
      /missing a thought_signature/,
    ],
    'an unsigned call in an earlier step of the current turn': [
      asked(model(call('1', '')), user(result('1')), model(call('2')), user(result('2'))),
      /missing a thought_signature/,
    ],
    'an altered signature': [asked(model(call('1', 'AAAA')), user(result('1'))), /Corrupted/],
    'a signature of another text': [
      asked(model({ text: 'b', thoughtSignature: signatureOf({ text: 'c' }) })),
      /Corrupted/,
    ],
    'an empty system instruction': [
      { contents: [user(text('a'))], systemInstruction: { parts: [] } },
      /must not be empty/,
    ],
    'an image as system instruction': [
      { contents: [user(text('a'))], systemInstruction: { parts: [{ inlineData: {} }] } },
      /must be text/,
    ],
    'a tool mode without tools': [{ contents: [user(text('a'))], toolConfig: auto }, /without function_declarations/],
    'a tool mode that nobody knows': [
      { contents: [user(text('a'))], tools, toolConfig: { functionCallingConfig: { mode: 'SOME' } } },
      /unknown mode/,
    ],
    'a tool without a schema of an object': [
      { contents: [user(text('a'))], tools: [{ functionDeclarations: [{ name: 'look' }] }] },
      /type OBJECT/,
    ],
    'a reply without room': [{ contents: [user(text('a'))], generationConfig: { maxOutputTokens: 0 } }, /positive/],
  };
  it.each(Object.entries(table))('%s', (_, [body, why]) => {
    expect(geminiRejects(body)).toContainEqual(expect.stringMatching(why));
  });
});

it('R44 a call without its result and a result without its call are refused, as the context never has them', () => {
  const ask = user(text('a'));
  expect(geminiRejects({ contents: [ask, model(call('1'))] })).toHaveLength(1);
  expect(geminiRejects({ contents: [ask, user(result('1'))] })).toHaveLength(1);
  const thread = [
    { role: 'user', blocks: [{ type: 'text', text: 'a' }] },
    { role: 'assistant', blocks: [{ type: 'tool_use', id: '1', name: 'look', input: {} }] },
    { role: 'user', blocks: [{ type: 'tool_result', toolUseId: '2', content: [] }] },
  ] as const;
  expect(geminiRejects({ contents: sent(toWireOrder(thread).messages) })).toEqual([]);
});

function sent(messages: readonly Message[]): Json {
  return JSON.parse(JSON.stringify(toContents(messages, { id: 'gemini-3.8-flash' })));
}
