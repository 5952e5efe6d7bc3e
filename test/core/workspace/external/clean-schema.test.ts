/** Schemas of external tools: what a model is offered of them, and how inputs are checked by them. */
import { describe, expect, it } from 'vitest';
import type { Json } from '../../../../src/core/lang/json.ts';
import { inputProblem } from '../../../../src/core/workspace/external/check-input.ts';
import { cleanSchema } from '../../../../src/core/workspace/external/clean-schema.ts';

const offered = (schema: Json) => cleanSchema(schema).offered;
const problem = (input: Json, schema: Json) => inputProblem(input, cleanSchema(schema).checked);

describe('the schema that a model is offered', () => {
  it('is an object, whatever the root was', () => {
    for (const root of [
      {},
      { type: 'string' },
      true,
      false,
      null,
      [],
      'x',
      { type: ['object', 'null'] },
      { enum: ['a'] },
    ])
      expect(offered(root)).toEqual({ type: 'object', properties: {} });
  });

  it('has no keyword that some server refuses, and keeps properties of these names', () => {
    const schema = {
      $schema: 'http://json-schema.org/draft-07/schema#',
      $id: 'x',
      type: 'object',
      default: {},
      examples: [1],
      'x-origin': 'y',
      properties: {
        default: { type: 'string', default: 'a', markdownDescription: 'b', description: 'c' },
        $schema: { type: 'integer', minimum: 'none', format: 7 },
      },
      required: ['default', 'gone', 'default'],
    };
    expect(offered(schema)).toEqual({
      type: 'object',
      properties: { default: { type: 'string', description: 'c' }, $schema: { type: 'integer' } },
      required: ['default'],
    });
  });

  it('joins alternatives of the root, also those behind references', () => {
    const schema = {
      $ref: '#/definitions/Search',
      definitions: {
        Search: { oneOf: [{ $ref: '#/definitions/Near' }, { $ref: '#/definitions/All' }] },
        Near: {
          type: 'object',
          properties: { q: { type: 'string' }, near: { type: 'number' } },
          required: ['q', 'near'],
        },
        All: { type: 'object', properties: { q: { type: 'integer' } }, required: ['q'], additionalProperties: false },
      },
    };
    expect(offered(schema)).toMatchObject({
      type: 'object',
      properties: { q: { anyOf: [{ type: 'string' }, { type: 'integer' }] }, near: { type: 'number' } },
      required: ['q'],
    });
    for (const key of ['$ref', 'oneOf', 'anyOf', 'allOf', 'additionalProperties'])
      expect(offered(schema)).not.toHaveProperty(key);
    expect(problem({ q: 'a' }, schema)).toContain('fits none of its 2 forms');
    expect(problem({ q: 'a', near: 2 }, schema)).toBeUndefined();
  });

  it('is bounded: depth, number of schemas, prose and choices', () => {
    let deep: Json = { type: 'string' };
    for (let n = 0; n < 10_000; n++) deep = { type: 'array', items: deep };
    const properties = Object.fromEntries(
      Array.from({ length: 50_000 }, (_, n) => [`p${n}`, { type: 'string', description: 'd'.repeat(5_000) }]),
    );
    const made = offered({
      properties: { deep, many: { properties }, choice: { enum: Array.from({ length: 5_000 }, String) } },
    });
    expect(JSON.stringify(made).length).toBeLessThan(200_000);
    expect(offered({ $ref: '#' })).toEqual({ type: 'object', properties: {} });
  });
});

