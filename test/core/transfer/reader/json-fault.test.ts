/** The finder of faults agrees with JSON.parse, and tells a cut from a fault. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findJsonFault } from '../../../../src/core/transfer/reader/json-fault.ts';

describe('findJsonFault', () => {
  it.each([
    ['{"a":1', 'cut', 1],
    ['[1,\n2', 'cut', 2],
    ['{"a":\n"b', 'cut', 2],
    ['{"a":"\\', 'cut', 1],
    ['{"a":"\\u00', 'cut', 1],
    ['[tru', 'cut', 1],
    ['[-', 'cut', 1],
    ['', 'cut', 1],
    ['hello', 'invalid', 1],
    ['[1,\n\n2,]', 'invalid', 3],
    ['{"a" 1}', 'invalid', 1],
    ['{a:1}', 'invalid', 1],
    ['[1}', 'invalid', 1],
    ['[]\n[]', 'invalid', 2],
    ['["a\nb"]', 'invalid', 1],
    ['["\\x"]', 'invalid', 1],
    ['["\\u12"]', 'invalid', 1],
    ['[01]', 'invalid', 1],
    ['[truth]', 'invalid', 1],
    [']', 'invalid', 1],
  ] as const)('%j is %s in line %i', (text, type, line) => {
    expect(findJsonFault(text)).toEqual({ type, line });
  });

  it('finds none exactly where JSON.parse finds none', () => {
    const piece = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"',
      '\\',
      'true',
      'null',
      '1',
      '-',
      '.',
      'e',
      'u0041',
      ' ',
      '\n',
      'a',
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.array(piece).map((pieces) => pieces.join('')),
          fc.json(),
        ),
        (text) => {
          expect(findJsonFault(text) === undefined).toBe(parses(text));
        },
      ),
      { numRuns: 2000 },
    );
  });

  it('calls every beginning of a document cut', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue()), fc.nat(), (value, at) => {
        const text = JSON.stringify(value, null, 1);
        expect(findJsonFault(text.slice(0, at % text.length))?.type).toBe('cut');
      }),
    );
  });

  it('goes as deep as the text does', () => {
    expect(findJsonFault('['.repeat(1_000_000))).toEqual({ type: 'cut', line: 1 });
  });
});

function parses(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
