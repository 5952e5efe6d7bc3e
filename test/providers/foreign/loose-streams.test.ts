/** Streams of servers whose JSON is not strict or stands elsewhere than in a line of its own: no piece of the reply is lost. */
import { describe, expect, it } from 'vitest';
import type { Reply } from '../../../src/core/agent/model-event.ts';
import { openaiCompatible } from '../../../src/providers/openai-compatible/adapter.ts';
import { EventDecoder } from '../../../src/providers/shared/event-stream.ts';
import { replyOf, requestFor, says } from '../drive.ts';
import { scriptedServer } from './scripted-server.ts';

const server = scriptedServer();

function replyTo(body: string, type = 'text/event-stream'): Promise<Reply> {
  server.answer = { type, body };
  const model = openaiCompatible.model({ id: 'm1' }, { baseUrl: `${server.url}/v1` });
  return replyOf(model, requestFor([says('user', 'How many?')]));
}

const chunk = (content: string, finish_reason: string | null = null) =>
  JSON.stringify({ choices: [{ index: 0, delta: { content }, finish_reason }] });
const event = (json: string) => `data: ${json}\n\n`;
const [sev, en, stop] = [chunk('Sev'), chunk('en.'), chunk('', 'stop')];
const DONE = event('[DONE]');

describe('JSON that is not strict is read', () => {
  const beside = (more: string) => `${more.replace('…', sev)}\n\n${event(en)}${event(stop)}${DONE}`;
  it.each([
    ['NaN', beside(event(sev.replace('{', '{"speed":NaN,')))],
    ['Infinity', beside(event(sev.replace('{', '{"speed":[-Infinity, Infinity],')))],
    ['a comma before a bracket', beside(event(sev.replace(/\}$/, ', }')))],
    ['two objects in one line', event(`${sev}${en}`) + event(stop) + DONE],
    ['two fields in one line', `data: ${sev}data: ${en}\n\n${event(stop)}${DONE}`],
    ['[DONE] in the line of the last object', `${event(sev)}${event(en)}data: ${stop}data: [DONE]\n\n`],
    ['all of it in one line', `data: ${sev}data:${en} data: ${stop} data: [DONE]`],
    ['a whole reply', `{"speed":Infinity,"choices":[{"message":{"content":"Seven."},"finish_reason":"stop"}]}`],
  ])('%s', async (_, body) => {
    expect(await replyTo(body)).toMatchObject({
      blocks: [{ type: 'text', text: 'Seven.' }],
      end: { type: 'end', reason: 'done' },
    });
  });

  it('characters inside a text that must be escaped', async () => {
    const body = event(chunk('One\tand\ntwo, NaN,}').replaceAll('\\t', '\t').replaceAll('\\n', '\n'));
    expect((await replyTo(body + event(stop) + DONE)).blocks).toEqual([{ type: 'text', text: 'One\tand\ntwo, NaN,}' }]);
  });

  it('Python’s form of an error is an error, and a cut object is none', async () => {
    const said = "{'error': {'message': 'The model is not loaded', 'code': 404}}";
    for (const [body, type] of [
      [event(said), 'text/event-stream'],
      [said, 'application/json'],
    ] as const)
      expect((await replyTo(body, type)).end).toMatchObject({
        error: { kind: 'invalid-request', message: expect.stringContaining('The model is not loaded') },
      });
    for (const cut of [said.slice(0, -1), sev.slice(0, -1), sev.slice(0, -2)])
      expect((await replyTo(event(cut))).end, cut).toMatchObject({ error: { kind: 'network' } });
  });

  it('what is behind an object makes neither of it an event', () => {
    const events = (text: string) => {
      const decoder = new EventDecoder();
      return [...decoder.push(text), ...decoder.end()].map(({ type }) => type);
    };
    expect(events(event('{}{"a":NaN}'))).toEqual(['data', 'data']);
    expect(events(event('{} and more') + event('{}'))).toEqual(['data']);
    expect(events(event('{"a":maybe}') + event('{}'))).toEqual(['data']);
  });
});
