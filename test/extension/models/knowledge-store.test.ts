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
