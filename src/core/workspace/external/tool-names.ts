/** Gives each external tool a unique name that every provider takes. */
import { fingerprint } from '../../lang/fingerprint.ts';

/** What all providers take as the name of a function; Gemini wants a letter or `_` first. */
const TAKEN_BY_ALL = /^[A-Za-z_][A-Za-z0-9_-]{0,63}$/;
const LENGTH = 64;

/**
 * By the id of each tool, a name of its own that is none of `reserved`. It depends on the id, and on other tools only where two ids
 * want one name, so that a tool which comes or goes renames no other. Linear but for the sorting.
 */
export function toolNames(ids: readonly string[], reserved: ReadonlySet<string>): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  const used = new Set(reserved);
  const all = [...new Set(ids)].sort();
  // A name that can stay as it is comes first, so that no other tool can take it away.
  for (const id of all) {
    if (!TAKEN_BY_ALL.test(id) || used.has(id)) continue;
    used.add(id);
    names.set(id, id);
  }
  for (const id of all) {
    if (names.has(id)) continue;
    let name = spelled(id, fingerprint(id));
    for (let n = 2; used.has(name); n++) name = spelled(id, fingerprint(`${id} ${n}`));
    used.add(name);
    names.set(id, name);
  }
  return names;
}

function spelled(id: string, mark: string): string {
  const plain = id.replace(/[^A-Za-z0-9_-]/g, '_');
  const begun = /^[A-Za-z_]/.test(plain) ? plain : `tool_${plain}`;
  return `${begun.slice(0, LENGTH - mark.length - 1)}_${mark}`;
}
