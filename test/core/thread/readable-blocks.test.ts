/** What a model is sent of what providers sealed: its own as it came, of others the words (docs/wire-rules.md, "Thinking and signatures"; R57). */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Block, Message } from '../../../src/core/message/message.ts';
import { checkContext } from '../../../src/core/thread/check-context.ts';
import { readableBy } from '../../../src/core/thread/readable-blocks.ts';
import { toWireOrder } from '../../../src/core/thread/wire-order.ts';
import { toAnthropicMessages } from '../../../src/providers/anthropic/to-messages.ts';
import { anthropicRejects } from '../../wire/anthropic.ts';
import { MAKERS, someMaker, someMessages } from '../arbitrary/thread.ts';

const said = (text: string): Block => ({ type: 'text', text });
const user = (...blocks: Block[]): Message => ({ role: 'user', blocks });
const model = (...blocks: Block[]): Message => ({ role: 'assistant', blocks });
const native = (by: string, text = 'S'): Block => ({ type: 'native', by, data: { sealed: by }, text });
const call: Block = { type: 'tool_use', id: 'a', name: 'run', input: {} };
const by = (modelKey: string) => ({ signature: 's', by: modelKey });

describe('openTo', () => {
  it.each<[string, readonly Message[], readonly Message[]]>([
    [
      'own thinking stays',
      [model({ type: 'thinking', text: 'hm', ...by('us') }, said('a'))],
      [model({ type: 'thinking', text: 'hm', ...by('us') }, said('a'))],
    ],
    [
      'thinking of others goes',
      [model({ type: 'thinking', text: 'hm', ...by('them') }, said('a'))],
      [model(said('a'))],
    ],
    ['and of nobody known', [model({ type: 'thinking', text: 'hm', signature: 's' }, said('a'))], [model(said('a'))]],
    [
      'and what nobody can read, with its message',
      [user(said('a')), model({ type: 'redacted_thinking', data: 'x', by: 'them' })],
      [user(said('a'))],
    ],
    [
      'signatures of others go from text and calls',
      [model({ type: 'text', text: 'a', ...by('them') }, { ...call, ...by('them') })],
      [model(said('a'), call)],
    ],
    [
      'own signatures stay',
      [model({ type: 'text', text: 'a', ...by('us') }, { ...call, ...by('us') })],
      [model({ type: 'text', text: 'a', ...by('us') }, { ...call, ...by('us') })],
    ],
    [
      'a compaction of another is read in words',
      [model(native('them')), user(said('a'))],
      [user(said('Summary of the conversation so far:\n\nS')), user(said('a'))],
    ],
    [
      'its own comes first, wherever it stands',
      [user(said('a')), model(native('us'), said('b'))],
      [model(native('us')), user(said('a')), model(said('b'))],
    ],
    [
      'of two of its own the newest does, and the other is read in words',
      [model(native('us', 'old')), user(said('a')), model(native('us', 'new'))],
      [model(native('us', 'new')), user(said('Summary of the conversation so far:\n\nold')), user(said('a'))],
    ],
  ])('%s', (_, messages, opened) => expect(readableBy(messages, 'us')).toEqual(opened));

  it('gives what holds nothing of others as the same objects', () => {
    const messages = [user(said('a')), model({ type: 'thinking', text: 'hm', ...by('us') }, call)];
    expect(readableBy(messages, 'us').every((message, at) => message === messages[at])).toBe(true);
  });

  it('leaves nothing of others and changes nothing when it is done again; in wire order every provider takes it', () => {
    fc.assert(
      fc.property(someMessages, someMaker, (messages, modelKey) => {
        const opened = readableBy(messages, modelKey);
        expect(readableBy(opened, modelKey)).toEqual(opened);
        for (const other of MAKERS)
          if (other !== modelKey) expect(JSON.stringify(opened)).not.toContain(`"by":"${other}"`);
        const wire = toWireOrder(opened).messages;
        expect(checkContext(wire)).toEqual([]);
        expect(anthropicRejects(toAnthropicMessages(wire, modelKey))).toEqual([]);
        expect(checkContext(toWireOrder(messages).messages)).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });
});
