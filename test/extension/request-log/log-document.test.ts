/** The request log: what it keeps, how much of it, and how it reads. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ModelEvent } from '../../../src/core/agent/model-event.ts';
import type { AgentModel, ModelRequest } from '../../../src/core/agent/ports.ts';
import type { Json } from '../../../src/core/lang/json.ts';
import { clipJson, shortenEncoded } from '../../../src/extension/request-log/clip-json.ts';
import { joinEvents } from '../../../src/extension/request-log/join-events.ts';
import { logDocument } from '../../../src/extension/request-log/log-document.ts';
import { recordModel } from '../../../src/extension/request-log/record-model.ts';
import { findUsage, parseLoggedReply } from '../../../src/extension/request-log/reply.ts';
import { RequestLog } from '../../../src/extension/request-log/request-log.ts';
import { ENGLISH } from '../english.ts';

const sse = (...events: readonly Json[]) =>
  events.map((event) => `event: x\ndata: ${JSON.stringify(event)}\n\n`).join('');

describe('joining', () => {
  it.each<[string, readonly Json[], readonly Json[]]>([
    [
      'Anthropic',
      [
        { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Hel' } },
        { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'lo' } },
        { type: 'content_block_delta', index: 1, delta: { type: 'text_delta', text: 'x' } },
        { type: 'content_block_delta', index: 1, delta: { type: 'input_json_delta', partial_json: '{' } },
      ],
      [
        { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Hello' } },
        { type: 'content_block_delta', index: 1, delta: { type: 'text_delta', text: 'x' } },
        { type: 'content_block_delta', index: 1, delta: { type: 'input_json_delta', partial_json: '{' } },
      ],
    ],
    [
      'OpenAI',
      [
        { type: 'response.output_text.delta', sequence_number: 4, output_index: 0, delta: 'Hel', obfuscation: 'ab' },
        { type: 'response.output_text.delta', sequence_number: 5, output_index: 0, delta: 'lo', obfuscation: 'c' },
      ],
      [{ type: 'response.output_text.delta', sequence_number: 5, output_index: 0, delta: 'Hello', obfuscation: 'c' }],
    ],
    [
      'OpenAI-compatible',
      [
        { id: 'c', choices: [{ index: 0, delta: { tool_calls: [{ index: 0, function: { arguments: '{"a"' } }] } }] },
        { id: 'c', choices: [{ index: 0, delta: { tool_calls: [{ index: 0, function: { arguments: ':1}' } }] } }] },
      ],
      [{ id: 'c', choices: [{ index: 0, delta: { tool_calls: [{ index: 0, function: { arguments: '{"a":1}' } }] } }] }],
    ],
    [
      'Gemini',
      [
        {
          candidates: [{ content: { parts: [{ text: 'Hel' }], role: 'model' } }],
          usageMetadata: { totalTokenCount: 3 },
        },
        {
          candidates: [{ content: { parts: [{ text: 'lo' }], role: 'model' } }],
          usageMetadata: { totalTokenCount: 4 },
        },
      ],
      [
        {
          candidates: [{ content: { parts: [{ text: 'Hello' }], role: 'model' } }],
          usageMetadata: { totalTokenCount: 4 },
        },
      ],
    ],
    [
      'other words',
      [
        { type: 'a', name: 'x' },
        { type: 'a', name: 'y' },
      ],
      [
        { type: 'a', name: 'x' },
        { type: 'a', name: 'y' },
      ],
    ],
  ])('makes few events of many: %s', (_, events, joined) => {
    expect(joinEvents(events).map(({ event }) => event)).toEqual(joined);
  });

  it('loses no piece of a text and no event, whatever the events are', () => {
    const event = fc.oneof(
      fc.record({ type: fc.constantFrom('a', 'b'), index: fc.nat(1), text: fc.string() }),
      fc.jsonValue().map((value) => JSON.parse(JSON.stringify(value)) as Json),
    );
    const textOf = (one: Json) =>
      typeof one === 'object' && one !== null && 'text' in one && 'index' in one ? String(one.text) : '';
    fc.assert(
      fc.property(fc.array(event), (events) => {
        const joined = joinEvents(events);
        expect(joined.reduce((sum, { count }) => sum + count, 0)).toBe(events.length);
        expect(joined.map(({ event }) => textOf(event)).join('')).toBe(events.map(textOf).join(''));
      }),
    );
  });
});

describe('reading a reply', () => {
  it('takes events, one document, and what is neither', () => {
    expect(parseLoggedReply(sse({ a: 1 }, { b: 2 }))).toEqual({ events: [{ a: 1 }, { b: 2 }], rest: '' });
    expect(parseLoggedReply('{"a":\n1}')).toEqual({ events: [{ a: 1 }], rest: '' });
    expect(parseLoggedReply('data: {"a":1}\n\ndata: {"b"')).toEqual({ events: [{ a: 1 }], rest: 'data: {"b"' });
    expect(parseLoggedReply('<html>\n<p>Bad gateway</p>')).toEqual({ events: [], rest: '<html>\n<p>Bad gateway</p>' });
    expect(parseLoggedReply('')).toEqual({ events: [], rest: '' });
  });

  it('S5 takes values that are nested without end', () => {
    const deep = `{"usage":null,"response":${'{"response":'.repeat(20_000)}{}${'}'.repeat(20_000)}}`;
    const { events, rest } = parseLoggedReply(`data: ${deep}\n\ndata: ${deep}\n\n`);
    expect([events.length, rest]).toEqual([2, '']);
    expect(findUsage(events)).toBeUndefined();
    expect(joinEvents(events)).toHaveLength(1);
    expect(JSON.stringify(clipJson(events)).length).toBeGreaterThan(1_000);
  });

  it('finds the last usage by each provider’s name for it', () => {
    const early = { type: 'message_start', message: { usage: { input_tokens: 1 } } };
    expect(findUsage([early])).toEqual({ input_tokens: 1 });
    expect(findUsage([early, { usage: { output_tokens: 2 } }, { type: 'x' }])).toEqual({ output_tokens: 2 });
    expect(findUsage([{ response: { usage: { total_tokens: 3 } } }])).toEqual({ total_tokens: 3 });
    expect(findUsage([{ usageMetadata: { totalTokenCount: 4 } }, { usage: null }])).toEqual({ totalTokenCount: 4 });
    expect(findUsage(['x', 1, null])).toBeUndefined();
  });
});

describe('cutting', () => {
  const image = 'iVBORw0KGgo'.repeat(1_000);

  it('shows the beginning of long texts and of files, with what is left out', () => {
    expect(clipJson({ data: image, list: [`data:image/png;base64,${image}`] })).toEqual({
      data: `${image.slice(0, 40)}… (10960 more characters)`,
      list: [`data:image/png;base64,${image.slice(0, 40)}… (10960 more characters)`],
    });
    expect(clipJson('word '.repeat(1_000))).toBe(`${'word '.repeat(400)}… (3000 more characters)`);
    expect(clipJson({ n: 1, s: 'short', b: null })).toEqual({ n: 1, s: 'short', b: null });
  });

  it('leaves a document of JSON one', () => {
    const text = JSON.stringify({ model: 'm', content: [{ source: { data: image } }] });
    expect(JSON.parse(shortenEncoded(text))).toMatchObject({ model: 'm' });
    expect(shortenEncoded(text).length).toBeLessThan(200);
  });
});

describe('the log', () => {
  const call = { provider: 'Anthropic', model: 'm', body: '{}' };

  it('keeps the last twenty, the newest first', () => {
    const log = new RequestLog(() => 0);
    for (let n = 0; n < 50; n++) log.begin({ ...call, body: `${n}` }).end('done');
    expect(log.exchanges.map(({ call: { body } }) => body)).toEqual(Array.from({ length: 20 }, (_, n) => `${49 - n}`));
  });

  it('holds no more than eight megabytes, however long requests and replies are', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(6 << 20), fc.nat(3 << 20)), { maxLength: 12 }), (sizes) => {
        const log = new RequestLog(() => 0);
        for (const [sent, came] of sizes) {
          const recorder = log.begin({ ...call, body: '" '.repeat(sent / 2) });
          recorder.add('é'.repeat(came / 2));
          recorder.add('é'.repeat(came / 2));
          recorder.end('done');
        }
        const held = log.exchanges.reduce((sum, one) => sum + one.call.body.length + one.reply.length, 0);
        expect(held).toBeLessThan((4 << 20) + 100);
        expect(log.exchanges.length > 0).toBe(sizes.length > 0);
      }),
      { numRuns: 15 },
    );
  });

  it('takes nothing more after the end, and tells beginning and end', () => {
    const log = new RequestLog(() => 0);
    let told = 0;
    const stop = log.onDidChange(() => told++);
    const recorder = log.begin(call);
    recorder.add('a');
    recorder.fail('broken');
    recorder.add('b');
    recorder.end('done');
    expect(told).toBe(2);
    stop();
    log.begin(call);
    expect(told).toBe(2);
    expect(log.exchanges[1]).toMatchObject({ reply: 'a', end: 'failed', error: 'broken' });
  });

  it('reads as a document, with all that is known of each exchange', () => {
    let now = 0;
    const log = new RequestLog(() => now);
    expect(logDocument(log, ENGLISH)).toContain('Nothing was sent yet.');
    const recorder = log.begin({
      ...call,
      address: 'POST https://a.example/v1',
      headers: { a: 'b' },
      body: '{"model":"m","x":["```"]}',
    });
    expect(logDocument(log, ENGLISH)).toContain('- Still running');
    now = 1_250;
    recorder.status(200, { 'request-id': 'r' });
    recorder.add(sse({ type: 'text', text: 'Hel' }, { type: 'text', text: 'lo' }));
    now = 2_500;
    recorder.add(sse({ type: 'end', usage: { input: 7 } }));
    recorder.end('done');
    const text = logDocument(log, ENGLISH);
    expect(text).toMatch(/^## .*12:00:00.*Anthropic · m$|^## .* · Anthropic · m$/m);
    for (const line of [
      '- POST https://a.example/v1',
      '- Complete',
      '- Status 200',
      '- First of the reply after 1.25 s',
      '- All of it after 2.5 s',
      '- Usage: {"input":7}',
    ])
      expect(text.split('\n')).toContain(line);
    expect(text).toContain('2 events, joined:\n\n```json\n{\n  "type": "text",\n  "text": "Hello"\n}\n```');
    expect(text).toContain('````json\n{\n  "model": "m"');
  });

  it('shows a page of HTML and half a line as they came', () => {
    const log = new RequestLog(() => 0);
    const recorder = log.begin(call);
    recorder.add('<html>502</html>');
    recorder.fail('The server answered with a page.');
    const text = logDocument(log, ENGLISH);
    expect(text).toContain('```\n<html>502</html>\n```');
    expect(text).toContain('- Error: The server answered with a page.');
  });
});

describe('a model that no fetch of ours reaches', () => {
  const request: ModelRequest = {
    system: 'Be brief.',
    messages: [{ role: 'user', blocks: [{ type: 'text', text: 'Hi' }] }],
    tools: [],
    toolChoice: 'auto',
    maxTokens: 10,
    isEdited: false,
    thread: 't',
  };
  const modelOf = (...events: readonly ModelEvent[]): AgentModel => ({
    id: 'replay/one',
    modelKey: 'replay/one',
    async *stream() {
      yield* events;
    },
    count: async () => ({ ok: true, value: 3 }),
  });
  const drain = async (model: AgentModel, most = Number.POSITIVE_INFINITY) => {
    const seen: ModelEvent[] = [];
    for await (const event of model.stream(request, new AbortController().signal)) {
      seen.push(event);
      if (seen.length >= most) break;
    }
    return seen;
  };
  const text = (piece: string): ModelEvent => ({ type: 'text', text: piece });

  it('says the same, and what was asked and said is in the log', async () => {
    const log = new RequestLog(() => 0);
    const events: readonly ModelEvent[] = [text('Hel'), text('lo'), { type: 'end', reason: 'done' }];
    const model = recordModel(log, 'Recording', modelOf(...events));
    expect([model.id, await model.count?.(request, new AbortController().signal)]).toEqual([
      'replay/one',
      { ok: true, value: 3 },
    ]);
    expect('compact' in model).toBe(false);
    expect(await drain(model)).toEqual(events);
    expect(log.exchanges).toMatchObject([{ call: { provider: 'Recording', model: 'replay/one' }, end: 'done' }]);
    const shown = logDocument(log, ENGLISH);
    expect(shown).toContain('"text": "Hello"');
    expect(shown).toContain('"system": "Be brief."');
  });

  it('tells a failure from a stop', async () => {
    const log = new RequestLog(() => 0);
    await drain(recordModel(log, 'p', modelOf({ type: 'error', error: { kind: 'network', message: 'gone' } })));
    await drain(recordModel(log, 'p', modelOf({ type: 'error', error: { kind: 'cancelled', message: '' } })));
    await drain(recordModel(log, 'p', modelOf(text('a'), text('b'))), 1);
    expect(log.exchanges.map(({ end, error }) => [end, error])).toEqual([
      ['stopped', undefined],
      ['stopped', undefined],
      ['failed', 'gone'],
    ]);
  });
});
