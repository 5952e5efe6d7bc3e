/** What the editor's models are sent of each kind of block, and that they take whatever a thread can come to. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Message } from '../../../src/core/message/message.ts';
import { projectContext } from '../../../src/core/thread/context.ts';
import { replay } from '../../../src/core/thread/thread.ts';
import type { ModelInfo } from '../../../src/providers/shared/provider.ts';
import { toMessages } from '../../../src/providers/vscode-lm/to-messages.ts';
import { perform, someOperations } from '../../core/arbitrary/operations.ts';
import { fakeApi } from '../../wire/vscode-lm-api.ts';
import { lmRejects, plain } from '../../wire/vscode-lm-rules.ts';
import { requestFor, says } from '../drive.ts';

const api = fakeApi([]);
const sent = (messages: readonly Message[], system = '', info: Partial<ModelInfo> = {}) =>
  plain(api, toMessages(api, { id: 'copilot/x', ...info }, requestFor(messages, { system }))).messages;
const text = (words: string) => ({ type: 'text', text: words });

describe('a block', () => {
  const table: Record<string, [Message, readonly object[]]> = {
    'of text': [says('user', 'a'), [text('a')]],
    'of sealed text': [says('assistant', { type: 'text', text: 'a', signature: 's', by: 'g' }), [text('a')]],
    'of thoughts is left out': [says('assistant', { type: 'thinking', text: 'a', signature: 's' }, 'b'), [text('b')]],
    'that is a checkpoint': [says('user', { type: 'checkpoint', id: 'abc123' }), [text('<checkpoint:abc123>')]],
    "of another provider's compaction": [says('user', { type: 'native', by: 'x', data: 1, text: 'a' }), [text('a')]],
    'that is a document': [
      says('user', { type: 'document', mediaType: 'application/pdf', data: 'JVBE' }),
      [text("[A document of type application/pdf that can't be sent.]")],
    ],
    'that is an image': [
      says('user', { type: 'image', mediaType: 'image/jpeg', data: 'iVBO' }),
      [{ type: 'data', mimeType: 'image/jpeg', bytes: 3 }],
    ],
    'that is an image of a kind that is not taken': [
      says('user', { type: 'image', mediaType: 'image/svg+xml', data: 'PHN2' }),
      [text("[An image of type image/svg+xml that can't be sent.]")],
    ],
    'that is a call with a text as its input': [
      says('assistant', { type: 'tool_use', id: '1', name: 'a.b', input: 'odd' }),
      [{ type: 'call', callId: '1', name: 'a_b', input: { input: 'odd' } }],
    ],
  };
  it.each(Object.entries(table))('%s', (_, [message, content]) => {
    expect(sent([message])).toEqual([{ role: message.role, content }]);
  });

  it('that is an image is words for a model that takes none', () => {
    const image = says('user', { type: 'image', mediaType: 'image/png', data: 'iVBO' });
    const words = text("[An image of type image/png that can't be sent.]");
    expect(sent([image], '', { takesImages: false })).toEqual([{ role: 'user', content: [words] }]);
  });

  it('that nothing is left of leaves no message', () => {
    expect(sent([says('assistant', { type: 'thinking', text: 'a' })])).toEqual([]);
  });
});

it('case 22: whatever happens to a thread, nothing of it is refused', () => {
  fc.assert(
    fc.property(someOperations, (operations) => {
      let thread = replay([]);
      for (const operation of operations) {
        thread = perform(thread, operation);
        const messages = sent(projectContext(thread, 'vscode-lm/x').messages, 'Be brief.');
        expect(lmRejects({ messages, tools: [] })).toEqual([]);
      }
    }),
    { numRuns: 40 },
  );
});
