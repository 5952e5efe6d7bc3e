/** Every refusal of the `compact` tool in the words that the model reads: the id, the true cause, what works (R5, R11). */
import { describe, expect, it } from 'vitest';
import { COMPACT_TOOL, describeRefusal } from '../../../../src/core/compaction/replace/compact-tool.ts';
import { parseReplacements } from '../../../../src/core/compaction/replace/replacement.ts';
import { entryId } from '../../../../src/core/thread/entry-id.ts';

const ids = (count: number) => Array.from({ length: count }, (_, i) => `check${i}`);

describe('R11 describeRefusal', () => {
  it.each<[Parameters<typeof describeRefusal>[0], string]>([
    [
      { type: 'unknown-id', id: 'zzzzzz', working: ['aaaaaa', 'bbbbbb'] },
      'There is no checkpoint zzzzzz in this thread. These work: aaaaaa, bbbbbb.',
    ],
    [
      { type: 'unknown-id', id: 'zzzzzz', working: [] },
      'There is no checkpoint zzzzzz in this thread. No checkpoint is left to use: leave out from and to.',
    ],
    [
      { type: 'unknown-id', id: 'zzzzzz', working: ids(12) },
      `There is no checkpoint zzzzzz in this thread. These work: ${ids(12).join(', ')}.`,
    ],
    [
      { type: 'consumed', id: 'bbbbbb', by: entryId(7), working: ids(13) },
      `Checkpoint bbbbbb is no longer in your context: compaction 7 replaced its range. These work: … ${ids(13).slice(1).join(', ')}.`,
    ],
    [{ type: 'reversed', from: 'cccccc', to: 'aaaaaa' }, 'from (cccccc) comes after to (aaaaaa): swap them.'],
    [
      { type: 'empty', from: 'aaaaaa', to: 'bbbbbb' },
      'The range from aaaaaa to bbbbbb holds no whole message: choose a later to.',
    ],
    [
      { type: 'empty', from: undefined, to: undefined },
      'After the start there is nothing but the round that you are in: choose an earlier from.',
    ],
    [
      { type: 'overlap', first: 0, second: 1 },
      'replacements[1] overlaps replacements[0]: make them disjoint. Nothing was changed.',
    ],
    [
      { type: 'too-small', reclaims: 40, minimum: 1000, suggested: { from: 'aaaaaa', to: 'bbbbbb' } },
      'That would free 40 tokens, and a call must free at least 1000. The first range that does: from aaaaaa to bbbbbb.',
    ],
    [
      { type: 'too-small', reclaims: 40, minimum: 1000, suggested: {} },
      'That would free 40 tokens, and a call must free at least 1000. The first range that does: from the start to the end.',
    ],
    [
      { type: 'too-small', reclaims: 40, minimum: 1000 },
      'That would free 40 tokens, and a call must free at least 1000. No range frees that much now.',
    ],
    [
      { type: 'summary-longer', summary: 90, replaced: 80 },
      'The summaries take 90 tokens and what they replace takes 80: write shorter ones, or widen the ranges.',
    ],
    [
      { type: 'newest-message', lastTo: 'bbbbbb' },
      'A range may not cover the newest message that the person typed: end it at bbbbbb or before.',
    ],
    [
      { type: 'newest-message' },
      'A range may not cover the newest message that the person typed: end it at an earlier checkpoint or before.',
    ],
    [
      { type: 'cool-down', since: 300, needed: 10_000 },
      'You compacted earlier in this turn, and only 300 tokens came since: wait until 10000 have come.',
    ],
  ])('says %j', (problem, said) => expect(describeRefusal(problem)).toBe(said));
});

describe('R4 R5 parseReplacements', () => {
  const give = 'give an array of {from?, to?, summary}.';
  const object = 'give an object {from?, to?, summary}.';
  it.each<[unknown, string]>([
    [undefined, `replacements is missing: ${give}`],
    [null, `replacements is missing: ${give}`],
    [[{ summary: 's' }], `replacements is missing: ${give}`],
    ['all', `replacements is missing: ${give}`],
    [{ replacements: null }, `replacements is null: ${give}`],
    [{ replacements: { summary: 's' } }, `replacements is of type object: ${give}`],
    [{ replacements: [] }, 'replacements is empty: give at least one {from?, to?, summary}.'],
    [{ replacements: [['s']] }, `replacements[0] is an array: ${object}`],
    [{ replacements: [{ summary: 's' }, null] }, `replacements[1] is null: ${object}`],
    [
      { replacements: [{ from: [], summary: 's' }] },
      'replacements[0].from is an array: give a checkpoint id, or leave it out.',
    ],
    [
      { replacements: [{ to: 7, summary: 's' }] },
      'replacements[0].to is of type number: give a checkpoint id, or leave it out.',
    ],
    [
      { replacements: [{ from: 'a' }] },
      'replacements[0].summary is missing: give a string; an empty one deletes the range.',
    ],
    [
      { replacements: [{ colour: 'x', summary: 's' }] },
      'replacements[0] has the unknown key "colour": it takes from, to and summary.',
    ],
  ])('refuses %j', (input, error) => expect(parseReplacements(input)).toEqual({ ok: false, error }));

  it.each([
    ...['value', 'text', 'content', 'replacement', 'message', 'Text'].map((key) => [key, 'summary']),
    ...['start', 'begin', 'Start'].map((key) => [key, 'from']),
    ...['end', 'until', 'UNTIL'].map((key) => [key, 'to']),
  ])('R4 asks whether %s was meant as %s', (key, meant) => {
    const parsed = parseReplacements({ replacements: [{ [key ?? '']: 'x' }] });
    expect(parsed).toEqual({
      ok: false,
      error: `replacements[0] has the unknown key "${key}": did you mean ${meant}?`,
    });
  });

  it.each([
    [[{ summary: 's' }]],
    [[{ from: 'aaaaaa', summary: '' }]],
    [[{ to: 'bbbbbb', summary: 's' }]],
    [[{ from: 'aaaaaa', to: 'bbbbbb', summary: 's' }, { summary: 't' }]],
  ])('takes %j as it is', (replacements) => {
    expect(parseReplacements({ replacements })).toEqual({ ok: true, value: replacements });
  });

  it('leaves out what is undefined', () => {
    const parsed = parseReplacements({ replacements: [{ from: undefined, to: undefined, summary: 's' }] });
    expect(parsed.ok && Object.keys(parsed.value[0] ?? {})).toEqual(['summary']);
  });
});

describe('R4 the schema of the compact tool', () => {
  it('is the very input that is parsed: an array of at least one object with a summary, and nothing else', () => {
    expect(COMPACT_TOOL.name).toBe('compact');
    expect(COMPACT_TOOL.description).toBe(COMPACT_TOOL.description.trim());
    const text = { type: 'string', description: expect.stringMatching(/^[A-Z].*\.$/) };
    expect(COMPACT_TOOL.inputSchema).toEqual({
      type: 'object',
      properties: {
        replacements: {
          type: 'array',
          minItems: 1,
          items: {
            type: 'object',
            properties: { from: text, to: text, summary: text },
            required: ['summary'],
            additionalProperties: false,
          },
        },
      },
      required: ['replacements'],
      additionalProperties: false,
    });
  });
});
