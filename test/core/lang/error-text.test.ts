/** The words for whatever was thrown: they are never empty, and taking them never throws. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { errorText } from '../../../src/core/lang/error-text.ts';
import { runs } from '../../property/runs.ts';

const NONE = 'It failed without a message.';
const circle: { self?: unknown } = {};
circle.self = circle;

it.each<[string, unknown, string]>([
  ['an error', new Error('gone'), 'gone'],
  ['a text', 'gone', 'gone'],
  ['a number', 7, '7'],
  ['an error without a message', new Error(''), NONE],
  ['one of a kind', new RangeError(''), 'RangeError'],
  ['several errors', new AggregateError([new Error('a'), new Error('b'), 'b']), 'a; b'],
  ['several errors with a message', new AggregateError([new Error('a')], 'all failed'), 'all failed'],
  ['an error with a cause', new Error('', { cause: new Error('why') }), 'why'],
  ['a message that is no error', { message: 'gone' }, 'gone'],
  ['a record', { code: 5 }, '{"code":5}'],
  ['an empty record', {}, NONE],
  ['a circle', circle, NONE],
  ['a message that is no text', Object.assign(new Error(), { message: { a: 1 } }), NONE],
  ['a symbol', Symbol('s'), 'Symbol(s)'],
  ['no value', undefined, NONE],
])('%s', (_, thrown, text) => expect(errorText(thrown)).toBe(text));

it('a getter that throws', () => {
  const thrown = Object.defineProperty({}, 'message', {
    get() {
      throw new Error('inside');
    },
  });
  expect(errorText(thrown)).toBe(NONE);
});

it('whatever is thrown', () =>
  fc.assert(
    fc.property(fc.anything({ withSparseArray: true, withNullPrototype: true, withBigInt: true }), (thrown) => {
      expect(errorText(thrown)).toMatch(/\S/);
    }),
    runs(300),
  ));
