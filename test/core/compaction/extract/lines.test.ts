/** The lines of messages, and what kind of text each is. */
import { describe, expect, it } from 'vitest';
import { passageOf, passagesOf } from '../../../../src/core/compaction/extract/lines.ts';
import type { Json } from '../../../../src/core/lang/json.ts';
import type { Block } from '../../../../src/core/message/message.ts';
import type { Origin } from '../../../../src/core/thread/entry.ts';
import { entryId } from '../../../../src/core/thread/entry-id.ts';

const of = (origin: Origin, ...blocks: readonly Block[]) =>
  passagesOf({ type: 'message', id: entryId(1), at: 0, origin, blocks }).map(({ lines, ...passage }) => ({
    ...passage,
    lines: lines.map(({ key }) => key),
  }));
const text = (value: string): Block => ({ type: 'text', text: value });
const given = (input: Json) =>
  of('model', { type: 'tool_use', id: 'c', name: 'x', input }).map(({ kind, lines }) => [kind, ...lines]);

describe('passagesOf', () => {
  it.each<[Origin, string]>([
    ['typed', 'typed'],
    ['model', 'said'],
    ['program', 'program'],
    ['tools', 'program'],
  ])('a text of %s is %s', (origin, kind) => expect(of(origin, text('a\n b '))).toEqual([{ kind, lines: ['a', 'b'] }]));

  it('has thinking, calls and results, each with its call', () => {
    expect(
      of(
        'model',
        { type: 'thinking', text: 'hm' },
        { type: 'redacted_thinking', data: 'A' },
        { type: 'tool_use', id: 'c', name: 'bash', input: { command: 'ls' } },
        { type: 'tool_result', toolUseId: 'c', content: [{ type: 'text', text: 'a' }], isError: true },
        { type: 'tool_result', toolUseId: 'd', content: [{ type: 'image', mediaType: 'image/png', data: 'A' }] },
        { type: 'tool_result', toolUseId: 'd', content: [{ type: 'text', text: 'b' }] },
      ),
    ).toEqual([
      { kind: 'thought', lines: ['hm'] },
      { kind: 'command', call: 'c', lines: ['ls'] },
      { kind: 'result', call: 'c', isError: true, lines: ['a'] },
      { kind: 'result', call: 'd', lines: ['b'] },
    ]);
  });

  it.each<[Json, readonly (readonly string[])[]]>([
    [
      { path: 'a.ts', old_string: 'x', new_string: 'y' },
      [
        ['argument', 'a.ts'],
        ['anchor', 'x'],
        ['written', 'y'],
      ],
    ],
    [
      { oldText: 'x', newText: 'y', search: 's', replace: 'r' },
      [
        ['anchor', 'x'],
        ['written', 'y'],
        ['anchor', 's'],
        ['written', 'r'],
      ],
    ],
    [
      { old: 'x', new: 'y', content: 'z', file_text: 'f', replacement: 'r' },
      [
        ['anchor', 'x'],
        ['written', 'y'],
        ['written', 'z'],
        ['written', 'f'],
        ['written', 'r'],
      ],
    ],
    [
      { cmd: 'a', chars: 'b', code: 'c', script: 'd', text: 'e' },
      [
        ['command', 'a'],
        ['command', 'b'],
        ['command', 'c'],
        ['command', 'd'],
        ['command', 'e'],
      ],
    ],
    [
      { older: 'x', contents: 'y', commands: 'z', research: 's' },
      [
        ['argument', 'x'],
        ['argument', 'y'],
        ['argument', 'z'],
        ['argument', 's'],
      ],
    ],
    [
      { edits: [{ old_str: 'x', new_str: 'y' }], n: 7, none: null },
      [
        ['anchor', 'x'],
        ['written', 'y'],
      ],
    ],
    ['ls -l', [['argument', 'ls -l']]],
    [
      { input: '*** Begin Patch\n*** Update File: a.ts\n@@ top\n old line\n-gone\n+come\n*** End Patch' },
      [
        ['argument', '*** Begin Patch', '*** Update File: a.ts', '@@ top', '*** End Patch'],
        ['anchor', 'old line', 'gone'],
        ['written', 'come'],
      ],
    ],
    [{ a: { b: { c: { d: { e: { f: 'deep' } } } } } }, [['argument', 'deep']]],
    [{ a: { b: { c: { d: { e: { f: { g: { h: 'too deep' } } } } } } } }, []],
  ])('sorts what a call was given: %j', (input, expected) => expect(given(input)).toEqual(expected));

  it('is the same list for the same entry', () => {
    const entry = { type: 'message', id: entryId(1), at: 0, origin: 'typed', blocks: [text('a')] } as const;
    expect(passagesOf(entry)).toBe(passagesOf(entry));
  });
});

describe('the lines of a text', () => {
  const keys = (value: string) => passageOf('result', value).lines.map(({ key }) => key);

  it.each<[string, readonly string[]]>([
    ['  12→a', ['a']],
    ['12\ta', ['a']],
    [' 12 | a', ['a']],
    ['12| a', ['a']],
    ['12 a', ['12 a']],
    ['1234567\ta', ['1234567\ta']],
    ['x 12\ta', ['x 12\ta']],
    ['a\n\n  \nb', ['a', 'b']],
  ])('of %j are %j', (value, expected) => expect(keys(value)).toEqual(expected));

  it('cost what they take, and one for the line end', () => {
    expect(passageOf('said', 'hello there').lines[0]?.tokens).toBeGreaterThan(1);
  });

  it('that are very long come in pieces, which end at a sentence, else at a word', () => {
    const line = 'x'.repeat(300);
    expect(keys(line)).toEqual([line]);
    expect(keys(`${line}y`)).toEqual([line, 'y']);
    expect(keys(`${'a'.repeat(150)}. ${'b'.repeat(100)} ${'c'.repeat(100)}`)).toEqual([
      `${'a'.repeat(150)}.`,
      `${'b'.repeat(100)} ${'c'.repeat(100)}`,
    ]);
    expect(keys(`${'a'.repeat(200)} ${'b'.repeat(200)}`)).toEqual(['a'.repeat(200), 'b'.repeat(200)]);
    expect(keys(`a. ${'b'.repeat(400)}`)).toEqual([`a. ${'b'.repeat(297)}`, 'b'.repeat(103)]);
    expect(keys(`${'a'.repeat(299)}😀b`)).toEqual(['a'.repeat(299), '😀b']);
  });

  it('are sentences in prose, the short ones together with what follows', () => {
    const one = 'The offset is that of today, not that of the scan.';
    const two = 'So each scan asks for the offset at its own instant!';
    const line = `${one} ${two} Yes. No.`;
    expect(passageOf('thought', line).lines.map(({ key, continues }) => [key, continues])).toEqual([
      [one, false],
      [two, true],
      ['Yes. No.', true],
    ]);
    expect(keys(`${'Yes. '.repeat(7)}No.`)).toHaveLength(1);
    expect(passageOf('result', line).lines.map(({ key }) => key)).toEqual([line]);
  });

  it('are cut off where a line has no end', () => {
    expect(keys('x'.repeat(100_000))).toHaveLength(60);
    expect(keys(`${'x'.repeat(100_000)}\nnext`).at(-1)).toBe('next');
  });
});
