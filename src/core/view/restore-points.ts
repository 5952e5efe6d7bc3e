/** The points that a person may restore to: right after each message that they typed, and each round that changed files. */
import type { EntryId } from '../thread/entry-id.ts';
import { isOn } from '../thread/path.ts';
import type { Thread } from '../thread/thread.ts';
import { joinedText } from './message-rows.ts';

export type RestorePoint = {
  readonly entry: EntryId;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** How many files the agent, or a restore, changed since. */
  readonly files: number;
  /** A restore left the message behind. */
  readonly isLeft: boolean;
} & (
  | { readonly type: 'typed'; readonly text: string }
  /** Results of tools; `paths` changed in their round. */
  | { readonly type: 'round'; readonly paths: readonly string[] }
);

/** The newest first. Linear in the log. */
export function restorePoints({ entries, path }: Pick<Thread, 'entries' | 'path'>): readonly RestorePoint[] {
  const changed = new Set<string>();
  const points: RestorePoint[] = [];
  /** The round whose changes come next, as the log is read from its end. */
  let round: { readonly point: Omit<RestorePoint, 'type'>; readonly paths: Set<string> } | undefined;
  const endRound = () => {
    if (round && round.paths.size > 0)
      points.push({ ...round.point, type: 'round', paths: [...round.paths].reverse() });
    round = undefined;
  };
  for (const entry of entries.slice().reverse()) {
    if (entry.type === 'file') {
      const file = entry.folder === undefined ? entry.path : `${entry.folder}/${entry.path}`;
      changed.add(file);
      round?.paths.add(file);
    }
    if (entry.type === 'file_restore') endRound();
    if (entry.type !== 'message') continue;
    endRound();
    const point = { entry: entry.id, at: entry.at, files: changed.size, isLeft: !isOn(path, entry.id) };
    if (entry.origin === 'typed') points.push({ ...point, type: 'typed', text: joinedText(entry.blocks) });
    if (entry.origin === 'tools') round = { point, paths: new Set() };
  }
  return points;
}
