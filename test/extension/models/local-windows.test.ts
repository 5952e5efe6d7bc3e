/** What is kept of the windows that servers on this machine say, and when they are asked again. */
import { afterEach, describe, expect, it } from 'vitest';
import { ok } from '../../../src/core/lang/result.ts';
import type { ChatModel } from '../../../src/extension/models/chat-model.ts';
import { type LocalServerFake, lmStudioFake, type OllamaModel, ollamaFake } from '../../wire/local-servers.ts';
import { startServer, type WireServer } from '../../wire/server.ts';
import { accessOf, setUp } from './fakes.ts';

const servers: WireServer[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

const MODEL = 'qwen3:8b';
const ID = `openai-compatible/${MODEL}`;

/** A catalogue whose provider is a server of this machine that may become another. */
async function open(fake: LocalServerFake, listed: { readonly window?: number } = {}) {
  const local = { fake, asked: 0 };
  const server = await startServer((request, response) => {
    local.asked++;
    if (!local.fake(request, response)) throw new Error(request.path);
  });
  servers.push(server);
  const settings = { 'spool.openai-compatible.baseUrl': { globalValue: `${server.url}/v1` } };
  const info = { id: MODEL, ...(listed.window !== undefined && { size: listed }) };
  const parts = setUp({ settings, answers: { 'openai-compatible': ok([info]) } });
  const find = async (): Promise<ChatModel> => {
    const found = await parts.catalog.find(ID);
    if (!found.ok) throw new Error(found.error.type);
    return found.value;
  };
  return { ...parts, local, find, server };
}

const ollama = (model: Partial<OllamaModel>) => ollamaFake(() => [{ name: MODEL, ...model }]);

describe('W10 the window of a model on this machine', () => {
  it('is what its server says, not what a list of yesterday said', async () => {
    const { find, catalog } = await open(ollama({ loaded: 4096 }), { window: 40_960 });
    expect((await find()).reported).toEqual({ window: 4096 });
    const list = await catalog.list('openai-compatible', new AbortController().signal);
    expect(list).toMatchObject({ value: [{ id: ID, reported: { window: 4096 } }] });
  });

  it('is what is listed, where the server says nothing', async () => {
    const { find } = await open(ollama({}), { window: 40_960 });
    expect((await find()).reported).toEqual({ window: 40_960 });
  });

  it('is known after the first reply of a model that was not loaded, in the same turn', async () => {
    const models: OllamaModel[] = [{ name: MODEL }];
    const { find, catalog } = await open(ollamaFake(() => models));
    let changes = 0;
    catalog.onDidChange(() => changes++);
    const model = await find();
    expect(model.reported).toEqual({});
    models[0] = { name: MODEL, loaded: 4096 };
    await accessOf(model.agent);
    for await (const _ of model.agent.stream(REQUEST, { aborted: false }));
    expect(model.reported).toEqual({ window: 4096 });
    expect(changes).toBe(1);
  });

  it('is asked for once, and kept when the model is unloaded', async () => {
    const models: OllamaModel[] = [{ name: MODEL, loaded: 4096 }];
    const { find, local, world } = await open(ollamaFake(() => models));
    const model = await find();
    const { asked } = local;
    for await (const _ of model.agent.stream(REQUEST, { aborted: false }));
    expect(await find()).toBe(model);
    expect(local.asked).toBe(asked);
    models[0] = { name: MODEL };
    world.now += 61_000;
    await find();
    await expect.poll(() => local.asked).toBe(2 * asked);
    expect((await find()).reported).toEqual({ window: 4096 });
  });

  it('is asked for again behind the next use after a minute', async () => {
    const { find, local, world } = await open(ollama({ loaded: 4096 }));
    const model = await find();
    local.fake = ollama({ loaded: 8192 });
    await find();
    expect(model.reported).toEqual({ window: 4096 });
    world.now += 61_000;
    await find();
    await expect.poll(() => model.reported).toEqual({ window: 8192 });
  });

  it('is asked for at once where the providers are asked anew, or the key is another', async () => {
    const { find, local, catalog, keys } = await open(ollama({ loaded: 4096 }));
    await find();
    local.fake = lmStudioFake([{ id: MODEL, trained: 131_072, loaded: 16_384 }]);
    await catalog.forgetLists();
    expect((await find()).reported).toEqual({ window: 16_384 });
    local.fake = ollama({ loaded: 2048 });
    await keys.store('openai-compatible', 'another');
    expect((await find()).reported).toEqual({ window: 2048 });
  });

  it('is no business of a server on another machine, beyond its list', async () => {
    const { find, local, world } = await open(ollama({ loaded: 4096 }), { window: 40_960 });
    world.settings = { 'spool.openai-compatible.baseUrl': { globalValue: 'http://192.0.2.1:11434/v1' } };
    expect((await find()).reported).toEqual({ window: 40_960 });
    expect(local.asked).toBe(0);
  });
});

const REQUEST = {
  system: '',
  messages: [],
  tools: [],
  toolChoice: 'none',
  maxTokens: 1,
  isEdited: false,
  thread: 't',
} as const;
