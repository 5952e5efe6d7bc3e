/** What the user asked: which messages are told, and how long ones are shortened. */
import { describe, expect, it } from 'vitest';
import { userRequestsSection } from '../../../../src/core/compaction/extract/user-requests.ts';
import { entryId } from '../../../../src/core/thread/entry-id.ts';
import { estimateText } from '../../../../src/core/tokens/estimate.ts';
import { entriesOf } from '../extract-thread.ts';

const items = ({ text }: { readonly text: string }) => text.split('\n').slice(2);

describe('what the user asked', () => {
  const asks = (budget: number, ...texts: readonly string[]) =>
    userRequestsSection(entriesOf(texts.map((typed) => ({ typed }))), budget).text;

  it('is every typed message, line by line, but blank ones', () => {
    expect(asks(500, 'First.\nMore of it.', '  ', 'Second.')).toBe(
      '## What the user asked\n\n- First.\nMore of it.\n- Second.',
    );
    expect(userRequestsSection(entriesOf([{ said: 'no' }]), 500).text).toBe('');
  });

  it('names pictures, documents and attachments, whose text is not what was typed', () => {
    const blocks = [
      { type: 'text', text: ' look ' },
      { type: 'image', mediaType: 'image/png', data: 'A' },
      { type: 'document', mediaType: 'application/pdf', data: 'A' },
      { type: 'attachment', kind: 'selection', name: 'src/a.ts', lines: { from: 3, to: 4 }, text: 'x'.repeat(9_000) },
      { type: 'attachment', kind: 'pasted', text: 'x' },
      { type: 'checkpoint', id: 'abcdef' },
    ] as const;
    const entry = { type: 'message', id: entryId(1), at: 0, origin: 'typed', blocks } as const;
    expect(items(userRequestsSection([entry], 500))).toEqual([
      '- look',
      '[image]',
      '[document]',
      '[attachment src/a.ts:3-4]',
      '[attachment pasted]',
    ]);
  });

  it('shortens the long ones to one level, at both ends, and the first one less', () => {
    const long = (name: string) => `${name} begins ${'and goes on '.repeat(200)}and ${name} ends`;
    const told = asks(400, long('One'), 'Short.', long('Two'), long('Three')).split('\n').slice(2);
    expect(told).toHaveLength(4);
    expect(told[1]).toBe('- Short.');
    for (const [at, name] of [
      [0, 'One'],
      [2, 'Two'],
      [3, 'Three'],
    ] as const)
      expect(told[at]).toMatch(new RegExp(`^- ${name} begins .* \\[…\\] .*and ${name} ends$`));
    const [first = '', , second = '', third = ''] = told;
    expect(first.length / second.length).toBeGreaterThan(1.7);
    expect(first.length / second.length).toBeLessThan(2.3);
    expect(Math.abs(second.length - third.length)).toBeLessThan(5);
    const [begin = '', end = ''] = second.split(' […] ');
    expect(begin.length / end.length).toBeGreaterThan(2.5);
  });

  it('keeps the first and the newest ones where not all fit', () => {
    const told = asks(160, ...Array.from({ length: 40 }, (_, i) => `This is wish number ${i} of the person.`)).split(
      '\n',
    );
    expect(told[2]).toContain('wish number 0');
    expect(told.at(-1)).toContain('wish number 39');
    expect(told.length).toBeLessThan(30);
    const numbers = told.slice(3).map((line) => Number(/\d+/.exec(line)?.[0]));
    expect(numbers).toEqual(numbers.map((_, i) => 40 - numbers.length + i));
  });

  it('fills its share, and never more', () => {
    const long = Array.from({ length: 6 }, (_, i) => `${i} ${'a long wish '.repeat(100)}`);
    for (const budget of [100, 200, 400, 800, 1_600]) {
      const tokens = estimateText(asks(budget, ...long));
      expect(tokens).toBeLessThanOrEqual(budget);
      expect(tokens).toBeGreaterThan(budget * 0.55);
    }
  });

  it('C6 keeps short messages whole, and rules before all else', () => {
    const rules = [
      'Never touch port 4711.',
      'Antworte immer auf Deutsch.',
      '絶対に main を消さないで。',
      'Only tabs:\n  never blanks.',
    ];
    const talk = Array.from({ length: 60 }, (_, i) => `Please look at part ${i} of the queue, and say what it does.`);
    const texts = [...talk.slice(0, 8), ...rules, ...talk.slice(8)];
    for (const budget of [120, 300, 2_000]) for (const rule of rules) expect(asks(budget, ...texts)).toContain(rule);
    for (const text of texts) expect(asks(2_000, ...texts)).toContain(text);
  });

  it.each([
    [
      'a paragraph over lines',
      'For the errors, whatever they are,\nname the file and the line:\nthis must hold for all.',
      0,
      3,
    ],
    ['an item of a list', '- Part one is done.\n- Never part\n  the second one.\n- Part three is done.', 1, 3],
    ['a numbered item', '1. Part one is done.\n2) Never part\nthe second one.\n3. Part three is done.', 1, 3],
  ])('C6 keeps a rule in a long message as %s', (_, rule, from, to) => {
    const filler = 'The week was long and the upload was slow, as ever. '.repeat(40);
    const kept = rule.split('\n').slice(from, to).join('\n').trim();
    const long = { typed: `${filler}\n\n${rule}\n\n${filler}` };
    expect(items(userRequestsSection(entriesOf([long]), 400, 0)).join('\n')).toBe(`- […] ${kept}`);
  });

  it('C6 keeps the lines with rules of a long paste, within its share', () => {
    const paste = `${'A line of a log.\n'.repeat(300)}Never restart the box by yourself.\n${'A line of a log.\n'.repeat(300)}`;
    expect(asks(300, 'Look.', paste, 'Now?')).toContain('[…] Never restart the box by yourself.');
    const all = userRequestsSection(entriesOf([{ typed: 'Never rule.\n'.repeat(3_000) }]), 300);
    expect(all.tokens).toBeLessThanOrEqual(300);
    const without = userRequestsSection(entriesOf([{ typed: paste }, { typed: 'Short.' }]), 300, 0).text;
    expect(without.split('\n').slice(2)).toEqual(['- […] Never restart the box by yourself.', '- Short.']);
  });
});
