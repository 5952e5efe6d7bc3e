/** Where a thread may be cut. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { replay } from '../../../src/core/thread/thread.ts';
import { legalCuts, pendingRound } from '../../../src/core/thread/turns.ts';
import { toWireOrder } from '../../../src/core/thread/wire-order.ts';
import { runs } from '../../property/runs.ts';
import { numbered, someLog } from '../arbitrary/thread.ts';

const call = (...ids: string[]) => ({
  type: 'message' as const,
  origin: 'model' as const,
  blocks: ids.map((id) => ({ type: 'tool_use' as const, id, name: 'run', input: {} })),
});
const results = (...ids: string[]) => ({
  type: 'message' as const,
  origin: 'tools' as const,
  blocks: ids.map((toolUseId) => ({ type: 'tool_result' as const, toolUseId, content: [] })),
});
const typed = { type: 'message' as const, origin: 'typed' as const, blocks: [{ type: 'text' as const, text: 'go' }] };

describe('legalCuts', () => {
  it.each([
    ['between a call and its result never', [typed, call('a'), results('a')], [true, true, false, true]],
    [
      'inside a round of split messages never',
      [call('a'), call('b'), results('b'), results('a')],
      [true, false, false, false, true],
    ],
    ['between two rounds', [call('a'), results('a'), call('a'), results('a')], [true, false, true, false, true]],
    [
      'between two messages that call by one id, each answered, never',
      [call('a'), call('a'), results('a', 'a')],
      [true, false, false, true],
    ],
    ['before a result that answers nothing', [typed, results('a')], [true, true, true]],
    ['after a call that nobody answers', [call('a'), typed], [true, true, true]],
  ])('%s', (_, drafts, expected) => {
    expect(legalCuts(replay(numbered(drafts)).items)).toEqual(expected);
  });

  it('is right by what a cut does: no new orphan on either side', () => {
    fc.assert(
      fc.property(someLog, (log) => {
        const { items } = replay(log);
        const messages = items.map((item) => item.message);
        const orphans = (part: typeof messages) =>
          toWireOrder(part).repairs.filter((r) => r.type === 'missing-result' || r.type === 'orphan-result').length;
        const whole = orphans(messages);
        for (const [at, legal] of legalCuts(items).entries())
          if (legal) expect(orphans(messages.slice(0, at)) + orphans(messages.slice(at))).toBeLessThanOrEqual(whole);
      }),
      runs(300),
    );
  });
});

describe('pendingRound', () => {
  it.each([
    ['results that the model has not read', [typed, call('a'), results('a')], 1],
    ['calls that nobody has answered', [typed, call('a')], 1],
    ['a reply that ends the turn: none', [typed, { ...typed, origin: 'model' as const }], undefined],
    ['a typed message after the results: none', [typed, call('a'), results('a'), typed], undefined],
    ['a round of split messages from its first call', [typed, call('a'), call('b'), results('a'), results('b')], 1],
  ])('%s', (_, drafts, expected) => {
    const { items } = replay(numbered(drafts));
    expect(pendingRound(items, legalCuts(items))).toBe(expected);
  });
});
