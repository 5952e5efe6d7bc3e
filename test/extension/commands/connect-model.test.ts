/** Connect a Model…, Set Address… and Set Context Window…: tested before it is saved, in the person's own settings, and no key goes where it was not given for. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { ModelError } from '../../../src/core/agent/model-event.ts';
import { err, ok } from '../../../src/core/lang/result.ts';
import { connectModel } from '../../../src/extension/commands/connect-model.ts';
import { connectAndSelect } from '../../../src/extension/commands/select-model.ts';
import { runSetAddress, setAddress } from '../../../src/extension/commands/set-address.ts';
import { parseTokens, runSetContextWindow } from '../../../src/extension/commands/set-context-window.ts';
import { KNOWN_SERVERS } from '../../../src/extension/models/known-servers.ts';
import { checkBaseUrl } from '../../../src/providers/shared/base-url.ts';
import type { Access } from '../../../src/providers/shared/provider.ts';
import { person } from './fake-vscode.ts';
import { type HostSetup, modelHost } from './model-context.ts';

vi.mock('vscode', async () => (await import('./fake-vscode.ts')).vscode);

const SERVER = 'openai-compatible';
const URL_KEY = 'spool.openai-compatible.baseUrl';
const LIST = ok([{ id: 'qwen', size: { window: 32_000 } }]);
const at = (url: string) => ({ [URL_KEY]: { globalValue: url } });
const fails = (kind: ModelError['kind']) => err({ kind, message: 'as the server says' });

/** Notes how the server is reached, and answers with its models. */
function noting(seen: Access[]): NonNullable<HostSetup['answers']> {
  return {
    [SERVER]: async (access: Access) => {
      seen.push(access);
      return LIST;
    },
  };
}

beforeEach(() => {
  person.pick = () => undefined;
  person.type = ({ value }) => value;
  person.answer = () => undefined;
});

describe('connecting', () => {
  it('shows services, servers with their addresses, and any other', async () => {
    const { host } = modelHost();
    let labels: readonly string[] = [];
    person.pick = (rows) => {
      labels = rows.map(({ label }) => label);
      return undefined;
    };
    expect(await connectModel(host)).toBeUndefined();
    expect(labels).toEqual([
      'Services',
      'Anthropic',
      'OpenAI',
      'Google Gemini',
      'OpenRouter',
      'Servers of Your Own',
      'Another Server…',
      'Ollama',
      'LM Studio',
      'llama.cpp',
      'vLLM',
    ]);
  });

  it.each(KNOWN_SERVERS)('has an address for $name that the settings take', ({ url }) => {
    expect(checkBaseUrl(url)).toEqual(ok({ url, isPlain: false }));
  });

  it('P1 goes from a server on this computer to its model in three steps', async () => {
    const { host, world, switched } = modelHost({ answers: { [SERVER]: LIST } });
    const steps: string[] = [];
    person.pick = (rows) => {
      const label = steps.length === 0 ? 'Ollama' : (rows[1]?.label ?? '');
      steps.push(label);
      return label;
    };
    person.type = ({ title, value }) => {
      steps.push(`${title}: ${value}`);
      return value;
    };
    expect(await connectAndSelect(host)).toEqual({ type: 'selected', model: `${SERVER}/qwen` });
    expect(steps).toEqual(['Ollama', 'Address of Ollama: http://localhost:11434/v1', 'qwen']);
    expect(world.settings).toEqual(at('http://localhost:11434/v1'));
    expect(switched).toEqual([`${SERVER}/qwen`]);
    expect(person.active).toBe('qwen');
  });

  it('asks for the key of a service, tests it at its address, and says its name', async () => {
    const seen: Access[] = [];
    const { host, secrets, told } = modelHost({ answers: noting(seen) });
    person.pick = () => 'OpenRouter';
    person.type = (box) => {
      expect(box.title).toBe('API Key for OpenRouter');
      box.press();
      return 'sk-or-0123456789';
    };
    expect(await connectModel(host)).toBe(SERVER);
    expect(seen).toMatchObject([{ baseUrl: 'https://openrouter.ai/api/v1', apiKey: 'sk-or-0123456789' }]);
    expect(secrets.get('spool.apiKey.openai-compatible')).toBe('sk-or-0123456789');
    expect(person.seen).toEqual(['open https://openrouter.ai/keys']);
    expect(told).toMatchObject([{ text: 'The key for OpenRouter works and is stored.' }]);
  });

  it('sets the key of a provider', async () => {
    const { host, secrets } = modelHost({ answers: { gemini: ok([{ id: 'gemini-2.5-pro' }]) } });
    person.pick = () => 'Google Gemini';
    person.type = () => 'key-0123456789';
    expect(await connectModel(host)).toBe('gemini');
    expect([...secrets.keys()]).toEqual(['spool.apiKey.gemini']);
  });
});

