/** What a person has chosen for single models: effort and the longest reply. Kept from window to window. */
import * as v from 'valibot';
import { EFFORTS, type Effort, type ModelOptions } from '../../core/agent/effort.ts';
import type { AgentModel } from '../../core/agent/ports.ts';
import type { ModelInfo, ProviderId } from '../../providers/shared/provider.ts';
import type { Memory } from './knowledge-store.ts';

/** Tokens of the longest reply, at most: a number larger than any window is a typing error. */
const MAX_REPLY = 100_000_000;

const Options = v.object({
  effort: v.exactOptional(v.fallback(v.undefinedable(v.picklist(EFFORTS)), undefined)),
  maxReply: v.exactOptional(
    v.fallback(v.undefinedable(v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(MAX_REPLY))), undefined),
  ),
});

const KEY = 'modelOptions';

export class ModelOptionStore {
  readonly #memory: Memory;

  constructor(memory: Memory) {
    this.#memory = memory;
  }

  /** `id` with its provider in front. What can't be read counts as never chosen. */
  read(id: string): ModelOptions {
    const all = this.#all();
    const parsed = v.safeParse(Options, Object.hasOwn(all, id) ? all[id] : {});
    return parsed.success ? withoutUndefined(parsed.output) : {};
  }

  async write(id: string, options: ModelOptions): Promise<void> {
    const { [id]: _, ...others } = this.#all();
    const kept = withoutUndefined(options);
    await this.#memory.update(KEY, Object.keys(kept).length === 0 ? others : { ...others, [id]: kept });
  }

  #all(): Readonly<Record<string, unknown>> {
    const stored = v.safeParse(v.record(v.string(), v.unknown()), this.#memory.get(KEY));
    return stored.success ? stored.output : {};
  }
}

function withoutUndefined({ effort, maxReply }: ModelOptions): ModelOptions {
  return { ...(effort !== undefined && { effort }), ...(maxReply !== undefined && { maxReply }) };
}

/** The same model, asked for this effort. */
export function withEffort(agent: AgentModel, effort: Effort | undefined): AgentModel {
  if (effort === undefined) return agent;
  return { ...agent, stream: (request, signal) => agent.stream({ ...request, effort }, signal) };
}

/** Gemini 3 and newer take levels; older ones take a number of tokens. */
const HAS_LEVELS = /\bgemini-(?:[3-9]|\d\d)/i;

/**
 * The levels to choose from, empty where the provider has none. By what the API says of the model, else those that its family takes: what
 * a model refuses all the same is left out of later requests (`core/agent/refusals/refusals.ts`).
 */
export function effortsOf(provider: ProviderId, { id, efforts, thinks }: ModelInfo): readonly Effort[] {
  if (efforts) return efforts;
  switch (provider) {
    case 'anthropic':
      return thinks ? ['low', 'medium', 'high', 'max'] : [];
    case 'openai':
      return thinks ? ['none', 'minimal', 'low', 'medium', 'high', 'xhigh'] : [];
    case 'gemini':
      return thinks && HAS_LEVELS.test(id) ? ['minimal', 'low', 'medium', 'high'] : [];
    case 'openai-compatible':
      return thinks === false ? [] : ['none', 'low', 'medium', 'high'];
    case 'vscode-lm':
    case 'replay':
      return [];
  }
}
