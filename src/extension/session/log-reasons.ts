/** Why a thread's log could not be written though the disk works: codes beside the system's, which `diskReason` has the words for. */

import { findDifference } from '../../core/lang/difference.ts';
import type { List } from '../../core/lang/grow-list.ts';
import type { Entry } from '../../core/thread/entry.ts';
import type { LogChange } from '../storage/open-file.ts';

export const LOG_REASONS: Readonly<Record<LogChange, string>> = {
  gone: 'LOG_GONE',
  replaced: 'LOG_REPLACED',
  cut: 'LOG_CUT',
};

/** Something else changed the log, which still holds every entry; it was opened again. */
export const LOG_REOPENED = 'LOG_REOPENED';

/** Whether a reason says that something else changed the log. */
export function isLogReason(reason: string): boolean {
  return reason === LOG_REOPENED || Object.values(LOG_REASONS).includes(reason);
}

const UNREADABLE = 'ENTRY_UNREADABLE:';

export function unreadableReason(field: string): string {
  return `${UNREADABLE}${field}`;
}

/** The field that `unreadableReason` names; undefined for another reason. */
export function unreadableField(reason: string): string | undefined {
  return reason.startsWith(UNREADABLE) ? reason.slice(UNREADABLE.length) : undefined;
}

/** Whether all entries of a thread are among those read from its log. Linear. */
export function holds(log: readonly Entry[], entries: List<Entry>): boolean {
  const byId = new Map(log.map((entry) => [entry.id, entry]));
  return entries.every((entry) => findDifference(entry, byId.get(entry.id)) === undefined);
}
