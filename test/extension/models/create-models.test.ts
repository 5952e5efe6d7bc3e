/** What a window does with the settings of models: it follows them, says once what it refuses, and warns of addresses without encryption. */
import { beforeEach, expect, it, vi } from 'vitest';
import { ok } from '../../../src/core/lang/result.ts';
import { createModels } from '../../../src/extension/models/create-models.ts';
import type { Inspected } from '../../../src/extension/settings/model-settings.ts';
import type { Provider } from '../../../src/providers/shared/provider.ts';
import { ENGLISH } from '../english.ts';
import { fakeMemory, fakeSecrets } from './fakes.ts';

const window = vi.hoisted(() => ({
  settings: {} as Record<string, Inspected>,
  said: [] as string[],
  onSettings: [] as ((event: { affectsConfiguration(key: string): boolean }) => void)[],
  onChatModels: [] as (() => void)[],
}));

vi.mock('vscode', () => {
  const subscribe =
    <T>(listeners: T[]) =>
    (listener: T) => {
      listeners.push(listener);
      return { dispose: () => listeners.splice(listeners.indexOf(listener), 1) };
    };
  class EventEmitter {
    readonly event = () => ({ dispose: () => {} });
    fire(): void {}
    dispose(): void {}
  }
  const from = (...parts: readonly { dispose(): unknown }[]) => ({
    dispose: () => {
      for (const part of parts) part.dispose();
    },
  });
  return {
    workspace: {
      getConfiguration: () => ({ inspect: (key: string) => window.settings[key] }),
      onDidChangeConfiguration: subscribe(window.onSettings),
      registerTextDocumentContentProvider: () => ({ dispose: () => {} }),
      textDocuments: [],
    },
    window: { showWarningMessage: (text: string) => window.said.push(text) },
    lm: { onDidChangeChatModels: subscribe(window.onChatModels) },
    Disposable: { from },
    EventEmitter,
  };
});

beforeEach(() => {
  window.settings = {};
  window.said = [];
});

function create() {
  const logged: string[] = [];
  const loaded: string[] = [];
  const load = async (id: Provider['id']): Promise<Provider> => {
    loaded.push(id);
    return {
      id,
      models: async () => ok([{ id: 'one' }]),
      model: (info) => ({ id: `${id}/${info.id}`, modelKey: id, stream: async function* () {} }),
    };
  };
  const { secrets } = fakeSecrets();
  const log = { warn: (text: string) => void logged.push(text) };
  const models = createModels({ secrets, globalState: fakeMemory() }, load, log, ENGLISH);
  return { models, logged, loaded };
}

const change = (key: string, value: Inspected) => {
  window.settings = { ...window.settings, [key]: value };
  for (const listener of window.onSettings) listener({ affectsConfiguration: (one) => one === key });
};

it('follows the settings, and says once what it refuses of them', async () => {
  const { models, logged } = create();
  change('spool.gemini.baseUrl', { globalValue: 'nowhere' });
  change('spool.provider', { globalValue: 'replay' });
  expect(models.settings().config).toMatchObject({ provider: 'replay', geminiUrl: null });
  expect(logged).toEqual([
    expect.stringMatching(/^spool\.gemini\.baseUrl is "nowhere", which is refused: it takes an address/),
  ]);
  models.dispose();
  change('spool.provider', { globalValue: 'openai' });
  expect(models.settings().config.provider).toBe('replay');
});

it('warns once of an address over which a key can be read, and of none on this machine', () => {
  create();
  change('spool.openai.baseUrl', { globalValue: 'http://far.example/v1' });
  change('spool.openai-compatible.baseUrl', { globalValue: 'http://localhost:11434/v1' });
  expect(window.said).toEqual([
    'OpenAI is reached at http://far.example/v1 without encryption: your key and threads can be read on the way.',
  ]);
});

it('case 42: logs a workspace’s model of another provider, and speaks with the one in use', async () => {
  window.settings = { 'spool.model.id': { workspaceValue: 'openai/gpt-4o' } };
  const { models, logged } = create();
  await expect.poll(() => logged).toHaveLength(1);
  expect(logged[0]).toContain('it takes a model of the provider in use, VS Code, from a workspace');
  const found = await models.catalog.find(undefined);
  expect(found.ok && found.value.head.id).toBe('vscode-lm/one');
});

it('loads a provider once, and tells when VS Code offers other models', async () => {
  const { models, loaded } = create();
  await models.catalog.find('replay/one');
  await models.catalog.find(undefined);
  await models.catalog.list('replay', new AbortController().signal);
  expect(loaded.toSorted()).toEqual(['replay', 'vscode-lm']);
  let told = 0;
  models.catalog.onDidChange(() => told++);
  for (const listener of window.onChatModels) listener();
  expect(told).toBe(1);
});
