/** The catalogue of models: what can be used, what a new thread speaks with, and how each is reached. */
import { describe, expect, it } from 'vitest';
import { err, ok } from '../../../src/core/lang/result.ts';

import { type Answer, accessOf, type Setup, setUp } from './fakes.ts';

const models = (...ids: readonly string[]) => ok(ids.map((id) => ({ id })));
const user = (values: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(values).map(([key, globalValue]) => [key, { globalValue }]));
const NETWORK = err({ kind: 'network', message: 'down' } as const);

async function found(setup: Setup, model?: string): Promise<string> {
  const one = await setUp(setup).catalog.find(model);
  return one.ok ? one.value.head.id : one.error.type;
}

describe('what a new thread speaks with', () => {
  const anthropic = { anthropic: models('claude-haiku-4-5', 'claude-sonnet-4-5-20250929') };
  const openai = { openai: models('gpt-5.1', 'gpt-4o') };
  const copilot = { 'vscode-lm': models('copilot/gpt-4o') };
  const both = { keys: { openai: 'o', anthropic: 'a' }, answers: { ...anthropic, ...openai, ...copilot } };
  const ollama = { 'spool.openai-compatible.baseUrl': 'http://localhost:11434/v1' };

  it.each<[string, Setup, string]>([
    ['the recording, where nothing else can be used', {}, 'replay/one'],
    ['a model of VS Code, without a key', { answers: copilot }, 'vscode-lm/copilot/gpt-4o'],
    ['the one that suits most, of the first provider with a key', both, 'anthropic/claude-sonnet-4-5-20250929'],
    ['the provider with a key', { keys: { openai: 'o' }, answers: both.answers }, 'openai/gpt-5.1'],
    [
      'the first that is listed, where none that is known is',
      { keys: { openai: 'o' }, answers: { openai: models('gpt-99') } },
      'openai/gpt-99',
    ],
    [
      'the usual one, where the list does not come',
      { keys: { gemini: 'g' }, answers: { gemini: NETWORK } },
      'gemini/gemini-4-carbon',
    ],
    [
      'a server without a key',
      { settings: user(ollama), answers: { 'openai-compatible': models('qwen') } },
      'openai-compatible/qwen',
    ],
    ['the provider that is set', { ...both, settings: user({ 'spool.provider': 'openai' }) }, 'openai/gpt-5.1'],
    [
      'the model that is set',
      { ...both, settings: user({ 'spool.provider': 'openai', 'spool.model.id': 'gpt-4o' }) },
      'openai/gpt-4o',
    ],
    [
      'the model that is set with its provider',
      { ...both, settings: user({ 'spool.model.id': 'openai/gpt-4o' }) },
      'openai/gpt-4o',
    ],
    [
      'the model that is set, of the first provider',
      { ...both, settings: user({ 'spool.model.id': 'claude-haiku-4-5' }) },
      'anthropic/claude-haiku-4-5',
    ],
    [
      'the model that is set and not listed',
      { ...both, settings: user({ 'spool.model.id': 'openai/gpt-new' }) },
      'openai/gpt-new',
    ],
    [
      'an id with another provider’s name on a server of many',
      { settings: user({ ...ollama, 'spool.provider': 'openai-compatible', 'spool.model.id': 'anthropic/claude-x' }) },
      'openai-compatible/anthropic/claude-x',
    ],
    ['the recording, where it is set', { ...both, settings: user({ 'spool.provider': 'replay' }) }, 'replay/one'],
    [
      'nothing, where the provider that is set has no key',
      { settings: user({ 'spool.provider': 'openai' }) },
      'no-key',
    ],
    [
      'nothing, where the server that is set has no address',
      { settings: user({ 'spool.provider': 'openai-compatible' }) },
      'bad-url',
    ],
    [
      'nothing, where the server answers nothing',
      { settings: user(ollama), answers: { 'openai-compatible': NETWORK } },
      'provider-failed',
    ],
  ])('is %s', async (_, setup, id) => {
    expect(await found(setup)).toBe(id);
  });

  it('is what was picked last, while it can be used', async () => {
    const { catalog, keys, world } = setUp(both);
    let told = 0;
    catalog.onDidChange(() => told++);
    await catalog.pick('openai/gpt-4o');
    expect(told).toBe(1);
    expect(await catalog.default()).toEqual({ provider: 'openai', model: 'gpt-4o' });
    world.settings = user({ 'spool.provider': 'anthropic' });
    expect(await catalog.default()).toEqual({ provider: 'anthropic' });
    world.settings = {};
    await keys.remove('openai');
    expect(await catalog.default()).toEqual({ provider: 'anthropic' });
  });

  it.each<[string, Record<string, { globalValue?: string; workspaceValue?: string }>, unknown]>([
    ['its own id', { 'spool.model.id': { workspaceValue: 'claude-x' } }, { provider: 'anthropic', model: 'claude-x' }],
    [
      'with its provider',
      { 'spool.model.id': { workspaceValue: 'anthropic/claude-x' } },
      { provider: 'anthropic', model: 'claude-x' },
    ],
    [
      'of another provider: refused',
      { 'spool.model.id': { workspaceValue: 'openai/gpt-4o' } },
      { provider: 'anthropic', refused: 'openai/gpt-4o' },
    ],
    [
      'of another provider than the one that is set: refused',
      {
        'spool.provider': { globalValue: 'openai' },
        'spool.model.id': { globalValue: 'gpt-4o', workspaceValue: 'anthropic/claude-x' },
      },
      { provider: 'openai', model: 'gpt-4o', refused: 'anthropic/claude-x' },
    ],
    [
      'in place of the person’s own',
      { 'spool.model.id': { globalValue: 'openai/gpt-4o', workspaceValue: 'gpt-5.1' } },
      { provider: 'openai', model: 'gpt-5.1' },
    ],
  ])('case 42: a workspace may name a model of the provider in use: %s', async (_, settings, chosen) => {
    expect(await setUp({ ...both, settings }).catalog.default()).toEqual(chosen);
  });

  it('asks no provider that is not needed', async () => {
    const { catalog, world } = setUp(both);
    await catalog.find(undefined);
    expect([world.loaded, world.asked].map((ids) => [...new Set(ids)])).toEqual([['anthropic'], ['anthropic']]);
  });
});

