/** What Gemini is sent of each kind of block, and that it takes whatever a thread can come to. */
import { FinishReason } from '@google/genai/web';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Block, Message, ResultContent } from '../../../src/core/message/message.ts';
import { projectContext } from '../../../src/core/thread/context.ts';
import { replay } from '../../../src/core/thread/thread.ts';
import { toContents } from '../../../src/providers/gemini/contents.ts';
import { replyEnd } from '../../../src/providers/gemini/stop-reason.ts';
import { toRequest } from '../../../src/providers/gemini/to-request.ts';
import { perform, someOperations } from '../../core/arbitrary/operations.ts';
import { geminiRejects } from '../../wire/gemini-rules.ts';
import { requestFor, says } from '../drive.ts';

const MODEL = { id: 'gemini-3.8-flash' };
const png: ResultContent = { type: 'image', mediaType: 'image/png', data: 'iVBO' };
const svg: ResultContent = { type: 'image', mediaType: 'image/svg+xml', data: 'PHN2' };
const pdf: ResultContent = { type: 'document', mediaType: 'application/pdf', data: 'JVBE' };
const inline = (mimeType: string, data: string) => ({ inlineData: { mimeType, data } });

describe('a block', () => {
  const table: Record<string, [Message, readonly object[]]> = {
    'of text': [says('user', 'a'), [{ text: 'a' }]],
    'of sealed text': [
      says('assistant', { type: 'text', text: 'a', signature: 's', by: 'g' }),
      [{ text: 'a', thoughtSignature: 's' }],
    ],
    'of thoughts that nobody sealed': [says('assistant', { type: 'thinking', text: 'a' }, 'b'), [{ text: 'b' }]],
    'of sealed thoughts': [
      says('assistant', { type: 'thinking', text: 'a', signature: 's' }),
      [{ text: 'a', thought: true, thoughtSignature: 's' }],
    ],
    'that is a checkpoint': [says('user', { type: 'checkpoint', id: 'abc123' }), [{ text: '<checkpoint:abc123>' }]],
    'that is a reminder': [
      says('user', { type: 'reminder', text: 'a' }),
      [{ text: '<system-reminder>\na\n</system-reminder>' }],
    ],
    "of another provider's compaction": [
      says('user', { type: 'native', by: 'x', data: 1, text: 'a' }),
      [{ text: 'a' }],
    ],
    'that is an image': [says('user', png), [inline('image/png', 'iVBO')]],
    'that is an image of a kind that is not taken': [
      says('user', svg),
      [{ text: "[An image of type image/svg+xml that can't be sent.]" }],
    ],
    'that is a document': [says('user', pdf), [inline('application/pdf', 'JVBE')]],
    'that is a call': [
      says('assistant', { type: 'tool_use', id: '1', name: 'a b', input: 'odd', signature: 's' }),
      [{ functionCall: { id: '1', name: 'a_b', args: { input: 'odd' } }, thoughtSignature: 's' }],
    ],
  };
  it.each(Object.entries(table))('%s', (_, [message, parts]) => {
    expect(toContents([message], MODEL)).toEqual([{ role: message.role === 'user' ? 'user' : 'model', parts }]);
  });

  it('that is an image is words for a model that takes none, in a result too', () => {
    const blind = { ...MODEL, takesImages: false };
    const result: Block = { type: 'tool_result', toolUseId: '1', content: [png] };
    const words = "[An image of type image/png that can't be sent.]";
    expect(toContents([says('user', result, png)], blind)[0]?.parts).toEqual([
      { functionResponse: { id: '1', name: 'tool', response: { output: words } } },
      { text: words },
    ]);
  });

  it('that nothing is left of leaves no content', () => {
    expect(toContents([says('assistant', { type: 'redacted_thinking', data: 'x' })], MODEL)).toEqual([]);
  });
});

