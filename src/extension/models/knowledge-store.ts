/** What was learned of models, kept from window to window: their true limits, how far our count is off, and what their servers refuse. */
import { type Conceded, type ConcessionMemory, readConceded } from '../../core/agent/refusals/conceded.ts';
import { isFactor, type Learned } from '../../core/agent/refusals/learned-limits.ts';
import { readField, readList, readText } from '../../core/lang/read-value.ts';

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
  /** What the server refuses of requests. */
  readonly concessions: ConcessionMemory;
  /** Forgets limits and concessions of all models whose modelKey begins so: another key may have others. The factor stays. */
  forget(start: string): void;
}

export function openKnowledge(memory: Memory): KnowledgeStore {
  const all = () => {
    const stored = memory.get(KEY);
    return typeof stored === 'object' && stored !== null ? new Map<string, unknown>(Object.entries(stored)) : new Map();
  };
  // What can't be kept is learned again.
  const keep = (known: ReadonlyMap<string, unknown>) =>
    void memory.update(KEY, Object.fromEntries(known)).then(undefined, () => undefined);
  const change = (modelKey: string, to: (known: Stored) => Stored) => {
    const known = all();
    const before = parseStored(known.get(modelKey));
    const after = parseStored(to(before));
    if (JSON.stringify(before) !== JSON.stringify(after)) keep(known.set(modelKey, after));
  };
  return {
    read: (modelKey) => parseLearned(all().get(modelKey)),
    write: (modelKey, learned) =>
      change(modelKey, ({ conceded, seals }) => ({
        ...learned,
        ...(conceded && { conceded }),
        ...(seals && { seals }),
      })),
    concessions: {
      read: (modelKey) => parseStored(all().get(modelKey)).conceded ?? {},
      write: (modelKey, conceded) => change(modelKey, (known) => ({ ...known, conceded })),
      readSeals: (modelKey, thread) => sealsOf(parseStored(all().get(modelKey)), thread),
      writeSeals: (modelKey, thread, marks) =>
        change(modelKey, ({ seals = [], ...known }) => ({
          ...known,
          seals: [...seals.filter((one) => one.thread !== thread), { thread, marks: marks.slice(-MOST_SEALS) }].slice(
            -MOST_THREADS,
          ),
        })),
    },
    forget: (start) => {
      const known = all();
      const found = [...known].filter(([modelKey]) => modelKey.startsWith(start));
      for (const [modelKey, value] of found) {
        const { factor } = parseLearned(value);
        known.set(modelKey, factor === undefined ? {} : { factor });
      }
      if (found.length > 0) keep(known);
    },
  };
}

/** Refused seals are kept for this many threads of a model, the last ones, and this many for each thread. */
const MOST_THREADS = 20;
const MOST_SEALS = 500;

/** Fingerprints of the seals that were refused in a thread. */
interface RefusedSeals {
  readonly thread: string;
  readonly marks: readonly string[];
}

/** Older versions stored no concessions, and later ones no seals. */
interface Stored extends Learned {
  readonly conceded?: Conceded;
  readonly seals?: readonly RefusedSeals[];
}

function parseStored(value: unknown): Stored {
  const conceded = readConceded(readField(value, 'conceded'));
  const seals = readList(readField(value, 'seals')).flatMap((one): readonly RefusedSeals[] => {
    const thread = readText(readField(one, 'thread'));
    const marks = readList(readField(one, 'marks')).flatMap((mark) => readText(mark) ?? []);
    return thread === undefined || marks.length === 0 ? [] : [{ thread, marks }];
  });
  return {
    ...parseLearned(value),
    ...(Object.keys(conceded).length > 0 && { conceded }),
    ...(seals.length > 0 && { seals }),
  };
}

function sealsOf({ seals = [] }: Stored, thread: string): readonly string[] {
  return seals.find((one) => one.thread === thread)?.marks ?? [];
}

/** Numbers that can't be right are left out. */
function parseLearned(value: unknown): Learned {
  if (typeof value !== 'object' || value === null) return {};
  const { limit, below, factor } = value as { readonly [field in keyof Learned]?: unknown };
  return {
    ...(isPositive(limit) && {
      limit: Math.floor(limit),
      ...((isPositive(below) || below === 'unknown') && { below }),
    }),
    ...(isPositive(factor) && isFactor(factor) && { factor }),
  };
}

function isPositive(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value > 0;
}