describe('a model by its name', () => {
  it.each([
    ['claude-haiku-4-5', 'unknown-model'],
    ['mistral/large', 'unknown-model'],
    ['openai/', 'unknown-model'],
    ['openai/gpt-5.1', 'no-key'],
    ['openai-compatible/qwen', 'bad-url'],
    ['vscode-lm/gone', 'unknown-model'],
    ['replay/gone', 'unknown-model'],
    ['replay/one', 'replay/one'],
  ])('%s: %s', async (model, what) => {
    expect(await found({}, model)).toBe(what);
  });

  it('is reached with its key, at its address, and says what it is', async () => {
    const info = { id: 'gpt-5.1', size: { window: 300_000, maxInput: null } };
    const { catalog } = setUp({
      keys: { openai: 'secret-key' },
      settings: user({ 'spool.openai.baseUrl': 'https://gateway.example/v1/' }),
      answers: { openai: ok([info]) },
    });
    const one = await catalog.find('openai/gpt-5.1');
    if (!one.ok) throw new Error(one.error.type);
    expect(await accessOf(one.value.agent)).toBe('openai gpt-5.1 secret-key https://gateway.example/v1');
    expect(one.value).toMatchObject({
      head: { id: 'openai/gpt-5.1', name: 'gpt-5.1', provider: 'OpenAI', isReplay: false },
      reported: { window: 300_000 },
      prices: { input: 1.25, output: 10 },
    });
  });

  it('costs nothing by the token where VS Code offers it, and is a recording where it is one', async () => {
    const { catalog } = setUp({ answers: { 'vscode-lm': models('gpt-5.1') } });
    const [editor, recording] = [await catalog.find('vscode-lm/gpt-5.1'), await catalog.find('replay/one')];
    if (!editor.ok || !recording.ok) throw new Error('not found');
    expect('prices' in editor.value).toBe(false);
    expect(recording.value.head).toEqual({
      id: 'replay/one',
      name: 'Recording',
      provider: 'Recording',
      isReplay: true,
    });
  });

  it('is cached for an hour, at its price, where the person set that', async () => {
    const settings = { 'spool.anthropic.cacheLife': { globalValue: '1h' } };
    const answers = { anthropic: models('claude-haiku-4-5') };
    const keys = { anthropic: 'k' };
    const usual = await setUp({ keys, answers }).catalog.find('anthropic/claude-haiku-4-5');
    const hour = await setUp({ keys, answers, settings }).catalog.find('anthropic/claude-haiku-4-5');
    if (!usual.ok || !hour.ok) throw new Error('not found');
    expect([usual.value.prices?.cacheWrite, usual.value.cacheMs]).toEqual([1.25, undefined]);
    expect([hour.value.prices?.cacheWrite, hour.value.cacheMs]).toEqual([2, 3_600_000]);
    expect(hour.value.prices).toMatchObject({ input: 1, cacheRead: 0.1 });
  });

  it('is the same object from call to call, until its key or address is another', async () => {
    const { catalog, keys, world } = setUp({ keys: { openai: 'first-key' }, answers: { openai: models('gpt-5.1') } });
    const agent = async () => {
      const one = await catalog.find('openai/gpt-5.1');
      if (!one.ok) throw new Error(one.error.type);
      return one.value.agent;
    };
    const first = await agent();
    expect(await agent()).toBe(first);
    await keys.store('openai', 'second-key');
    const second = await agent();
    expect(second).not.toBe(first);
    expect(await accessOf(second)).toContain('second-key');
    world.settings = user({ 'spool.openai.baseUrl': 'https://x.example' });
    expect(await accessOf(await agent())).toContain('https://x.example');
  });

  it('writes what passes through its fetch into the request log', async () => {
    const { catalog, requests } = setUp({ keys: { openai: 'secret-key' } });
    const access = await catalog.access('openai');
    if (!access.ok) throw new Error(access.error.type);
    await access.value.fetch?.('data:text/plain,hello').then((response) => response.text());
    expect(requests.exchanges).toMatchObject([{ call: { provider: 'openai' }, reply: 'hello', end: 'done' }]);
    expect([...requests.keys]).toEqual(['secret-key']);
  });
});

