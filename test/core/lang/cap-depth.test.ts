/** JSON that is nested without end: its first levels stay, and the rest is text. */
import { expect, it } from 'vitest';
import { capDepth, copyJson, indentedJson } from '../../../src/core/lang/cap-depth.ts';
import type { Json } from '../../../src/core/lang/json.ts';
import { wellFormed } from '../../../src/core/lang/well-formed-json.ts';
import { projectContext } from '../../../src/core/thread/context.ts';
import { decodeEntry } from '../../../src/core/thread/decode-entry.ts';
import { append, replay } from '../../../src/core/thread/thread.ts';
import { inputText } from '../../../src/core/view/call-input.ts';
import { projectRows } from '../../../src/core/view/rows.ts';

it('the rest is JSON text, and what is not deep is the same object', () => {
  expect(capDepth({ a: [1, { b: [true, null, 'x"'] }], c: 2 }, 2)).toEqual({
    a: [1, '{"b":[true,null,"x\\""]}'],
    c: 2,
  });
  const flat: Json = { a: [1, [2]] };
  expect(capDepth(flat, 3)).toBe(flat);
  expect(capDepth([[{ a: {}, b: [] }]], 1)).toEqual(['[{"a":{},"b":[]}]']);
});

it.each([
  ['lists', '[', ']'],
  ['objects', '{"a":', '}'],
  ['lists and objects', '[{"a":', '}]'],
  ['objects with more fields', '{"b":[1],"a":', ',"c":{}}'],
])('S5 tool input of %s nested 5,000 and 30,000 deep: the thread is opened, shown and sent', (_, open, close) => {
  for (const depth of [5_000, 30_000]) {
    const input = `${open.repeat(depth)}1${close.repeat(depth)}`;
    const line = `{"type":"message","id":1,"at":0,"origin":"model","blocks":[{"type":"tool_use","id":"c","name":"run","input":${input}}]}`;
    const entry = decodeEntry(JSON.parse(line));
    if (!entry.ok) throw new Error(entry.error);
    const thread = append(replay([]), entry.value);
    expect(JSON.stringify(projectContext(thread).messages).length).toBeGreaterThan(depth);
    expect(projectRows(thread).rows).toHaveLength(1);
    const block = entry.value.type === 'message' ? entry.value.blocks[0] : undefined;
    if (block?.type !== 'tool_use') throw new Error('no call');
    expect(() => wellFormed(block.input)).not.toThrow();
    expect(inputText(block).length).toBeLessThan(4 * input.length);
    expect(structuredClone(block.input)).toEqual(block.input);
  }
});

it('S5 a copy of a value takes any depth, and has null for what JSON has not', () => {
  const deep: unknown = JSON.parse(`{"a":${'['.repeat(20_000)}${']'.repeat(20_000)}}`);
  expect(JSON.stringify(copyJson(deep)).length).toBeGreaterThan(40_000);
  expect(copyJson(undefined)).toBeNull();
  expect(copyJson({ a: undefined, b: Number.NaN })).toEqual({ b: null });
});

it('S5 JSON is indented unless most of it would be indentation', () => {
  expect(indentedJson({ a: [1] })).toBe('{\n  "a": [\n    1\n  ]\n}');
  const deep: Json = JSON.parse(`${'['.repeat(400)}${'1,'.repeat(1_000)}1${']'.repeat(400)}`);
  expect(indentedJson(deep)).toBe(JSON.stringify(deep));
});
