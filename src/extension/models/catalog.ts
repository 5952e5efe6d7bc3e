/** The catalogue of models: lists those of each provider, finds the one that a thread uses, and tests keys. */

import type { ModelOptions } from '../../core/agent/effort.ts';
import type { ModelError } from '../../core/agent/model-event.ts';
import { err, ok, type Result } from '../../core/lang/result.ts';
import { withHourCache } from '../../core/tokens/prices.ts';
import type { ReportedSize } from '../../core/tokens/window.ts';
import { lazyModel } from '../../providers/shared/lazy-model.ts';
import {
  type Access,
  type ModelInfo,
  modelKeyOf,
  type Provider,
  type ProviderId,
} from '../../providers/shared/provider.ts';
import { recordFetch } from '../request-log/record-fetch.ts';
import { recordModel } from '../request-log/record-model.ts';
import type { RequestLog } from '../request-log/request-log.ts';
import { findBaseUrl, findUrlKey, type ScopedModelSettings } from '../settings/model-settings.ts';
import type { ApiKeys } from './api-keys.ts';
import type { ChatModel, ChatModels, ModelProblem } from './chat-model.ts';
import { type DefaultModel, findDefault, preferredOf } from './find-default.ts';
import { type KnowledgeStore, type Memory, openKnowledge } from './knowledge-store.ts';
import { describeModel, type ListedModel } from './listed-model.ts';
import { LocalWindows } from './local-windows.ts';
import { ModelLists } from './model-lists.ts';
import { parseModelName } from './model-name.ts';
import { effortsOf, ModelOptionStore, withEffort } from './model-options.ts';
import { PROVIDER_ORDER, PROVIDERS } from './provider-facts.ts';

const HOUR_MS = 60 * 60_000;
const PICKED = 'pickedModel';
/** The provider whose server may be on this machine. */
const LOCAL_SERVERS: ProviderId = 'openai-compatible';

export interface CatalogPorts {
  readonly load: (id: ProviderId) => Promise<Provider>;
  readonly keys: ApiKeys;
  readonly memory: Memory;
  readonly requests: RequestLog;
  /** Returns the current settings. */
  readonly settings: () => ScopedModelSettings;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** A key or an address that is not stored yet. */
export interface AccessDraft {
  readonly apiKey?: string | undefined;
  /** Without one the address of the settings is used. */
  readonly baseUrl?: string | undefined;
}

export class ModelCatalog implements ChatModels {
  readonly #ports: CatalogPorts;
  readonly #lists: ModelLists;
  readonly #knowledge: KnowledgeStore;
  readonly #windows: LocalWindows;
  readonly #options: ModelOptionStore;
  readonly #listeners = new Set<() => void>();
  readonly #chatModels = new Map<string, { readonly made: string; readonly chatModel: ChatModel }>();

  constructor(ports: CatalogPorts) {
    this.#ports = ports;
    this.#lists = new ModelLists(ports.load, ports.memory, ports.now);
    this.#knowledge = openKnowledge(ports.memory);
    this.#options = new ModelOptionStore(ports.memory);
    this.#windows = new LocalWindows(ports.now, () => this.changed());
    ports.keys.onDidChange((provider) => {
      this.#knowledge.forget(`${provider}/`);
      this.#windows.forget();
      void this.#lists.forget(provider).then(() => this.changed());
    });
  }

  onDidChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Tells the listeners that keys, settings or the offered models have changed. */
  changed(): void {
    for (const listener of this.#listeners) listener();
  }

  /** Contacts a provider only where nothing is known of its models yet. */
  async find(model: string | undefined): Promise<Result<ChatModel, ModelProblem>> {
    const name = model === undefined ? await this.default() : parseModelName(model);
    if (!name) return err({ type: 'unknown-model', model: model ?? '' });
    const access = await this.access(name.provider);
    if (!access.ok) return access;
    const info = await this.#infoOf(name, access.value);
    if (info.ok && name.provider === LOCAL_SERVERS) await this.#windows.prepare(info.value.id, access.value);
    return info.ok ? ok(await this.#chatModel(name.provider, info.value, access.value)) : info;
  }

  /** The model of a new thread, and the model in the workspace's settings if it is refused. */
  async default(): Promise<DefaultModel> {
    const { config, workspaceModel } = this.#ports.settings();
    const picked = this.#ports.memory.get(PICKED);
    const { provider, model } = config;
    const wishes = { provider, model, workspaceModel, picked: typeof picked === 'string' ? picked : undefined };
    return findDefault(wishes, (one) => this.#canUse(one));
  }

  /** Makes this the model of new threads, unless the settings name one. */
  async pick(id: string): Promise<void> {
    await this.#ports.memory.update(PICKED, id);
    this.changed();
  }

  /** How a provider is reached, or why it can't be. */
  async access(provider: ProviderId): Promise<Result<Access, ModelProblem>> {
    const { key, needsUrl } = PROVIDERS[provider];
    const url = findBaseUrl(provider, this.#ports.settings().config);
    if (needsUrl && !url) return err({ type: 'bad-url', setting: findUrlKey(provider) ?? '' });
    const apiKey = key === 'none' ? undefined : await this.#ports.keys.find(provider);
    if (key === 'needed' && apiKey === undefined) return err({ type: 'no-key', provider: PROVIDERS[provider].name });
    return ok(this.#accessWith(provider, { apiKey }));
  }

  #accessWith(provider: ProviderId, { apiKey, baseUrl }: AccessDraft): Access {
    const { config } = this.#ports.settings();
    const url = baseUrl ?? findBaseUrl(provider, config)?.url;
    return {
      ...(provider === 'anthropic' && config.anthropicCacheLife === '1h' && { cacheLife: '1h' as const }),
      ...(apiKey !== undefined && { apiKey }),
      ...(url !== undefined && { baseUrl: url }),
      fetch: recordFetch(this.#ports.requests, provider),
    };
  }

  /** All models of a provider, asked anew when its answer is older than a day. */
  async list(provider: ProviderId, signal: AbortSignal): Promise<Result<readonly ListedModel[], ModelProblem>> {
    const access = await this.access(provider);
    if (!access.ok) return access;
    const models = await this.#lists.read(provider, access.value, signal);
    if (!models.ok) return err({ type: 'provider-failed', provider, error: models.error });
    const { baseUrl } = access.value;
    return ok(
      models.value.map((info) => {
        const modelKey = modelKeyOf(provider, info.id, baseUrl);
        const conceded = this.#knowledge.concessions.read(modelKey);
        const learned = this.#knowledge.read(modelKey);
        const reported = this.#reported(provider, info, access.value);
        const model = describeModel(provider, info, this.#ports.now());
        return { ...model, modelKey, reported, conceded, learned, options: this.#options.read(model.id) };
      }),
    );
  }

  /** Forgets what the model's server refused, so that it is asked for that again. */
  async forgetRefusals(id: string): Promise<void> {
    const name = parseModelName(id);
    const access = name && (await this.access(name.provider));
    if (!name || !access?.ok) return;
    this.#knowledge.forget(modelKeyOf(name.provider, name.model, access.value.baseUrl));
    this.changed();
  }

  /** Keeps what the person chose for a model; an effort that was refused before is asked for again. */
  async setOptions({ agent: { id, modelKey } }: ChatModel, options: ModelOptions): Promise<void> {
    const { concessions } = this.#knowledge;
    const { effort, ...conceded } = concessions.read(modelKey);
    if (effort === 'refused') concessions.write(modelKey, conceded);
    await this.#options.write(id, options);
    this.changed();
  }

  /** Forgets the lists of models, so that the next ones are asked of the providers. */
  async forgetLists(): Promise<void> {
    this.#windows.forget();
    await Promise.all(PROVIDER_ORDER.map((provider) => this.#lists.forget(provider)));
  }

  /** Asks the provider for its models with a key or address that is not stored yet. */
  async test(
    provider: ProviderId,
    draft: AccessDraft,
    signal: AbortSignal,
  ): Promise<Result<readonly ModelInfo[], ModelError>> {
    if (draft.apiKey !== undefined) this.#ports.requests.hide(draft.apiKey);
    return (await this.#ports.load(provider)).models(this.#accessWith(provider, draft), signal);
  }

  /** The same object while nothing about it changes: a model remembers what its server refuses. */
  async #chatModel(provider: ProviderId, info: ModelInfo, access: Access): Promise<ChatModel> {
    const { id, name, info: whole, prices: listed } = describeModel(provider, info, this.#ports.now());
    const isHourCached = access.cacheLife === '1h';
    const prices = listed && isHourCached ? withHourCache(listed) : listed;
    const options = this.#options.read(id);
    const made = JSON.stringify([access.apiKey, access.baseUrl, access.cacheLife, whole, prices, options]);
    const known = this.#chatModels.get(id);
    if (known?.made === made) return known.chatModel;
    const { concessions } = this.#knowledge;
    const reported = () => this.#reported(provider, info, access);
    const load = async () => (await this.#ports.load(provider)).model(whole, { ...access, concessions });
    const { isBuiltIn } = PROVIDERS[provider];
    const plain = isBuiltIn
      ? recordModel(this.#ports.requests, provider, await load())
      : lazyModel(provider, whole, access.baseUrl, load);
    const agent = withEffort(plain, options.effort);
    const { takesImages } = whole;
    const chatModel: ChatModel = {
      head: {
        id,
        name,
        provider: PROVIDERS[provider].name,
        ...(takesImages === false && { takesImages }),
        isReplay: provider === 'replay',
      },
      agent: provider === LOCAL_SERVERS ? this.#windows.following(agent, whole.id, access) : agent,
      get reported() {
        return reported();
      },
      ...(prices && { prices }),
      options,
      ...(!isBuiltIn && { efforts: effortsOf(provider, whole) }),
      ...(isHourCached && { cacheMs: HOUR_MS }),
    };
    this.#chatModels.set(id, { made, chatModel });
    return chatModel;
  }

  /** As it is known now: a local server may say more once it has loaded the model. */
  #reported(provider: ProviderId, { id, size }: ModelInfo, access: Access): ReportedSize {
    return provider === LOCAL_SERVERS ? this.#windows.sizeOf(id, access, size) : (size ?? {});
  }

  /** A model that is not listed may exist anyway, where a provider has other names for it. */
  async #infoOf(name: DefaultModel, access: Access): Promise<Result<ModelInfo, ModelProblem>> {
    const { provider, model } = name;
    const models = await this.#lists.readSoon(provider, access);
    if (model === undefined) return preferredOf(provider, models);
    const listed = models.ok ? models.value.find(({ id }) => id === model) : undefined;
    if (!listed && PROVIDERS[provider].isBuiltIn) return err({ type: 'unknown-model', model: `${provider}/${model}` });
    return ok(listed ?? { id: model });
  }

  async #canUse(provider: ProviderId): Promise<boolean> {
    const access = await this.access(provider);
    if (!access.ok || provider !== 'vscode-lm') return access.ok;
    const models = await this.#lists.readSoon(provider, access.value);
    return models.ok && models.value.length > 0;
  }
}
