/** Set API Key… and Remove API Key…: tested, said in plain words, stored where keys belong, and shown nowhere. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { ModelError } from '../../../src/core/agent/model-event.ts';
import { err, ok } from '../../../src/core/lang/result.ts';
import { removeApiKey, setApiKey } from '../../../src/extension/commands/api-key.ts';
import { person } from './fake-vscode.ts';
import { modelHost } from './model-context.ts';

vi.mock('vscode', async () => (await import('./fake-vscode.ts')).vscode);

const KEY = 'sk-0123456789-abcdef';
const LIST = ok([{ id: 'gpt-5.1' }]);
const fails = (kind: ModelError['kind'], message = 'as the provider says') => err({ kind, message });

beforeEach(() => {
  person.pick = () => undefined;
  person.type = () => KEY;
  person.answer = () => undefined;
});

describe('setting a key', () => {
  it('stores one that works, and says so without it', async () => {
    const { host, told, secrets } = modelHost({ answers: { openai: LIST } });
    expect(await setApiKey(host, 'openai')).toEqual({ type: 'stored', provider: 'openai' });
    expect([...secrets]).toEqual([['spool.apiKey.openai', KEY]]);
    expect(told).toEqual([{ severity: 'info', text: 'The key for OpenAI works and is stored.' }]);
  });

  it('names a server by the host of its address', async () => {
    const settings = { 'spool.openai-compatible.baseUrl': { globalValue: 'https://models.example:8443/v1' } };
    const { host, told } = modelHost({ settings, answers: { 'openai-compatible': LIST } });
    await setApiKey(host, 'openai-compatible');
    await removeApiKey(host, 'openai-compatible');
    expect(told.map(({ text }) => text)).toEqual([
      'The key for models.example:8443 works and is stored.',
      'The key for models.example:8443 is removed from this machine. It stays valid at its provider.',
    ]);
  });

  it('asks whose it is, and shows which are stored', async () => {
    const { host, secrets } = modelHost({ keys: { anthropic: 'old' }, answers: { gemini: LIST } });
    let rows: unknown;
    person.pick = (shown) => {
      rows = shown.map(({ label, description }) => [label, description]);
      return 'Google Gemini';
    };
    await setApiKey(host);
    expect(rows).toEqual([
      ['Anthropic', 'stored'],
      ['OpenAI', ''],
      ['Google Gemini', ''],
      ['OpenAI-compatible', ''],
    ]);
    expect(secrets.get('spool.apiKey.gemini')).toBe(KEY);
  });

  it('types it hidden, says where it goes, and opens the page where one gets it', async () => {
    const { host } = modelHost({ settings: { 'spool.openai.baseUrl': { globalValue: 'http://far.example/v1' } } });
    person.type = (box) => {
      person.seen.push(`${box.password}`, box.prompt, JSON.stringify(box.validationMessage));
      box.press();
      return undefined;
    };
    expect(await setApiKey(host, 'openai')).toEqual({ type: 'cancelled' });
    expect(person.seen).toEqual([
      'true',
      'It goes to http://far.example/v1, and is stored in the operating system’s own store.',
      expect.stringContaining('http://far.example/v1 is not encrypted'),
      'open https://platform.openai.com/api-keys',
    ]);
  });

  it.each([
    ['', 'Type or paste the key.'],
    ['   ', 'Type or paste the key.'],
    ['two words', 'A key is one word of letters, digits and signs.'],
    ['sk-…cut', 'A key is one word of letters, digits and signs.'],
  ])('takes no %j for one', async (typed, problem) => {
    const { host, secrets } = modelHost({ answers: { openai: LIST } });
    const tries = [typed, `  ${KEY}\n`];
    person.type = () => tries.shift();
    await setApiKey(host, 'openai');
    expect(person.seen).toEqual([problem]);
    expect(secrets.get('spool.apiKey.openai')).toBe(KEY);
  });

  it.each<[ModelError['kind'], string]>([
    ['auth', 'OpenAI refuses this key.'],
    ['network', 'OpenAI could not be reached, so the key is not tested.'],
    ['overloaded', 'OpenAI is too busy to test the key.'],
    ['rate-limit', 'OpenAI is too busy to test the key.'],
    ['cancelled', 'The test was cancelled.'],
    ['invalid-request', 'OpenAI answered the test in a way that says nothing of the key.'],
  ])('says what is wrong (%s) and stores nothing that nobody wants to keep', async (kind, text) => {
    const { host, secrets } = modelHost({ answers: { openai: fails(kind) } });
    expect(await setApiKey(host, 'openai')).toEqual({ type: 'cancelled' });
    expect(person.seen).toEqual([text]);
    expect(secrets.size).toBe(0);
  });

  it('keeps one that was not proven to work, where the person says so, and says that', async () => {
    const { host, secrets, told } = modelHost({ answers: { openai: fails('network') } });
    person.answer = () => 'Keep It Anyway';
    expect(await setApiKey(host, 'openai')).toEqual({ type: 'stored', provider: 'openai' });
    expect(secrets.get('spool.apiKey.openai')).toBe(KEY);
    expect(told).toEqual([{ severity: 'info', text: 'The key for OpenAI is stored, untested.' }]);
  });

  it('lets the person correct one, which stands in the box as typed', async () => {
    const { host, secrets } = modelHost({
      answers: { openai: async ({ apiKey }) => (apiKey === KEY ? LIST : fails('auth')) },
    });
    const before: string[] = [];
    person.type = (box) => {
      before.push(box.value);
      return box.value === '' ? 'sk-wrong-0123456789' : KEY;
    };
    person.answer = () => 'Correct It…';
    await setApiKey(host, 'openai');
    expect(before).toEqual(['', 'sk-wrong-0123456789']);
    expect([...secrets.values()]).toEqual([KEY]);
  });

  it('shows no key, also where the provider repeats it', async () => {
    const { host, told } = modelHost({ answers: { openai: fails('auth', `Incorrect API key provided: ${KEY}.`) } });
    let detail = '';
    person.answer = (_, shown) => {
      detail = shown;
      return 'Keep It Anyway';
    };
    const outcome = await setApiKey(host, 'openai');
    expect(detail).toBe('Incorrect API key provided: •••.');
    expect(JSON.stringify([outcome, told, person.seen])).not.toContain(KEY);
  });

  it('asks nobody for whom no address is set', async () => {
    const { host, world } = modelHost();
    person.answer = () => 'Keep It Anyway';
    await setApiKey(host, 'openai-compatible');
    expect(world.asked).toEqual([]);
  });
});

describe('removing a key', () => {
  it('asks which of the stored ones', async () => {
    const { host, secrets, told } = modelHost({ keys: { anthropic: KEY, openai: KEY } });
    let shown: readonly string[] = [];
    person.pick = (rows) => {
      shown = rows.map(({ label }) => label);
      return 'OpenAI';
    };
    expect(await removeApiKey(host)).toEqual({ type: 'removed', provider: 'openai' });
    expect(shown).toEqual(['Anthropic', 'OpenAI']);
    expect([...secrets.keys()]).toEqual(['spool.apiKey.anthropic']);
    expect(told[0]?.text).toBe('The key for OpenAI is removed from this machine. It stays valid at its provider.');
  });

  it('says that none is stored', async () => {
    const { host, told } = modelHost();
    expect(await removeApiKey(host)).toEqual({ type: 'cancelled' });
    expect(told).toEqual([{ severity: 'info', text: 'No key is stored.' }]);
  });
});
