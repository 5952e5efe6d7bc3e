/** The places that a person may restore to: right after each message that they typed. */
import type { Entry } from '../thread/entry.ts';
import type { EntryId } from '../thread/entry-id.ts';
import { isOn } from '../thread/path.ts';
import type { Thread } from '../thread/thread.ts';
import { joinedText } from './message-rows.ts';

export interface RestorePoint {
  readonly entry: EntryId;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly text: string;
  /** How many files the agent, or a restore, changed since. */
  readonly files: number;
  /** A restore left the message behind. */
  readonly isLeft: boolean;
}

/** The newest first. Linear in the log. */
export function restorePoints({ entries, path }: Pick<Thread, 'entries' | 'path'>): readonly RestorePoint[] {
  const changed = new Set<string>();
  return entries.toReversed().flatMap((entry: Entry): readonly RestorePoint[] => {
    if (entry.type === 'file') changed.add(entry.path);
    if (entry.type !== 'message' || entry.origin !== 'typed') return [];
    const { id, at, blocks } = entry;
    return [{ entry: id, at, text: joinedText(blocks), files: changed.size, isLeft: !isOn(path, id) }];
  });
}
