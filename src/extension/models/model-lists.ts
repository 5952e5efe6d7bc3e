/** The models that each provider offers, asked for once a day and remembered from window to window. */
import * as v from 'valibot';
import type { ModelError } from '../../core/agent/model-event.ts';
import { ok, type Result } from '../../core/lang/result.ts';
import type { Access, ModelInfo, Provider, ProviderId } from '../../providers/provider.ts';
import type { Memory } from '../agent/knowledge-store.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

const size = v.nullish(v.number());
const Info = v.object({
  id: v.string(),
  name: v.exactOptional(v.string()),
  size: v.exactOptional(v.object({ window: size, maxInput: size, maxOutput: size })),
  takesImages: v.exactOptional(v.boolean()),
  takesTools: v.exactOptional(v.boolean()),
  thinks: v.exactOptional(v.boolean()),
  compacts: v.exactOptional(v.boolean()),
});
const Stored = v.object({ at: v.number(), baseUrl: v.exactOptional(v.string()), models: v.array(Info) });

type Answer = Result<readonly ModelInfo[], ModelError>;

export class ModelLists {
  readonly #load: (id: ProviderId) => Promise<Provider>;
  readonly #memory: Memory;
  readonly #now: () => number;
  readonly #running = new Map<string, Promise<Answer>>();

  constructor(load: (id: ProviderId) => Promise<Provider>, memory: Memory, now: () => number) {
    this.#load = load;
    this.#memory = memory;
    this.#now = now;
  }

  /** What the provider answered within the last day, else what it answers now, else, where it fails, what it answered last. */
  async read(provider: ProviderId, access: Access, signal: AbortSignal): Promise<Answer> {
    const known = this.#stored(provider, access);
    if (known && this.#now() - known.at < DAY_MS) return ok(known.models);
    const answer = await this.#ask(provider, access, signal);
    return !answer.ok && known && answer.error.kind !== 'auth' ? ok(known.models) : answer;
  }

  /** What the provider answered last, however long ago. Nobody is asked. */
  findKnown(provider: ProviderId, access: Access): readonly ModelInfo[] | undefined {
    return this.#stored(provider, access)?.models;
  }

  /** Remembers what a provider has answered to somebody else: a test of its key, say. */
  async remember(provider: ProviderId, access: Access, models: readonly ModelInfo[]): Promise<void> {
    // What VS Code offers, and what is recorded, is at hand and may change at any time.
    if (provider === 'vscode-lm' || provider === 'replay') return;
    const { baseUrl } = access;
    const entry = { at: this.#now(), ...(baseUrl !== undefined && { baseUrl }), models };
    await this.#memory.update(nameOf(provider), entry);
  }

  async forget(provider: string): Promise<void> {
    await this.#memory.update(nameOf(provider), undefined);
  }

  #ask(provider: ProviderId, access: Access, signal: AbortSignal): Promise<Answer> {
    const name = `${provider} ${access.baseUrl}`;
    const running = this.#running.get(name);
    if (running) return running;
    const asked = this.#askNow(provider, access, signal).finally(() => this.#running.delete(name));
    this.#running.set(name, asked);
    return asked;
  }

  async #askNow(provider: ProviderId, access: Access, signal: AbortSignal): Promise<Answer> {
    const answer = await (await this.#load(provider)).models(access, signal);
    if (answer.ok) await this.remember(provider, access, answer.value);
    return answer;
  }

  /** Another address is another provider. */
  #stored(provider: ProviderId, { baseUrl }: Access): v.InferOutput<typeof Stored> | undefined {
    const parsed = v.safeParse(Stored, this.#memory.get(nameOf(provider)));
    return parsed.success && parsed.output.baseUrl === baseUrl ? parsed.output : undefined;
  }
}

function nameOf(provider: string): string {
  return `models.${provider}`;
}
