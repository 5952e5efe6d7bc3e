/** Finds which files a tool call changed, by the entries that were written between the call and its result. */
import { type List, valueAt } from '../lang/grow-list.ts';
import type { Entry, FileEntry } from './entry.ts';
import type { EntryId } from './entry-id.ts';
import { lowerBound } from './find-entry.ts';

/**
 * The changes of a call, in their order. `message` is the entry that makes the call: a model may give the calls of two replies one
 * id. Linear in the entries up to the next message.
 */
export function changesOfCall(entries: List<Entry>, message: EntryId, call: string): readonly FileEntry[] {
  const changes: FileEntry[] = [];
  for (let at = lowerBound(entries, message + 1); at < entries.length; at++) {
    const entry = valueAt(entries, at);
    if (!entry || entry.type === 'message') break;
    if (entry.type === 'file' && entry.call === call) changes.push(entry);
  }
  return changes;
}

/** The calls that changed files, each with the entry of its message: `12 c1`. Linear. */
export function callsWithChanges(entries: List<Entry>): ReadonlySet<string> {
  const calls = new Set<string>();
  let message: EntryId | undefined;
  for (const entry of entries) {
    if (entry.type === 'message') message = entry.id;
    else if (entry.type === 'file' && entry.call !== undefined && message !== undefined)
      calls.add(callKey(message, entry.call));
  }
  return calls;
}

export function callKey(message: EntryId, call: string): string {
  return `${message} ${call}`;
}
