/** Events in bodies of every form, cut anywhere. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ThinkingSplitter } from '../../../src/core/message/thinking-splitter.ts';
import { EventDecoder } from '../../../src/providers/shared/event-stream.ts';
import { runs } from '../../property/runs.ts';

function valuesIn(...pieces: readonly string[]): readonly unknown[] {
  const decoder = new EventDecoder();
  const events = [...pieces.flatMap((piece) => decoder.push(piece)), ...decoder.end()];
  return events.map((event) => (event.type === 'done' ? 'done' : event.name ? [event.name, event.value] : event.value));
}

it.each<[string, string, readonly unknown[]]>([
  ['events', 'data: {"a":1}\n\ndata:{"a":2}\n\ndata: [DONE]\n\n', [{ a: 1 }, { a: 2 }, 'done']],
  ['names', 'event: x\ndata: {"a":1}\n\n', [['x', { a: 1 }]]],
  [
    'names without blank lines',
    'event: x\ndata: {"a":1}\nevent: y\ndata: {"a":2}\n',
    [
      ['x', { a: 1 }],
      ['y', { a: 2 }],
    ],
  ],
  ['a list', '[{"a":1},\n{"a":2}]', [{ a: 1 }, { a: 2 }]],
  ['lines of JSON', '{"a":1}\n{"a":2}\n', [{ a: 1 }, { a: 2 }]],
  ['JSON with blank lines', '{\n\n"a":\n\n1}', [{ a: 1 }]],
  ['a text', 'Not\n\nhere', [['error', { error: { message: 'Not\nhere' } }]]],
  [
    'a text before [DONE]',
    'data: Not here\n\ndata: [DONE]\n\n',
    [['error', { error: { message: 'Not here' } }], 'done'],
  ],
  [
    'an error of text',
    'data: {"a":1}\n\nevent: error\ndata: Gone\n\n',
    [{ a: 1 }, ['error', { error: { message: 'Gone' } }]],
  ],
  ['a text behind events', 'data: {"a":1}\n\nGone\n', [{ a: 1 }]],
  ['nothing', '\n\n: ping\n\n', []],
  ['what is behind [DONE]', 'data: [DONE]\n\ndata: {"a":1}\n\n', ['done']],
])('W23 reads %s', (_, body, values) => {
  expect(valuesIn(body)).toEqual(values);
  expect(valuesIn(...body)).toEqual(values);
  expect(valuesIn(...body.replaceAll('\n', '\r\n'))).toEqual(values);
});

it('W23 reads one long line in many pieces in linear time', () => {
  const piece = 'x'.repeat(10);
  const decoder = new EventDecoder();
  decoder.push('data: {"a":"');
  for (let n = 0; n < 300_000; n++) decoder.push(piece);
  expect(decoder.push('"}\n\n')).toHaveLength(1);
});

it('reads JSON on very many lines in linear time', () => {
  const decoder = new EventDecoder();
  const json = JSON.stringify({ list: Array.from({ length: 100_000 }, (_, at) => at) }, null, 1);
  expect([...decoder.push(json), ...decoder.end()]).toHaveLength(1);
});

it('W11 thoughts are the same wherever the text is cut', () => {
  const texts = fc.array(
    fc.constantFrom('<think>', '</think>', '<', 'Hm', ' ', '\n', '<thinking a="b">', '</thinking>', '>'),
    {
      maxLength: 12,
    },
  );
  const split = (pieces: readonly string[]) => {
    const splitter = new ThinkingSplitter();
    const said = { text: '', thinking: '' };
    for (const event of [...pieces.flatMap((piece) => splitter.push(piece)), ...splitter.end()])
      if (event.type === 'text-was-thinking') {
        said.thinking += said.text;
        said.text = '';
      } else if (event.type === 'text' || event.type === 'thinking') said[event.type] += event.text;
    return said;
  };
  fc.assert(
    fc.property(texts, (parts) => {
      const text = parts.join('');
      const whole = split([text]);
      expect(split([...text])).toEqual(whole);
      expect(split(parts)).toEqual(whole);
      const starts = /^\s*<think(ing a="b")?>/.test(text);
      const isClosed = /<\/think(ing)?>/.test(text);
      if (!starts && !isClosed) expect(whole).toEqual({ text, thinking: '' });
    }),
    runs(500),
  );
});