describe('a result', () => {
  const call = says('assistant', { type: 'tool_use', id: '1', name: '9 lives', input: {} });
  const answer = (content: readonly ResultContent[], isError = false): Message[] => [
    call,
    says('user', { type: 'tool_result', toolUseId: '1', content, isError }, 'And?'),
  ];
  const sent = (messages: readonly Message[], model = MODEL) => toContents(messages, model)[1]?.parts;
  const response = (more: object) => ({ functionResponse: { id: '1', name: '_9_lives', ...more } });

  it.each<[string, readonly ResultContent[], boolean, object]>([
    [
      'with text',
      [
        { type: 'text', text: 'a' },
        { type: 'text', text: 'b' },
      ],
      false,
      { response: { output: 'a\nb' } },
    ],
    ['without anything', [], false, { response: { output: '' } }],
    ['that failed', [{ type: 'text', text: 'a' }], true, { response: { error: 'a' } }],
    ['that failed without a word', [], true, { response: { error: 'The call failed without a message.' } }],
    ['with an image', [png], false, { response: { output: '' }, parts: [inline('image/png', 'iVBO')] }],
    [
      'with an odd image',
      [svg],
      false,
      { response: { output: "[An image of type image/svg+xml that can't be sent.]" } },
    ],
  ])('%s, before what a person said', (_, content, isError, given) => {
    expect(sent(answer(content, isError))).toEqual([response(given), { text: 'And?' }]);
  });

  it.each(['gemini-2.5-pro', 'gemini-2.0-flash', 'gemma-4-31b-it'])(
    'with an image for %s shows it behind the results',
    (model) => {
      const whole = [response({ response: { output: '' } }), inline('image/png', 'iVBO'), { text: 'And?' }];
      expect(sent(answer([png]), { id: model })).toEqual(whole);
    },
  );
});

describe('a request', () => {
  const signal = new AbortController().signal;
  const asked = requestFor([says('user', 'a')]);

  it.each([
    ['auto', { mode: 'AUTO' }],
    ['none', { mode: 'NONE' }],
  ] as const)('has its tools also where they may not be called: %s', (toolChoice, functionCallingConfig) => {
    const { config } = toRequest({ ...asked, toolChoice }, MODEL, signal);
    expect(config?.toolConfig).toEqual({ functionCallingConfig });
    expect(config?.tools).toHaveLength(1);
  });

  it('without tools and system prompt leaves out both', () => {
    const { config } = toRequest({ ...asked, tools: [], system: ' ' }, MODEL, signal);
    expect(Object.keys(config ?? {})).not.toContain('tools');
    expect(Object.keys(config ?? {})).not.toContain('toolConfig');
    expect(Object.keys(config ?? {})).not.toContain('systemInstruction');
  });

  it('asks for thoughts where the model has some, and for no more than it gives', () => {
    const { config } = toRequest(asked, { ...MODEL, thinks: true, size: { maxOutput: 300 } }, signal);
    expect(config).toMatchObject({ thinkingConfig: { includeThoughts: true }, maxOutputTokens: 300 });
    const plain = toRequest(asked, { ...MODEL, size: { maxOutput: null } }, signal);
    expect(plain.config).toMatchObject({ maxOutputTokens: 1000, automaticFunctionCalling: { disable: true } });
    expect(plain.config?.thinkingConfig).toBeUndefined();
  });
});

describe('a reason to stop', () => {
  it('is an end, a refusal or a fault in the reply, whichever it is', () => {
    const reasonsFor = (kind: string) =>
      Object.values(FinishReason).filter((reason) => {
        const end = replyEnd(reason, { hasCalls: true, hasText: true });
        return kind === (end.type === 'end' ? end.reason : end.error.kind);
      });
    expect(reasonsFor('calls')).toEqual(['STOP']);
    expect(reasonsFor('length')).toEqual(['MAX_TOKENS', 'CONTINUATION']);
    expect(reasonsFor('empty').sort()).toEqual([
      'MALFORMED_FUNCTION_CALL',
      'MALFORMED_RESPONSE',
      'MISSING_THOUGHT_SIGNATURE',
      'TOO_MANY_TOOL_CALLS',
      'UNEXPECTED_TOOL_CALL',
    ]);
    const refused = ['SAFETY', 'RECITATION', 'PROHIBITED_CONTENT', 'BLOCKLIST'];
    expect(reasonsFor('refused')).toEqual(expect.arrayContaining(refused));
  });
});

it('case 22: whatever happens to a thread, nothing of it is refused', () => {
  fc.assert(
    fc.property(someOperations, (operations) => {
      let thread = replay([]);
      for (const operation of operations) {
        thread = perform(thread, operation);
        const { messages } = projectContext(thread, 'gemini/x');
        const contents = JSON.parse(JSON.stringify(toContents(messages, MODEL)));
        if (contents.length > 0) expect(geminiRejects({ contents })).toEqual([]);
      }
    }),
    { numRuns: 40 },
  );
});
