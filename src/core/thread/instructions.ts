/** The state of a thread's instruction files (AGENTS.md and the like): those in the system prompt, and changes that notes told since. */
import type { EntryId } from './entry-id.ts';

export interface InstructionFile {
  /** With `/`, from the workspace folder; with several folders, the folder's name comes first. */
  readonly path: string;
  /** null: the file is gone. */
  readonly text: string | null;
}

/**
 * `prefix`: the files are all there are, and are in the system prompt. `notes`: the files differ from what was known before, and the
 * message before the entry says so.
 */
export const INSTRUCTION_PLACES = ['prefix', 'notes'] as const;

export interface Instructions {
  /** The files in the system prompt. */
  readonly prefix: readonly InstructionFile[];
  /** Files that came, changed or went since, each with its newest state. */
  readonly notes: readonly InstructionFile[];
  /** The entry with the prefix; 0 before the first. */
  readonly entry: EntryId | 0;
}

export const NO_INSTRUCTIONS: Instructions = { prefix: [], notes: [], entry: 0 };

/** The state after an entry. Linear in the files. */
export function withInstructions(
  before: Instructions,
  entry: {
    readonly id: EntryId;
    readonly place: (typeof INSTRUCTION_PLACES)[number];
    readonly files: readonly InstructionFile[];
  },
): Instructions {
  const { id, place, files } = entry;
  if (place === 'prefix') return { prefix: files, notes: [], entry: id };
  const changed = new Set(files.map(({ path }) => path));
  return { ...before, notes: [...before.notes.filter(({ path }) => !changed.has(path)), ...files] };
}

/** The texts that the model knows, by path. */
export function knownInstructions({
  prefix,
  notes,
}: Pick<Instructions, 'prefix' | 'notes'>): ReadonlyMap<string, string> {
  const known = new Map<string, string>();
  for (const { path, text } of [...prefix, ...notes]) {
    if (text === null) known.delete(path);
    else known.set(path, text);
  }
  return known;
}