describe('lists of models', () => {
  const setup: Setup = { keys: { openai: 'k' }, answers: { openai: models('gpt-5.1') } };
  const HOUR = 60 * 60 * 1000;
  const ids = async (catalog: ReturnType<typeof setUp>['catalog']) => {
    const list = await catalog.list('openai', new AbortController().signal);
    return list.ok ? list.value.map(({ id }) => id) : list.error.type;
  };

  it('are asked for once a day, and kept when the provider does not answer', async () => {
    const { catalog, world } = setUp(setup);
    expect(await ids(catalog)).toEqual(['openai/gpt-5.1']);
    world.now += 23 * HOUR;
    await ids(catalog);
    expect(world.asked).toHaveLength(1);
    world.now += 2 * HOUR;
    world.answers = { openai: NETWORK };
    expect(await ids(catalog)).toEqual(['openai/gpt-5.1']);
    expect(world.asked).toHaveLength(2);
    world.answers = { openai: err({ kind: 'auth', message: 'revoked' }) };
    expect(await ids(catalog)).toBe('provider-failed');
  });

  it('are asked for anew with another key or address', async () => {
    const { catalog, keys, world } = setUp(setup);
    await ids(catalog);
    await keys.store('openai', 'other');
    await ids(catalog);
    world.settings = user({ 'spool.openai.baseUrl': 'https://x.example' });
    await ids(catalog);
    expect(world.asked).toHaveLength(3);
  });

  it('hold no key, and nothing that a stored list can’t be', async () => {
    const { catalog, memory, world } = setUp({ ...setup, keys: { openai: 'secret-key' } });
    await ids(catalog);
    expect(memory.map.has('models.openai')).toBe(true);
    expect([...memory.map.entries()].join()).not.toContain('secret-key');
    await memory.update('models.openai', { at: world.now, models: [{ id: 7 }] });
    expect(await ids(catalog)).toEqual(['openai/gpt-5.1']);
    expect(world.asked).toHaveLength(2);
  });

  it('are not waited for where an old one is there, and renewed meanwhile', async () => {
    const { catalog, world } = setUp(setup);
    await ids(catalog);
    world.now += 25 * HOUR;
    let answer = (_: typeof NETWORK | ReturnType<typeof models>) => {};
    world.answers = { openai: () => new Promise((resolve) => (answer = resolve)) };
    expect((await catalog.find('openai/gpt-5.1')).ok).toBe(true);
    answer(models('gpt-9'));
    world.answers = {};
    expect(await ids(catalog)).toEqual(['openai/gpt-9']);
    expect(world.asked).toHaveLength(2);
  });

  it('are not asked for again and again by who wants to speak, where nobody answers', async () => {
    const { catalog, world } = setUp({ ...setup, answers: { openai: NETWORK } });
    for (let n = 0; n < 3; n++) expect((await catalog.find('openai/gpt-5.1')).ok).toBe(true);
    expect(world.asked).toHaveLength(1);
    world.now += 61_000;
    await catalog.find('openai/gpt-5.1');
    expect(world.asked).toHaveLength(2);
  });

  it('that somebody gave up say nothing of the provider', async () => {
    const { catalog, world } = setUp({
      ...setup,
      answers: { openai: async () => err({ kind: 'cancelled', message: '' }) },
    });
    const stop = new AbortController();
    stop.abort();
    await catalog.list('openai', stop.signal);
    world.answers = { openai: models('gpt-5.1') };
    await catalog.find('openai/gpt-5.1');
    expect(world.asked).toHaveLength(2);
  });

  it('are there for a second list that was opened while the first one was closed', async () => {
    const cancelled = (signal: AbortSignal) =>
      new Promise<Answer>((resolve) => {
        signal.addEventListener('abort', () => resolve(err({ kind: 'cancelled', message: '' })));
      });
    const { catalog, world } = setUp({ ...setup, answers: { openai: (_access, signal) => cancelled(signal) } });
    const first = new AbortController();
    const lists = [catalog.list('openai', first.signal), catalog.list('openai', new AbortController().signal)];
    await expect.poll(() => world.asked.length).toBe(1);
    world.answers = { openai: models('gpt-5.1') };
    first.abort();
    lists.push(catalog.list('openai', new AbortController().signal));
    expect((await Promise.all(lists)).map(({ ok: isOk }) => isOk)).toEqual([false, true, true]);
  });

  it('say what the provider says, and for the rest what is known', async () => {
    const { catalog } = setUp({
      keys: { openai: 'k' },
      answers: { openai: ok([{ id: 'gpt-5.1', takesImages: false }, { id: 'gpt-5.2' }, { id: 'own' }]) },
    });
    const list = await catalog.list('openai', new AbortController().signal);
    if (!list.ok) throw new Error(list.error.type);
    expect(list.value.map(({ info, prices }) => [info.takesImages, info.thinks, prices?.output])).toEqual([
      [false, true, 10],
      [true, true, 14],
      [undefined, undefined, undefined],
    ]);
  });
});

