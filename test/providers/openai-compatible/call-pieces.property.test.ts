/** Two calls whose pieces are cut, repeated, renumbered and mixed, in all ways in which the rule still tells whose they are. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type ModelEvent, ReplyBuilder } from '../../../src/core/agent/model-event.ts';
import type { Json } from '../../../src/core/lang/json.ts';
import type { CallPiece } from '../../../src/providers/openai-compatible/call-input.ts';
import { CallPieces } from '../../../src/providers/openai-compatible/call-pieces.ts';
import { runs } from '../../property/runs.ts';

/** 500 of them in `npm test`. */
const RUNS = runs(1250);
const IDS = ['call_a', 'call_b'] as const;

/**
 * `ids`: each piece has its id, and any index or none; `indexes`: each has its index, and later pieces no id or one of no call;
 * `order`: one call after the other, later pieces with neither, or with an index of their own.
 */
type Told = 'ids' | 'indexes' | 'order';

interface Plan {
  readonly told: Told;
  readonly inputs: readonly [Json, Json];
  readonly names: readonly [string, string];
  /** Where a name and an input are cut, as shares. */
  readonly cuts: readonly number[];
  readonly nameCut: number | undefined;
  readonly repeatsName: boolean;
  readonly isNameLate: boolean;
  /** Whose piece is next. */
  readonly turns: readonly boolean[];
  readonly numbers: readonly (number | undefined)[];
  readonly junk: boolean;
  /** The whole of a call once more at the end. */
  readonly repeats: readonly (0 | 1)[];
}

const text = fc.oneof(fc.string({ maxLength: 12 }), fc.constantFrom('{', '}"', '\\', '"}{"', '[', '😀'));
const input = fc.dictionary(text, fc.oneof(text, fc.integer(), fc.constant(null), fc.array(text, { maxLength: 3 })), {
  maxKeys: 3,
  noNullPrototype: true,
});
const plan: fc.Arbitrary<Plan> = fc.record({
  told: fc.constantFrom<Told>('ids', 'indexes', 'order'),
  inputs: fc.tuple(input, input),
  names: fc.constantFrom<readonly [string, string]>(['look', 'look'], ['look', 'run_it'], ['run_it', 'look']),
  cuts: fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 6 }),
  nameCut: fc.option(fc.integer({ min: 1, max: 3 }), { nil: undefined }),
  repeatsName: fc.boolean(),
  isNameLate: fc.boolean(),
  turns: fc.array(fc.boolean(), { maxLength: 30 }),
  numbers: fc.array(fc.option(fc.integer({ min: 0, max: 3 }), { nil: undefined }), { minLength: 1, maxLength: 8 }),
  junk: fc.boolean(),
  repeats: fc.array(fc.constantFrom<0 | 1>(0, 1), { maxLength: 3 }),
});

/** Of one call, each with its id and its index. */
function piecesOf({ inputs, names, cuts, nameCut, repeatsName, isNameLate }: Plan, at: 0 | 1): readonly CallPiece[] {
  const [json, name] = [JSON.stringify(inputs[at]), names[at]];
  const base = { index: String(at), id: IDS[at], name: '', json: '' };
  const ends = [...cuts.map((share) => Math.round(share * json.length)).sort((a, b) => a - b), json.length];
  const parts = ends.map((end, n) => json.slice(ends[n - 1] ?? 0, end)).filter((part) => part !== '');
  const named = nameCut === undefined ? [name] : [name.slice(0, nameCut), name.slice(nameCut)];
  return [
    ...(isNameLate ? [base] : []),
    ...named.map((part) => ({ ...base, name: part })),
    ...parts.map((part) => ({ ...base, json: part, ...(repeatsName && { name }) })),
  ];
}

function piecesIn(given: Plan): readonly CallPiece[] {
  const { told, turns, numbers, junk, repeats } = given;
  const left: readonly [CallPiece[], CallPiece[]] = [[...piecesOf(given, 0)], [...piecesOf(given, 1)]];
  const mixed: CallPiece[] = [];
  for (let n = 0; left[0].length + left[1].length > 0; n++) {
    const isSecond = told !== 'order' && turns[n] === true;
    const next = (isSecond ? left[1].shift() : left[0].shift()) ?? left[0].shift() ?? left[1].shift();
    if (next) mixed.push(next);
  }
  const again = repeats.flatMap((at) => piecesOf({ ...given, isNameLate: false }, at));
  const seen = new Set<string>();
  return [...mixed, ...again].map((piece, n): CallPiece => {
    const isLater = seen.has(piece.id);
    seen.add(piece.id);
    const number = numbers[n % numbers.length];
    // The pieces at the end say whose they are.
    if (told === 'ids' || n >= mixed.length) return { ...piece, index: number === undefined ? '' : String(number) };
    if (told === 'indexes') return isLater ? { ...piece, id: junk && piece.name === '' ? `x${n}` : '' } : piece;
    if (!isLater) return { ...piece, index: '' };
    return { ...piece, id: '', index: number === undefined || piece.name !== '' ? '' : String(number + 10 + n * 4) };
  });
}

it('W2 W3 W4 W5 two calls stay two calls, however their pieces come', () => {
  fc.assert(
    fc.property(plan, (given) => {
      const calls = new CallPieces();
      const builder = new ReplyBuilder();
      const events: ModelEvent[] = piecesIn(given).flatMap((piece) => calls.add(piece));
      for (const event of [...events, ...calls.end()]) builder.add(event);
      const { blocks, unreadable } = builder.finish({ type: 'end', reason: 'calls' });
      expect([...unreadable]).toEqual([]);
      expect(calls.areWhole).toBe(true);
      const made = blocks.map((block) =>
        block.type === 'tool_use' ? [block.id, block.name, block.input] : block.type,
      );
      const expected = ([0, 1] as const).map((at) => [IDS[at], given.names[at], given.inputs[at]]);
      expect(made).toHaveLength(2);
      expect(new Map(made.map((one) => [one[0], one]))).toEqual(new Map(expected.map((one) => [one[0], one])));
    }),
    RUNS,
  );
});

it('W5 an input that is not whole is run by no tool, and is no whole reply', () => {
  const calls = new CallPieces();
  const piece = { index: '0', id: 'a', name: 'look', json: '{"path":"' };
  const builder = new ReplyBuilder();
  for (const event of [...calls.add(piece), ...calls.end()]) builder.add(event);
  expect(calls.areWhole).toBe(false);
  expect([...builder.finish({ type: 'end', reason: 'calls' }).unreadable]).toEqual(['a']);
});

it('W4 many calls of one id take no longer than others', () => {
  const calls = new CallPieces();
  let events = 0;
  for (let n = 0; n < 20_000; n++)
    events += calls.add({ index: '', id: 'a', name: 'look', json: `{"path":"${n}"}` }).length;
  events += calls.end().length;
  expect(calls.count).toBe(20_000);
  expect(events).toBe(40_000);
});
