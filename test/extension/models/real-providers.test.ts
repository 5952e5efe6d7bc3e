/** The catalogue over the providers' own libraries and strict fakes of their services: keys are tested, and in no log. */
import { afterEach, describe, expect, it } from 'vitest';
import { ModelCatalog } from '../../../src/extension/models/catalog.ts';
import { logDocument } from '../../../src/extension/request-log/log-document.ts';
import { findUrlKey } from '../../../src/extension/settings/model-settings.ts';
import type { ProviderId } from '../../../src/providers/shared/provider.ts';
import { startAnthropicFake } from '../../wire/anthropic-server.ts';
import type { Fake, FakeReply, StartFake } from '../../wire/fake.ts';
import { startGeminiFake } from '../../wire/gemini-server.ts';
import { startOpenaiCompatibleFake } from '../../wire/openai-chat-server.ts';
import { startOpenaiFake } from '../../wire/openai-responses-server.ts';
import { ENGLISH } from '../english.ts';
import { setUp } from './fakes.ts';

const fakes: Fake[] = [];
afterEach(async () => {
  for (const fake of fakes.splice(0)) await fake.close();
});

async function catalogOf(id: ProviderId, start: StartFake, reply: FakeReply) {
  const fake = await start({ reply: () => reply });
  fakes.push(fake);
  const { apiKey = '', baseUrl } = fake.access;
  const settings = { [findUrlKey(id) ?? '']: { globalValue: baseUrl } };
  const { ports, requests } = setUp({ keys: { [id]: apiKey }, settings });
  const catalog = new ModelCatalog({ ...ports, load: async () => fake.provider });
  return { catalog, requests, apiKey, model: `${id}/${fake.model}` };
}

const signal = new AbortController().signal;

describe.each<[ProviderId, StartFake]>([
  ['anthropic', startAnthropicFake],
  ['openai', startOpenaiFake],
  ['openai-compatible', startOpenaiCompatibleFake],
  ['gemini', startGeminiFake],
])('%s', (id, start) => {
  it('takes its key and refuses another, and neither is in the request log', async () => {
    const { catalog, requests, apiKey } = await catalogOf(id, start, { type: 'answer', text: 'Hello' });
    expect(await catalog.test(id, { apiKey }, signal)).toMatchObject({ ok: true });
    const wrong = 'AIza-wrong-0123456789';
    expect(await catalog.test(id, { apiKey: wrong }, signal)).toMatchObject({ ok: false, error: { kind: 'auth' } });
    const text = logDocument(requests, ENGLISH);
    const [last, ...before] = requests.exchanges.map(({ status = 0 }) => status < 400);
    expect([last, new Set(before)]).toEqual([false, new Set([true])]);
    expect(text).not.toContain(apiKey);
    expect(text).not.toContain(wrong);
  });

  it('is spoken with through the catalogue, and the log shows what went over the wire', async () => {
    const words = 'Seven herons stood in the reeds, and none of them moved.';
    const { catalog, requests, apiKey, model } = await catalogOf(id, start, { type: 'answer', text: words });
    const found = await catalog.find(model);
    if (!found.ok) throw new Error(found.error.type);
    const request = {
      system: 'Be brief.',
      messages: [{ role: 'user', blocks: [{ type: 'text', text: 'How many herons?' }] }],
      tools: [],
      toolChoice: 'auto',
      maxTokens: 1_000,
      isEdited: false,
      thread: 't',
    } as const;
    let said = '';
    for await (const event of found.value.agent.stream(request, signal)) if (event.type === 'text') said += event.text;
    expect(said).toBe(words);
    const [exchange] = requests.exchanges;
    expect(exchange).toMatchObject({ call: { provider: id, model: model.slice(id.length + 1) }, status: 200 });
    const text = logDocument(requests, ENGLISH);
    for (const part of ['How many herons?', words, '- Usage: {']) expect(text).toContain(part);
    expect(text).not.toContain(apiKey);
  });

  it('shows a page of HTML as it came', async () => {
    const { catalog, requests, model } = await catalogOf(id, start, { type: 'failure', kind: 'html' });
    const found = await catalog.find(model);
    if (!found.ok) throw new Error(found.error.type);
    const messages = [{ role: 'user', blocks: [{ type: 'text', text: 'Hi' }] }] as const;
    const request = {
      system: '',
      messages,
      tools: [],
      toolChoice: 'auto',
      maxTokens: 9,
      isEdited: false,
      thread: 't',
    } as const;
    const events = [];
    for await (const event of found.value.agent.stream(request, signal)) events.push(event.type);
    expect(events).toEqual(['error']);
    await expect.poll(() => requests.exchanges[0]?.end).not.toBe('running');
    expect(logDocument(requests, ENGLISH)).toContain('<html');
  });
});
