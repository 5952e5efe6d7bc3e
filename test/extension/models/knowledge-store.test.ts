/** What was learned of models survives, and a memory that holds nonsense teaches nothing. */
import { describe, expect, it } from 'vitest';
import { openKnowledge } from '../../../src/extension/models/knowledge-store.ts';

function memory(stored?: unknown) {
  let value = stored;
  let writes = 0;
  return {
    get: () => value,
    update: async (_key: string, next: unknown) => {
      value = JSON.parse(JSON.stringify(next));
      writes++;
    },
    writes: () => writes,
  };
}

describe('what was learned', () => {
  it('is kept for each modelKey by itself', () => {
    const shared = memory();
    openKnowledge(shared).write('anthropic/a', { limit: 150_000, factor: 1.2 });
    openKnowledge(shared).write('anthropic/b', { factor: 0.9 });
    expect(openKnowledge(shared).read('anthropic/a')).toEqual({ limit: 150_000, factor: 1.2 });
    expect(openKnowledge(shared).read('anthropic/b')).toEqual({ factor: 0.9 });
    expect(openKnowledge(shared).read('anthropic/c')).toEqual({});
  });

  it('is written when it is news, and only then', () => {
    const shared = memory();
    const knowledge = openKnowledge(shared);
    knowledge.write('m', { limit: 10 });
    knowledge.write('m', { limit: 10 });
    knowledge.write('n', {});
    expect(shared.writes()).toBe(1);
  });

  it('W12 W13 W14 what a server refused is kept beside the limits, read again, and forgotten for another key', () => {
    const shared = memory({ 'p/m': { limit: 9_000, factor: 1.1 }, 'q/m': { limit: 8_000 } });
    const { concessions } = openKnowledge(shared);
    concessions.write('p/m', { images: 0, tools: 'none', maxTokens: 8_192 });
    openKnowledge(shared).write('p/m', { limit: 8_500, factor: 1.1 });
    expect(openKnowledge(shared).concessions.read('p/m')).toEqual({ images: 0, tools: 'none', maxTokens: 8_192 });
    expect(openKnowledge(shared).read('p/m')).toEqual({ limit: 8_500, factor: 1.1 });
    openKnowledge(shared).forget('p/');
    expect(openKnowledge(shared).concessions.read('p/m')).toEqual({});
    expect([openKnowledge(shared).read('p/m'), openKnowledge(shared).read('q/m')]).toEqual([
      { factor: 1.1 },
      { limit: 8_000 },
    ]);
  });

  it('W15 the seals that were refused in a thread are kept beside them, of its last threads, and forgotten for another key', () => {
    const shared = memory({ 'p/m': { limit: 9_000, conceded: { images: 0 } } });
    const { concessions } = openKnowledge(shared);
    concessions.writeSeals('p/m', 't', ['a', 'b']);
    concessions.writeSeals('p/m', 't', ['a', 'b', 'c']);
    concessions.write('p/m', { images: 1 });
    openKnowledge(shared).write('p/m', { limit: 8_500 });
    const again = openKnowledge(shared);
    expect(again.concessions.readSeals('p/m', 't')).toEqual(['a', 'b', 'c']);
    expect([again.concessions.readSeals('p/m', 'u'), again.concessions.readSeals('q/m', 't')]).toEqual([[], []]);
    expect([again.concessions.read('p/m'), again.read('p/m')]).toEqual([{ images: 1 }, { limit: 8_500 }]);
    for (let n = 0; n < 30; n++)
      concessions.writeSeals(
        'p/m',
        `${n}`,
        Array.from({ length: 2_000 }, (_, at) => `${at}`),
      );
    expect(concessions.readSeals('p/m', 't')).toEqual([]);
    expect(concessions.readSeals('p/m', '29').at(-1)).toBe('1999');
    expect(JSON.stringify(shared.get()).length).toBeLessThan(200_000);
    again.forget('p/');
    expect(again.concessions.readSeals('p/m', '29')).toEqual([]);
  });

  it.each([7, 'x', [7], [{}], [{ thread: 't' }], [{ thread: 't', marks: 7 }], [{ thread: {}, marks: ['a'] }]])(
    'no seals are read from %j',
    (seals) => {
      const stored = openKnowledge(memory({ m: { limit: 5, seals } }));
      expect([stored.concessions.readSeals('m', 't'), stored.read('m')]).toEqual([[], { limit: 5 }]);
    },
  );

  it.each([7, [], { tools: 'some', images: -1, maxTokens: 0, imageTypes: 'gif', seals: true }])(
    'no concession is read from %j',
    (conceded) => {
      const stored = openKnowledge(memory({ m: { limit: 5, conceded } }));
      expect([stored.concessions.read('m'), stored.read('m')]).toEqual([{}, { limit: 5 }]);
    },
  );

  it.each([
    null,
    7,
    'x',
    [],
    { m: null },
    { m: { limit: -1, factor: 'x' } },
    { m: { limit: Number.NaN, factor: 0 } },
    { m: { factor: 3.5 } },
    { m: { factor: 0.12 } },
  ])('is nothing where the memory holds %j', (stored) => {
    expect(openKnowledge(memory(stored)).read('m')).toEqual({});
  });
});
