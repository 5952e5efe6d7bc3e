/** The models that each provider offers, asked for once a day and remembered from window to window. */
import * as v from 'valibot';
import { EFFORTS } from '../../core/agent/effort.ts';
import type { ModelError } from '../../core/agent/model-event.ts';
import { ok, type Result } from '../../core/lang/result.ts';
import type { Access, ModelInfo, Provider, ProviderId } from '../../providers/shared/provider.ts';
import type { Memory } from './knowledge-store.ts';
import { PROVIDERS } from './provider-facts.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Milliseconds that a message waits for a list which only adds facts of its model. */
const SOON_MS = 5_000;
const RETRY_MS = 60_000;

const size = v.nullish(v.number());
const Info = v.object({
  id: v.string(),
  name: v.exactOptional(v.string()),
  size: v.exactOptional(v.object({ window: size, maxInput: size, maxOutput: size })),
  takesImages: v.exactOptional(v.boolean()),
  takesTools: v.exactOptional(v.boolean()),
  thinks: v.exactOptional(v.boolean()),
  compacts: v.exactOptional(v.boolean()),
  efforts: v.exactOptional(v.array(v.picklist(EFFORTS))),
});
const Stored = v.object({ at: v.number(), baseUrl: v.exactOptional(v.string()), models: v.array(Info) });

type Answer = Result<readonly ModelInfo[], ModelError>;

export class ModelLists {
  readonly #load: (id: ProviderId) => Promise<Provider>;
  readonly #memory: Memory;
  readonly #now: () => number;
  readonly #failed = new Map<string, { readonly at: number; readonly answer: Answer }>();
  readonly #running = new Map<string, { readonly answer: Promise<Answer>; readonly signal: AbortSignal }>();

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

  /**
   * For a message that is sent now: what the provider answered last, however long ago; an answer older than a day is renewed
   * in the background. Without one, its answer if it comes soon; for a minute after a failure the provider is not asked again.
   */
  async readSoon(provider: ProviderId, access: Access): Promise<Answer> {
    const known = this.#stored(provider, access);
    const failed = this.#failed.get(nameAt(provider, access));
    const failedJustNow = failed !== undefined && this.#now() - failed.at < RETRY_MS;
    if (!known) return failedJustNow ? failed.answer : this.read(provider, access, AbortSignal.timeout(SOON_MS));
    if (!failedJustNow) void this.read(provider, access, AbortSignal.timeout(SOON_MS)).catch(() => undefined);
    return ok(known.models);
  }

  async forget(provider: string): Promise<void> {
    this.#failed.clear();
    await this.#memory.update(nameOf(provider), undefined);
  }

  async #remember(provider: ProviderId, access: Access, models: readonly ModelInfo[]): Promise<void> {
    // What VS Code offers, and what is recorded, is at hand and may change at any time.
    if (PROVIDERS[provider].isBuiltIn) return;
    const { baseUrl } = access;
    const entry = { at: this.#now(), ...(baseUrl !== undefined && { baseUrl }), models };
    await this.#memory.update(nameOf(provider), entry);
  }

  /** Requests for the same list at the same time are one, unless the caller that began it has given up. */
  async #ask(provider: ProviderId, access: Access, signal: AbortSignal): Promise<Answer> {
    const name = nameAt(provider, access);
    const running = this.#running.get(name);
    if (running && !running.signal.aborted) {
      const answer = await running.answer;
      return isGivenUp(running.signal) && !answer.ok && !signal.aborted ? this.#ask(provider, access, signal) : answer;
    }
    const own = { answer: this.#askNow(provider, access, signal), signal };
    this.#running.set(name, own);
    try {
      return await own.answer;
    } finally {
      if (this.#running.get(name) === own) this.#running.delete(name);
    }
  }

  async #askNow(provider: ProviderId, access: Access, signal: AbortSignal): Promise<Answer> {
    const answer = await (await this.#load(provider)).models(access, signal);
    if (answer.ok) await this.#remember(provider, access, answer.value);
    else if (!isGivenUp(signal)) this.#failed.set(nameAt(provider, access), { at: this.#now(), answer });
    return answer;
  }

  /** Another address is another provider. */
  #stored(provider: ProviderId, { baseUrl }: Access): v.InferOutput<typeof Stored> | undefined {
    const parsed = v.safeParse(Stored, this.#memory.get(nameOf(provider)));
    return parsed.success && parsed.output.baseUrl === baseUrl ? parsed.output : undefined;
  }
}

/** The caller has cancelled, which says nothing about the provider; a timeout does. */
function isGivenUp({ aborted, reason }: AbortSignal): boolean {
  return aborted && !(reason instanceof DOMException && reason.name === 'TimeoutError');
}

/** The answer for one key does not hold for another. */
function nameAt(provider: ProviderId, { baseUrl = '', apiKey = '' }: Access): string {
  return `${provider} ${baseUrl} ${apiKey}`;
}

function nameOf(provider: string): string {
  return `models.${provider}`;
}
