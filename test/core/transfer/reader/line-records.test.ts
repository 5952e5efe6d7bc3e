/** Damage in a line costs the record that it is in, and nothing else. */
import { describe, expect, it } from 'vitest';
import { leadingRecords, recordsOf } from '../../../../src/core/transfer/reader/line-records.ts';
import { importText, outline } from '../imported.ts';

const A = { type: 'user', text: 'a "quoted" } \\' };
const B = { type: 'x', list: [{ deep: ['}{'] }], text: '\\"{' };
const [a, b] = [JSON.stringify(A), JSON.stringify(B)];

describe('I6 the records of a line', () => {
  it.each([
    ['one', a, [A], undefined],
    ['two', a + b, [A, B], undefined],
    ['three, with space between', `${a} ${b}\t${a}`, [A, B, A], undefined],
    ['NUL where a write is missing', `\0\0${a}\0`, [A], undefined],
    ['the first cut in a text', a.slice(0, -8) + b, [B], a.slice(0, -8)],
    ['the first cut behind a key', `{"type":"user","text":${b}`, [B], '{"type":"user","text":'],
    [
      'the first cut inside an object',
      `{"type":"user","message":{"role":"us${b}`,
      [B],
      '{"type":"user","message":{"role":"us',
    ],
    ['the last cut', a + b.slice(0, -3), [A], b.slice(0, -3)],
    ['one in the middle damaged', `${a}{"type":b"}${b}`, [A, B], '{"type":b"}'],
    ['all damaged', '{"type":', [], '{"type":'],
    ['a line of a list', `${a},`, [], `${a},`],
    ['no JSON', 'Dear all,', [], 'Dear all,'],
  ])('%s', (_, text, records, damaged) => {
    const found = recordsOf(text);
    expect(found.records).toEqual(records);
    expect(found.damaged?.text).toBe(damaged);
  });

  it('that a document of several lines does not have', () => {
    expect(leadingRecords(`  "message": ${a}`)).toEqual([]);
    expect(leadingRecords(`${a},`)).toEqual([]);
    expect(leadingRecords(a + b)).toEqual([A, B]);
  });

  it('are found in time that grows with the line', () => {
    const many = `${a.repeat(20_000)}{"type":${'"\\\\'.repeat(20_000)}`;
    expect(recordsOf(many).records.length).toBe(20_000);
  });
});

describe('I6 a file with glued records', () => {
  const line = (text: string) => `{"type":"user","uuid":"${text}","message":{"role":"user","content":"${text}"}}`;

  it.each([
    ['of one line', line('a') + line('b'), ['a', 'b'], []],
    ['in its middle', `${line('a')}\n${line('b')}${line('c')}\n${line('d')}\n`, ['a', 'b', 'c', 'd'], []],
    ['behind a damaged one', `${line('a')}\n${line('b').slice(0, 30)}${line('c')}\n`, ['a', 'c'], ['2: not JSON']],
    ['before a damaged one', `${line('a')}${line('b').slice(0, 30)}\n${line('c')}\n`, ['a', 'c'], ['1: not JSON']],
  ])('%s', async (_, text, typed, odd) => {
    const imported = await importText(text);
    expect(outline(imported.messages)).toEqual(typed.map((one) => `typed: "${one}"`));
    expect(imported.odd).toEqual(odd);
  });

  it('of a format that is surveyed by record', async () => {
    const message = (text: string) =>
      JSON.stringify({ id: 'm', type: 'user', content: text, timestamp: '2026-01-01T00:00:00Z' });
    const head = '{"sessionId":"s","projectHash":"h"}\n';
    const { messages } = await importText(`${head}${message('a')}${message('b')}\n`);
    expect(outline(messages)).toEqual(['typed: "b"']);
  });
});
