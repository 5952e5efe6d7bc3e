/** A window's memory, its secrets and its providers, as the catalogue of models needs them. */
import type { ModelError } from '../../../src/core/agent/model-event.ts';
import type { AgentModel } from '../../../src/core/agent/ports.ts';
import { ok, type Result } from '../../../src/core/lang/result.ts';
import { ApiKeys, type Secrets } from '../../../src/extension/models/api-keys.ts';
import { ModelCatalog } from '../../../src/extension/models/catalog.ts';
import { RequestLog } from '../../../src/extension/request-log/request-log.ts';
import { type Inspected, readModelSettings } from '../../../src/extension/settings/model-settings.ts';
import {
  type Access,
  type ModelInfo,
  modelKeyOf,
  type Provider,
  type ProviderId,
} from '../../../src/providers/shared/provider.ts';

export function fakeSecrets(stored: Readonly<Record<string, string>> = {}) {
  const map = new Map(Object.entries(stored).map(([provider, key]) => [`spool.apiKey.${provider}`, key]));
  const listeners = new Set<(event: { readonly key: string }) => void>();
  const tell = (key: string) => {
    for (const listener of listeners) listener({ key });
  };
  const secrets: Secrets = {
    get: async (name) => map.get(name),
    store: async (name, value) => {
      map.set(name, value);
      tell(name);
    },
    delete: async (name) => {
      map.delete(name);
      tell(name);
    },
    onDidChange: (listener) => {
      listeners.add(listener);
      return { dispose: () => listeners.delete(listener) };
    },
  };
  return { secrets, map };
}

/** Keeps what JSON keeps, as VS Code does. */
export function fakeMemory() {
  const map = new Map<string, string>();
  return {
    map,
    get: (key: string): unknown => JSON.parse(map.get(key) ?? 'null') ?? undefined,
    update: async (key: string, value: unknown) => {
      if (value === undefined) map.delete(key);
      else map.set(key, JSON.stringify(value));
    },
  };
}

export type Answer = Result<readonly ModelInfo[], ModelError>;

export interface Setup {
  readonly keys?: Readonly<Record<string, string>>;
  readonly settings?: Readonly<Record<string, Inspected>>;
  readonly answers?: Partial<Record<ProviderId, Answer | ((access: Access, signal: AbortSignal) => Promise<Answer>)>>;
}

/** A catalogue over providers that answer as they are told; a recording is always there. */
export function setUp({ keys = {}, settings = {}, answers = {} }: Setup = {}) {
  const { secrets, map } = fakeSecrets(keys);
  const memory = fakeMemory();
  const requests = new RequestLog(() => 0);
  const world = { now: 1_000_000, settings, answers, asked: [] as ProviderId[], loaded: [] as ProviderId[] };
  const load = async (id: ProviderId): Promise<Provider> => {
    world.loaded.push(id);
    return {
      id,
      models: async (access, signal) => {
        world.asked.push(id);
        const { [id]: answer = ok(id === 'replay' ? [{ id: 'one', name: 'Recording' }] : []) } = world.answers;
        return typeof answer === 'function' ? answer(access, signal) : answer;
      },
      model: (info, access) => agentOf(id, info, access),
    };
  };
  const apiKeys = new ApiKeys(secrets, (key) => requests.hide(key));
  const read = () => readModelSettings((key) => world.settings[key]);
  const ports = { load, keys: apiKeys, memory, requests, settings: read, now: () => world.now };
  return { catalog: new ModelCatalog(ports), ports, keys: apiKeys, secrets: map, memory, requests, world };
}

/** It says how it is reached. */
function agentOf(provider: ProviderId, info: ModelInfo, { apiKey, baseUrl }: Access): AgentModel {
  return {
    id: `${provider}/${info.id}`,
    modelKey: modelKeyOf(provider, info.id, baseUrl),
    async *stream({ effort }) {
      const reached = [provider, info.id, apiKey, baseUrl].join(' ');
      yield { type: 'text', text: effort ? `${reached} effort ${effort}` : reached };
      yield { type: 'end', reason: 'done' };
    },
  };
}

const REQUEST = {
  system: '',
  messages: [],
  tools: [],
  toolChoice: 'none',
  maxTokens: 1,
  isEdited: false,
  thread: 't',
} as const;

/** What a model of the fake catalogue says of itself. */
export async function accessOf(agent: AgentModel): Promise<string> {
  for await (const event of agent.stream(REQUEST, { aborted: false })) if (event.type === 'text') return event.text;
  return '';
}
