/** A thread as a summarizer reads it when it is not given the thread itself (R43). */
import { describe, expect, it } from 'vitest';
import { transcriptOf } from '../../../../src/core/compaction/summarize/transcript.ts';
import type { Block } from '../../../../src/core/message/message.ts';
import type { Origin } from '../../../../src/core/thread/entry.ts';
import { compacted, threadOf, typed } from '../../tool-output/rounds.ts';

const text = (value: string): Block => ({ type: 'text', text: value });
const call = (name: string, input: object): Block => ({ type: 'tool_use', id: 'c', name, input: { ...input } });
const result = (value: string, isError?: true): Block => {
  return { type: 'tool_result', toolUseId: 'c', content: [{ type: 'text', text: value }], ...(isError && { isError }) };
};
const picture = { type: 'image', mediaType: 'image/png', data: 'iVBORw0KGgo=' } as const;
const plan = { type: 'document', mediaType: 'application/pdf', data: 'JVBERi0=' } as const;

const of = (origin: Origin, ...blocks: readonly Block[]) =>
  transcriptOf(threadOf({ type: 'message', origin, blocks }).items);

describe('R43 transcriptOf', () => {
  it.each<[string, Origin, readonly Block[], readonly string[]]>([
    ['a person', 'typed', [text('go on')], ['[Person]\ngo on']],
    [
      'an attachment',
      'typed',
      [
        text('why?'),
        { type: 'attachment', kind: 'file', name: 'a.log', text: `${'a'.repeat(2_000)}${'b'.repeat(2_000)}` },
      ],
      [`[Person]\nwhy?\n(attached a.log)\n${'a'.repeat(1_600)}\n(… 1600 characters left out …)\n${'b'.repeat(800)}`],
    ],
    ['the model', 'model', [text('Done.'), text('Next?')], ['[Assistant]\nDone.\nNext?']],
    ['the program', 'program', [text('The file changed.')], ['[Program]\nThe file changed.']],
    ['a result', 'tools', [result('3 tests')], ['[Tool results]\n3 tests']],
    ['a failed result', 'tools', [result('no such file', true)], ['[Tool results]\n(failed) no such file']],
    [
      'a result with a picture',
      'tools',
      [{ type: 'tool_result', toolUseId: 'c', content: [{ type: 'text', text: 'seen' }, picture] }],
      ['[Tool results]\nseen\n(image)'],
    ],
    ['a call', 'model', [call('bash', { command: 'npm test' })], ['[Assistant]\n(called bash npm test)']],
    [
      'a call that names lines',
      'model',
      [call('read_file', { path: 'a.ts', offset: 11, limit: 40 })],
      ['[Assistant]\n(called read_file a.ts:11-50)'],
    ],
    [
      'a call that names a first line only',
      'model',
      [call('read_file', { path: 'a.ts', offset: 11 })],
      ['[Assistant]\n(called read_file a.ts:11)'],
    ],
    ['pictures and documents by their kind', 'typed', [picture, plan], ['[Person]\n(image)\n(document)']],
    [
      'no thinking, no reminder, no checkpoint, no blank text',
      'typed',
      [
        { type: 'thinking', text: 'hm' },
        { type: 'redacted_thinking', data: 'A' },
        { type: 'reminder', text: 'tabs' },
        text(' \n'),
        { type: 'checkpoint', id: 'abc123' },
        text('go'),
      ],
      ['[Person]\ngo'],
    ],
    ['nothing of a message that says nothing', 'model', [{ type: 'thinking', text: 'hm' }], []],
  ])('tells %s', (_, origin, blocks, expected) => expect(of(origin, ...blocks)).toEqual(expected));

  it('tells a summary from what was said', () => {
    const thread = threadOf(typed('one'), typed('two'));
    const [first] = thread.messages;
    if (!first) throw new Error('no message');
    const span = { from: first.id, to: first.id };
    const replacement = [{ role: 'user', blocks: [{ type: 'text', text: 'One was asked.' }] }] as const;
    const after = compacted(thread, [{ type: 'entries', span, fate: 'summarized', replacement }]);
    expect(transcriptOf(after.items)).toEqual(['[Summary of earlier messages]\nOne was asked.', '[Person]\ntwo']);
  });

  it('clips a long result to its beginning and its end, where errors stand', () => {
    const whole = `${'a'.repeat(1_600)}${'b'.repeat(800)}`;
    expect(of('tools', result(whole))).toEqual([`[Tool results]\n${whole}`]);
    const [clipped] = of('tools', result(`${'a'.repeat(1_600)}xyz${'b'.repeat(800)}`, true));
    expect(clipped).toBe(
      `[Tool results]\n(failed) ${'a'.repeat(1_600)}\n(… 3 characters left out …)\n${'b'.repeat(800)}`,
    );
  });

  it('parts no surrogate pair where it clips', () => {
    const [clipped = ''] = of('tools', result(`${'a'.repeat(2_000)}😀${'b'.repeat(799)}`));
    expect(clipped.endsWith(`…)\n${'b'.repeat(799)}`)).toBe(true);
  });
});
