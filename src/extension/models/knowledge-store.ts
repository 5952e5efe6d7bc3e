/** What was learned of models, kept from window to window: their true limits, and how far our count is off. */
import { isFactor, type Learned } from '../../core/agent/learned-limits.ts';

const KEY = 'learned';

/** The part of a memento that is needed. */
export interface Memory {
  get(key: string): unknown;
  update(key: string, value: unknown): Thenable<void>;
}

export interface KnowledgeStore {
  /** `modelKey` names provider, endpoint and model: what one endpoint refused says nothing of another. */
  read(modelKey: string): Learned;
  write(modelKey: string, learned: Learned): void;
}

export function openKnowledge(memory: Memory): KnowledgeStore {
  const all = () => {
    const stored = memory.get(KEY);
    return typeof stored === 'object' && stored !== null ? new Map<string, unknown>(Object.entries(stored)) : new Map();
  };
  return {
    read: (modelKey) => parseLearned(all().get(modelKey)),
    write: (modelKey, learned) => {
      const known = all();
      if (JSON.stringify(parseLearned(known.get(modelKey))) === JSON.stringify(parseLearned(learned))) return;
      // What can't be kept is learned again.
      void memory.update(KEY, Object.fromEntries(known.set(modelKey, learned))).then(undefined, () => undefined);
    },
  };
}

/** Numbers that can't be right are nothing. */
function parseLearned(value: unknown): Learned {
  if (typeof value !== 'object' || value === null) return {};
  const { limit, below, factor } = value as { readonly [field in keyof Learned]?: unknown };
  return {
    ...(isPositive(limit) && { limit: Math.floor(limit), ...(isPositive(below) && { below }) }),
    ...(isPositive(factor) && isFactor(factor) && { factor }),
  };
}

function isPositive(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value > 0;
}
