/** Collects the text of the messages that stay in the context: the extracted summary does not repeat it, and scores lines by it. */
import type { MessageEntry } from '../../thread/entry.ts';
import { languageMessages } from '../../thread/thread-language.ts';
import { callsOf, type PastCall } from './calls.ts';
import { passagesOf } from './lines.ts';
import { type OwnText, ownText } from './model-text.ts';
import { addParts, namesOf } from './name-index.ts';

export interface KeptText {
  /** The messages that tell the language of the thread. */
  readonly typed: readonly MessageEntry[];
  readonly calls: readonly PastCall[];
  /** The keys of its lines. */
  readonly lines: ReadonlySet<string>;
  readonly own: OwnText;
  /** Its names and their parts. */
  readonly names: ReadonlySet<string>;
}

const known = new WeakMap<readonly MessageEntry[], KeptText>();

/** Made once for each list, as each of the many runs of a thread with pins needs it. Linear in the text. */
export function keptText(kept: readonly MessageEntry[]): KeptText {
  const found = known.get(kept) ?? readKept(kept);
  known.set(kept, found);
  return found;
}

function readKept(kept: readonly MessageEntry[]): KeptText {
  const passages = kept.flatMap(passagesOf);
  const lines = new Set<string>();
  for (const passage of passages) for (const line of passage.lines) lines.add(line.key);
  const names = new Set<string>();
  for (const entry of kept) for (const name of namesOf(entry).all) names.add(name);
  addParts(names);
  const own = ownText(passages.map((passage) => ({ passage, at: 0 })));
  return { typed: languageMessages(kept), calls: callsOf(kept), lines, own, names };
}