describe('an address', () => {
  it('needs no scheme, and is not asked for by the name of an API', async () => {
    const { host, world } = modelHost({ answers: { [SERVER]: LIST } });
    person.type = ({ title }) => {
      expect(title).toBe('Address of the Server');
      return 'localhost:41799';
    };
    expect(await setAddress(host, SERVER)).toEqual({ type: 'saved' });
    expect(world.settings).toEqual(at('http://localhost:41799'));
  });

  it.each([
    ['', 'begins with http'],
    ['ftp://x.example', 'not with “ftp:”.'],
    ['mailto:me', 'not with “mailto:”.'],
    ['https://me:word@x.example/v1', 'Leave out the name and password'],
    ['https://x.example/v1?key=1', 'Leave out everything behind'],
  ])('that is %j is refused with what to type', async (typed, problem) => {
    const { host, world } = modelHost();
    person.type = () => typed;
    expect(await setAddress(host, SERVER)).toEqual({ type: 'cancelled' });
    expect(person.seen).toEqual([expect.stringContaining(problem)]);
    expect([world.settings, world.asked]).toEqual([{}, []]);
  });

  it.each<[ModelError['kind'], string]>([
    ['network', 'Nothing answers at http://localhost:11434/v1. Is Ollama running?'],
    ['invalid-request', 'http://localhost:11434/v1 answers, but not with a list of models.'],
  ])('whose server fails (%s) is saved only where the person says so', async (kind, text) => {
    const { host, world } = modelHost({ answers: { [SERVER]: fails(kind) } });
    const [ollama] = KNOWN_SERVERS;
    expect(await setAddress(host, SERVER, ollama)).toEqual({ type: 'cancelled' });
    expect([person.seen, world.settings]).toEqual([[text], {}]);
    const answers = ['Correct or Try Again…', 'Keep It Anyway'];
    person.answer = () => answers.shift();
    expect(await setAddress(host, SERVER, ollama)).toEqual({ type: 'saved' });
    expect(world.settings).toEqual(at('http://localhost:11434/v1'));
  });

  it('whose server wants a key asks for one', async () => {
    const { host, secrets } = modelHost({
      answers: { [SERVER]: async ({ apiKey }) => (apiKey === undefined ? fails('auth') : LIST) },
    });
    person.type = ({ password }) => (password ? 'key-0123456789' : 'https://gateway.example/v1');
    expect(await setAddress(host, SERVER)).toEqual({ type: 'saved' });
    expect([...secrets.values()]).toEqual(['key-0123456789']);
  });

  it.each([
    ['Send It There', ['old-key'], 'saved', ['old-key']],
    ['Remove the Key', [undefined], 'saved', []],
    [undefined, [], 'cancelled', ['old-key']],
  ])('of another server gets the stored key only by the person’s word: %j', async (answer, sent, type, stored) => {
    const seen: Access[] = [];
    const { host, secrets } = modelHost({
      answers: noting(seen),
      keys: { [SERVER]: 'old-key' },
      settings: at('https://openrouter.ai/api/v1'),
    });
    let question = '';
    person.answer = (text, detail) => {
      question = `${text} ${detail}`;
      return answer;
    };
    person.type = () => 'http://elsewhere.example/v1';
    expect(await setAddress(host, SERVER)).toEqual({ type });
    expect(question).toContain('https://openrouter.ai/api/v1');
    expect(question).toContain('http://elsewhere.example/v1');
    expect(seen.map(({ apiKey }) => apiKey)).toEqual(sent);
    expect([...secrets.values()]).toEqual(stored);
  });

  it('of the same server keeps its key without a question', async () => {
    const seen: Access[] = [];
    const { host } = modelHost({
      answers: noting(seen),
      keys: { [SERVER]: 'old-key' },
      settings: at('https://far.example/v1'),
    });
    person.type = () => 'https://far.example/v2';
    expect(await setAddress(host, SERVER)).toEqual({ type: 'saved' });
    expect(seen).toMatchObject([{ apiKey: 'old-key', baseUrl: 'https://far.example/v2' }]);
  });

  it('that VS Code does not save is said', async () => {
    const { host, told } = modelHost({ answers: { [SERVER]: LIST }, refusesToSave: true });
    person.type = () => 'http://localhost:1/v1';
    expect(await setAddress(host, SERVER)).toEqual({ type: 'cancelled' });
    expect(told).toEqual([
      {
        severity: 'error',
        text: 'The address was not saved: The settings file has an error.',
        offer: 'open-settings',
      },
    ]);
  });

  it.each([
    ['another server', undefined, undefined],
    ['another server, with the key in place removed', undefined, 'Remove the Key'],
    ['a service', KNOWN_SERVERS.find(({ service }) => service), 'Remove the Key'],
  ])(
    'whose key is refused leaves address and key as they were where the person cancels: %s',
    async (_, server, first) => {
      const before = at('http://a.example/v1');
      const keys = first === undefined ? {} : { [SERVER]: 'old-key' };
      const { host, world, secrets, told } = modelHost({
        answers: { [SERVER]: fails('auth') },
        keys,
        settings: before,
      });
      const answers = [...(first === undefined ? [] : [first]), 'Correct It…', undefined];
      person.answer = () => answers.shift();
      person.type = ({ password }) => (password ? 'key-0123456789' : 'https://b.example/v1');
      expect(await setAddress(host, SERVER, server)).toEqual({ type: 'cancelled' });
      expect([world.settings, told]).toEqual([before, []]);
      expect([...secrets.values()]).toEqual(Object.values(keys));
      expect(answers).toEqual([]);
    },
  );

  it('that VS Code does not save leaves the key that was to be removed', async () => {
    const { host, secrets } = modelHost({
      answers: { [SERVER]: LIST },
      keys: { [SERVER]: 'old-key' },
      settings: at('http://a.example/v1'),
      refusesToSave: true,
    });
    person.answer = () => 'Remove the Key';
    person.type = () => 'http://b.example/v1';
    expect(await setAddress(host, SERVER)).toEqual({ type: 'cancelled' });
    expect([...secrets.values()]).toEqual(['old-key']);
  });

  it('says before it is typed whose place it takes, and so does the key of a service', async () => {
    const prompts: string[] = [];
    person.type = ({ prompt }) => {
      prompts.push(prompt);
      return undefined;
    };
    const { host } = modelHost({ settings: at('http://a.example/v1') });
    await setAddress(host, SERVER);
    await setAddress(
      host,
      SERVER,
      KNOWN_SERVERS.find(({ service }) => service),
    );
    await setAddress(modelHost().host, SERVER);
    const says = expect.stringMatching(/^It takes the place of http:\/\/a\.example\/v1\. /);
    expect(prompts).toEqual([says, says, expect.not.stringContaining('takes the place')]);
  });

  it('is asked of the provider that the person names, where the model has none', async () => {
    const { host, world } = modelHost({ answers: { openai: LIST } });
    person.pick = (rows) => rows.find(({ label }) => label === 'OpenAI')?.label;
    person.type = () => 'https://proxy.example/v1';
    expect(await runSetAddress(host)).toEqual({ type: 'saved' });
    expect(world.settings).toEqual({ 'spool.openai.baseUrl': { globalValue: 'https://proxy.example/v1' } });
  });
});

