/** The index of names: which are in it, and which come first. */
import { describe, expect, it } from 'vitest';
import { addParts, indexNames, namesOf } from '../../../../src/core/compaction/extract/name-index.ts';
import type { Block } from '../../../../src/core/message/message.ts';
import type { MessageEntry, Origin } from '../../../../src/core/thread/entry.ts';
import { entryId } from '../../../../src/core/thread/entry-id.ts';
import { estimateText } from '../../../../src/core/tokens/estimate.ts';

const NONE: ReadonlySet<string> = new Set();
const entry = (origin: Origin, ...blocks: readonly Block[]): MessageEntry => {
  return { type: 'message', id: entryId(1), at: 0, origin, blocks };
};
const said = (origin: Origin, text: string) => entry(origin, { type: 'text', text });
const result = (text: string) =>
  entry('tools', { type: 'tool_result', toolUseId: 'c', content: [{ type: 'text', text }] });
const index = (...head: readonly MessageEntry[]) => indexNames(head, NONE, 1_000).split(/\s/);

describe('namesOf', () => {
  it('finds them in texts, thinking, what calls were given at any depth, and results', () => {
    const { all } = namesOf(
      entry(
        'model',
        { type: 'text', text: 'one_name' },
        { type: 'thinking', text: 'two_name' },
        { type: 'redacted_thinking', data: 'no_name' },
        { type: 'reminder', text: 'hidden_name' },
        {
          type: 'tool_use',
          id: 'id_name',
          name: 'x',
          input: { a: ['three_name', { b: 'four_name' }], n: 7, ms: 120_000, z: null },
        },
        { type: 'tool_use', id: 'id_name', name: 'x', input: { a: { b: { c: { d: { e: { f: 'deep_name' } } } } } } },
        { type: 'tool_use', id: 'x', name: 'x', input: { a: { b: { c: { d: { e: { f: { g: 'too_deep' } } } } } } } },
        {
          type: 'tool_result',
          toolUseId: 'c',
          content: [
            { type: 'image', mediaType: 'image/x_png', data: 'A' },
            { type: 'text', text: 'five_name' },
          ],
        },
      ),
    );
    expect([...all]).toEqual(['one_name', 'two_name', 'three_name', 'four_name', '120000', 'deep_name', 'five_name']);
  });

  it.each<[Origin, boolean]>([
    ['model', true],
    ['typed', true],
    ['tools', false],
    ['program', false],
  ])('of %s are written by a person or the model: %s', (origin, own) => {
    const one = said(origin, 'a_name');
    expect(namesOf(one).own).toBe(own);
    expect(namesOf(one)).toBe(namesOf(one));
  });
});

it('addParts tells what a longer name shows', () => {
  const names = new Set(['src/scan/day.ts', 'zone']);
  addParts(names);
  expect([...names].sort()).toEqual([
    'day.ts',
    'scan/day.ts',
    'src',
    'src/scan',
    'src/scan/day',
    'src/scan/day.ts',
    'ts',
    'zone',
  ]);
});

describe('indexNames', () => {
  it.each<[string, readonly MessageEntry[], readonly string[]]>([
    [
      'of the model before those that only a tool told',
      [said('model', 'own_name'), result('a_told')],
      ['own_name', 'a_told'],
    ],
    ['used lately before those of long ago', [said('model', 'a_name'), said('model', 'b_name')], ['b_name', 'a_name']],
    ['told lately before those of long ago', [result('a_name'), result('b_name')], ['b_name', 'a_name']],
    [
      'used often before those used once',
      [said('model', 'b_name'), said('model', 'b_name'), said('model', 'b_name a_name')],
      ['b_name', 'a_name'],
    ],
    [
      'told often before those told once',
      [result('b_name'), result('b_name'), result('b_name a_name')],
      ['b_name', 'a_name'],
    ],
    [
      'in the order of their letters where nothing else tells',
      [said('typed', 'b_name a_name c_name')],
      ['a_name', 'b_name', 'c_name'],
    ],
    [
      'short ones before long ones',
      [said('typed', 'a_much_longer_name_of_a_thing b_name')],
      ['b_name', 'a_much_longer_name_of_a_thing'],
    ],
  ])('puts names %s', (_, head, names) => expect(index(...head)).toEqual(names));

  it('leaves out what is shown, and what is too long', () => {
    const head = [said('model', `a_name b_name ${'x1'.repeat(60)} ${'y1'.repeat(60)}z`)];
    expect(indexNames(head, new Set(['a_name']), 1_000).split(/\s/)).toEqual(['b_name', 'x1'.repeat(60)]);
  });

  it('fills its budget with the best, in lines', () => {
    const head = [said('model', Array.from({ length: 300 }, (_, i) => `name_number_${100 + i}`).join(' '))];
    const text = indexNames(head, NONE, 400);
    expect(estimateText(text)).toBeLessThanOrEqual(400);
    expect(estimateText(text)).toBeGreaterThan(380);
    const lines = text.split('\n');
    expect(lines.length).toBeGreaterThan(3);
    for (const line of lines) expect(line.length).toBeLessThan(130);
    for (const line of lines.slice(0, -1)) expect(line.length).toBeGreaterThanOrEqual(110);
    const names = text.split(/\s/);
    expect(names).toEqual(names.map((_, i) => `name_number_${100 + i}`));
  });

  it('is empty without names or room', () => {
    expect(indexNames([said('model', 'nothing to see')], NONE, 1_000)).toBe('');
    expect(indexNames([], NONE, 1_000)).toBe('');
    expect(indexNames([said('model', 'a_name')], NONE, 0)).toBe('');
  });
});
