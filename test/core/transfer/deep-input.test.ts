/** Recorded threads with values that are nested without end: their messages come, and what is too deep in them is text. */
import { describe, expect, it } from 'vitest';
import { decodeLine, entryLine } from '../../../src/extension/storage/log-line.ts';
import { importText } from './imported.ts';

const DEEP = `${'[{"a":'.repeat(4_000)}"the heron"${'}]'.repeat(4_000)}`;
const text = JSON.stringify;

describe('S5 a value nested 8,000 deep', () => {
  const asked = '{"type":"user","uuid":"u","message":{"role":"user","content":"hello"}}';
  const call = `{"type":"tool_use","id":"c","name":"run","input":{"x":${DEEP}}}`;
  const chat = (args: string) =>
    `{"role":"assistant","content":null,"tool_calls":[{"id":"c","type":"function","function":{"name":"run","arguments":${args}}}]}`;
  it.each([
    [
      'the input of a call, in lines',
      `${asked}\n{"type":"assistant","uuid":"v","message":{"role":"assistant","content":[${call}]}}\n`,
    ],
    [
      'the input of a call, in a document',
      `[{"role":"user","content":"hello"},{"role":"assistant","content":[${call}]}]`,
    ],
    ['arguments as text', `[{"role":"user","content":"hello"},${chat(text(`{"x":${DEEP}}`))}]`],
    ['arguments as an object', `[{"role":"user","content":"hello"},${chat(`{"x":${DEEP}}`)}]`],
    [
      'arguments of Gemini',
      `{"contents":[{"role":"user","parts":[{"text":"hello"}]},{"role":"model","parts":[{"functionCall":{"name":"run","args":{"x":${DEEP}}}}]}]}`,
    ],
  ])('in %s', async (_, file) => {
    const { messages, failure } = await importText(file);
    expect(failure).toBeUndefined();
    expect(messages.map(({ origin }) => origin)).toEqual(['typed', 'model']);
    expect(messages.at(-1)?.blocks.map(({ type }) => type)).toEqual(['tool_use']);
    for (const message of messages) {
      const line = entryLine('w', message);
      expect(decodeLine(line.trim())).toMatchObject({ ok: true, value: { entry: message } });
    }
    expect(text(messages)).toContain('the heron');
  });

  it('in a field of no use, or in a record between the messages', async () => {
    const between = `{"type":"progress","uuid":"p","data":${DEEP}}`;
    const more = `{"type":"user","uuid":"v","more":${DEEP},"message":{"role":"user","content":"again"}}`;
    const { messages, failure } = await importText([asked, between, more, ''].join('\n'));
    expect(failure).toBeUndefined();
    expect(text(messages.map(({ blocks }) => blocks))).toContain('again');
    expect(messages).toHaveLength(2);
  });
});
