/** Finds in a log which sub-agent each call began, and how it ended. */
import type { List } from '../lang/grow-list.ts';
import { callKey } from './changed-by-call.ts';
import type { Entry, SubAgentEntry } from './entry.ts';
import type { EntryId } from './entry-id.ts';

/**
 * The newest entry about the sub-agent of each call, by `callKey`. A call that was run again after a restart has the sub-agent that it
 * began last. Linear.
 */
export function subAgentsByCall(entries: List<Entry> | readonly Entry[]): ReadonlyMap<string, SubAgentEntry> {
  const found = new Map<string, SubAgentEntry>();
  const keys = new Map<string, string>();
  let message: EntryId | undefined;
  for (const entry of entries) {
    if (entry.type === 'message') message = entry.id;
    if (entry.type !== 'sub_agent') continue;
    if (entry.state === 'begun' && message !== undefined) keys.set(entry.thread, callKey(message, entry.call));
    const key = keys.get(entry.thread);
    const known = key === undefined ? undefined : found.get(key);
    if (key !== undefined && (entry.state === 'begun' || known?.thread === entry.thread)) found.set(key, entry);
  }
  return found;
}

/** The sub-agents that have begun and of which no end is written, oldest first. Linear. */
export function unendedSubAgents(entries: List<Entry> | readonly Entry[]): readonly SubAgentEntry[] {
  const open = new Map<string, SubAgentEntry>();
  for (const entry of entries) {
    if (entry.type !== 'sub_agent') continue;
    if (entry.state === 'begun') open.set(entry.thread, entry);
    else open.delete(entry.thread);
  }
  return [...open.values()];
}

/** The ids of the threads of all sub-agents that a log names. */
export function subThreadsIn(entries: Iterable<Entry>): ReadonlySet<string> {
  const ids = new Set<string>();
  for (const entry of entries) if (entry.type === 'sub_agent') ids.add(entry.thread);
  return ids;
}
