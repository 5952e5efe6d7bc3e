/** The stand-in for the editor refuses what GitHub Copilot refuses, and nothing else. */
import { describe, expect, it } from 'vitest';
import { type LmMessage, type LmPart, lmRejects } from './vscode-lm-rules.ts';

const user = (...content: readonly LmPart[]): LmMessage => ({ role: 'user', content });
const assistant = (...content: readonly LmPart[]): LmMessage => ({ role: 'assistant', content });
const text = (words: string): LmPart => ({ type: 'text', text: words });
const call = (callId: string, more = {}): LmPart => ({ type: 'call', callId, name: 'look', input: {}, ...more });
const result = (callId: string, ...content: readonly LmPart[]): LmPart => ({ type: 'result', callId, content });
const answered = (...ids: readonly string[]) => user(...ids.map((id) => result(id, text('b'))));
const ask = user(text('a'));

describe('takes', () => {
  const table: Record<string, readonly LmMessage[]> = {
    'a text': [ask],
    'a round, and what follows it in a message of its own': [
      ask,
      assistant(text('b'), call('1'), call('2')),
      answered('1', '2'),
      ask,
    ],
    'an image in a result': [
      ask,
      assistant(call('1')),
      user(result('1', { type: 'data', mimeType: 'image/png', bytes: 4 })),
    ],
  };
  it.each(Object.entries(table))('%s', (_, messages) => expect(lmRejects({ messages, tools: ['look'] })).toEqual([]));
});

describe('refuses', () => {
  const table: Record<string, [readonly LmMessage[], RegExp]> = {
    'no messages': [[], /no messages/],
    'a message without content': [[ask, assistant()], /empty content/],
    'a text without words': [[user(text(' '))], /without text/],
    'data without bytes': [[user({ type: 'data', mimeType: 'image/png', bytes: 0 })], /without data/],
    'a part that is no part': [[user({ type: 'unknown' })], /unknown class/],
    'a call without its result': [[ask, assistant(call('1')), ask], /must be followed by/],
    'a call at the end': [[ask, assistant(call('1'))], /must be followed by/],
    'a text beside the results': [
      [ask, assistant(call('1')), user(result('1', text('b')), text('c'))],
      /must be followed by/,
    ],
    'one result of two': [[ask, assistant(call('1'), call('2')), answered('1')], /must be followed by/],
    'another result': [[ask, assistant(call('1')), answered('2')], /must be followed by/],
    'a result without its call': [[ask, answered('1')], /a result without its call/],
    'a result without content': [[ask, assistant(call('1')), user(result('1'))], /a result without content/],
    'one id for two calls': [
      [ask, assistant(call('1')), answered('1'), assistant(call('1')), answered('1')],
      /callId 1 twice/,
    ],
    'a call of the user': [[user(call('1')), answered('1')], /a call of the user/],
    'a result of the assistant': [
      [ask, assistant(call('1')), assistant(result('1', text('b')))],
      /a result of the assistant/,
    ],
    'an input that is no object': [[ask, assistant(call('1', { input: [] })), answered('1')], /no object/],
    'a name with a dot': [[ask, assistant(call('1', { name: 'a.b' })), answered('1')], /tool name/],
  };
  it.each(Object.entries(table))('%s', (_, [messages, why]) => {
    expect(lmRejects({ messages, tools: [] })).toContainEqual(expect.stringMatching(why));
  });

  it('too many tools and odd names of them', () => {
    const many = Array.from({ length: 129 }, (_, i) => `t${i}`);
    expect(lmRejects({ messages: [ask], tools: many })).toEqual([expect.stringMatching(/more than 128 tools/)]);
    expect(lmRejects({ messages: [ask], tools: ['a b'] })).toEqual([expect.stringMatching(/Invalid tool name/)]);
  });
});