describe('a schema that lost a part', () => {
  const many = (count: number, schema: Json) =>
    Object.fromEntries(Array.from({ length: count }, (_, n) => [`p${n}`, schema]));

  it('refuses no key, item or form that it no longer knows', () => {
    const text = { type: 'string' };
    const object = {
      type: 'object',
      properties: many(3_000, text),
      required: ['p0', 'p2999'],
      additionalProperties: false,
    };
    expect(problem({ a: { p0: 'x', p2999: 7 } }, { properties: { a: object } })).toBeUndefined();
    expect(problem({ a: {} }, { properties: { a: object } })).toBe('a.p0 is missing.');
    expect(offered({ properties: { a: object } })).not.toHaveProperty('properties.a.additionalProperties');
    expect(problem({ p0: 'x', p2999: 7 }, object)).toBeUndefined();
    const forms = Array.from({ length: 3_000 }, (_, n) => ({ const: n }));
    expect(problem({ a: 2_999 }, { properties: { a: { anyOf: forms } } })).toBeUndefined();
    const tuple = { prefixItems: [...forms.slice(0, 2_500)], items: text };
    expect(problem({ a: forms.slice(0, 2_500).map((one) => one.const) }, { properties: { a: tuple } })).toBeUndefined();
  });

  it('denies nothing that the whole one allows', () => {
    const a = { not: { contains: { const: 1 } } };
    expect(offered({ properties: { a } })).toEqual({ type: 'object', properties: { a: {} } });
    const b = { not: { type: 'string' } };
    expect(offered({ properties: { b } })).toMatchObject({ properties: { b } });
  });
});

describe('the check of an input', () => {
  const schema = {
    type: 'object',
    properties: {
      path: { type: 'string', minLength: 1 },
      lines: { type: 'array', items: { type: 'integer', minimum: 1 }, maxItems: 2 },
      mode: { enum: ['a', 'b'] },
      deep: { type: 'object', properties: { x: { type: ['string', 'null'] } }, additionalProperties: false },
    },
    required: ['path'],
    additionalProperties: false,
  };

  it.each<[Json, string | undefined]>([
    [{ path: 'a', lines: [1, 2], mode: 'b', deep: { x: null } }, undefined],
    ['a', 'The input must be an object, not "a".'],
    [[], 'The input must be an object, not [].'],
    [{}, 'path is missing.'],
    [{ path: 3 }, 'path must be a text, not 3.'],
    [{ path: '' }, 'path must have at least 1 characters, not 0.'],
    [{ path: 'a', lines: [1, 0] }, 'lines[1] must be at least 1, not 0.'],
    [{ path: 'a', lines: [1.5] }, 'lines[0] must be a whole number, not 1.5.'],
    [{ path: 'a', lines: [1, 2, 3] }, 'lines must have at most 2 items, not 3.'],
    [{ path: 'a', mode: 'c' }, 'mode must be one of "a", "b", not "c".'],
    [{ path: 'a', deep: { y: 1 } }, 'Unknown key "y" in deep. It takes x.'],
    [{ path: 'a', deep: { x: 1 } }, 'deep.x must be a text or null, not 1.'],
    [{ path: 'a', other: 1 }, 'Unknown key "other". It takes path, lines, mode, deep.'],
  ])('%j', (input, expected) => {
    expect(problem(input, schema)).toBe(expected);
  });

  it('leaves a key to the tool that a pattern may cover, and tells the model of the pattern', () => {
    const open = {
      type: 'object',
      properties: { a: { type: 'string' } },
      patternProperties: { '^x-': { type: 'integer' } },
      additionalProperties: { type: 'boolean' },
    };
    for (const additionalProperties of [open.additionalProperties, false]) {
      const given = { ...open, additionalProperties };
      expect(problem({ 'x-a': 7 }, given)).toBeUndefined();
      expect(problem({ a: 7 }, given)).toBe('a must be a text, not 7.');
      expect(offered(given)).toEqual(given);
    }
  });

  it('ends for schemas that refer to themselves or branch without end', () => {
    const levels = Object.fromEntries(
      Array.from({ length: 40 }, (_, n) => [
        `l${n}`,
        { anyOf: [{ $ref: `#/$defs/l${n + 1}` }, { $ref: `#/$defs/l${n + 1}` }] },
      ]),
    );
    const wide = { $defs: { ...levels, l40: { type: 'string' } }, properties: { a: { $ref: '#/$defs/l0' } } };
    expect(() => problem({ a: 1 }, wide)).not.toThrow();
    expect(problem({ a: 1 }, { properties: { a: { $ref: '#/properties/a' } } })).toBeUndefined();
    const tree = {
      $defs: { t: { type: 'object', properties: { next: { $ref: '#/$defs/t' } } } },
      properties: { a: { $ref: '#/$defs/t' } },
    };
    expect(problem({ a: { next: { next: 1 } } }, tree)).toBe('a.next.next must be an object, not 1.');
  });
});