describe('keys', () => {
  it('are stored one for each provider, told of when they change, and hidden before they are used', async () => {
    const { catalog, keys, secrets, requests } = setUp();
    const told: string[] = [];
    const stop = keys.onDidChange((provider) => told.push(provider));
    let changes = 0;
    catalog.onDidChange(() => changes++);
    await keys.store('anthropic', 'key-one');
    await keys.store('openai', 'key-two');
    expect([...secrets]).toEqual([
      ['spool.apiKey.anthropic', 'key-one'],
      ['spool.apiKey.openai', 'key-two'],
    ]);
    expect(await keys.find('openai')).toBe('key-two');
    await keys.remove('openai');
    expect(await keys.find('openai')).toBeUndefined();
    expect(told).toEqual(['anthropic', 'openai', 'openai']);
    expect(changes).toBe(3);
    expect([...requests.keys]).toEqual(['key-one', 'key-two']);
    stop();
    await keys.remove('anthropic');
    expect(told).toHaveLength(3);
  });

  it('are tested before they are stored, and hidden by then', async () => {
    const seen: (string | undefined)[] = [];
    const { catalog, secrets, requests } = setUp({
      answers: {
        openai: async ({ apiKey }) => {
          seen.push(apiKey);
          return err({ kind: 'auth', message: 'no' });
        },
      },
    });
    const tested = await catalog.test('openai', { apiKey: 'typed-key' }, new AbortController().signal);
    expect(tested).toEqual(err({ kind: 'auth', message: 'no' }));
    expect([seen, [...requests.keys], secrets.size]).toEqual([['typed-key'], ['typed-key'], 0]);
  });
});