describe('a context window', () => {
  it.each([
    ['32768', 32_768],
    ['32,768', 32_768],
    ['32 768', 32_768],
    [' 128k ', 128_000],
    ['1M', 1_000_000],
    ['1.5m', 1_500_000],
    ['100000k', 100_000_000],
    ['', undefined],
    ['0', undefined],
    ['12', undefined],
    ['1.5', undefined],
    ['-4096', undefined],
    ['128 kB', undefined],
    ['1e9', undefined],
    ['100001k', undefined],
  ])('reads %j as %j tokens', (typed, tokens) => {
    expect(parseTokens(typed)).toBe(tokens);
  });

  it('is saved beside the others, in the person’s own settings', async () => {
    const { host, world, told } = modelHost({
      turns: 1,
      settings: { 'spool.model.contextWindows': { globalValue: { other: 8_000 } } },
    });
    person.type = () => '64k';
    expect(await runSetContextWindow(host)).toBe('saved');
    const saved = world.settings['spool.model.contextWindows']?.globalValue;
    expect(saved).toMatchObject({ other: 8_000 });
    expect(Object.values(Object(saved))).toEqual([8_000, 64_000]);
    expect(told).toMatchObject([{ severity: 'info', text: expect.stringContaining('is 64,000 tokens.') }]);
  });
});
