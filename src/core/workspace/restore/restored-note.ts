/** Tells the model which files a person has restored since its last message, as it would assume that they are as it left them. */

import { oneLine } from '../../lang/clip.ts';
import type { FileVersion, MessageEntry, Planned } from '../../thread/entry.ts';
import type { Thread } from '../../thread/thread.ts';
import { namedPath } from '../named-path.ts';
import { isWithoutEffect } from './file-history.ts';
import { recordedPath } from './file-location.ts';

const MOST_NAMED = 30;
/** UTF-16 units of a path. */
const MOST_OF_PATH = 400;

/**
 * The message to append before the next call; undefined where there is none to write: no files were restored since the newest
 * message, the thread went back with them, or calls wait for their results.
 */
export function restoredNote({
  entries,
  messages,
}: Pick<Thread, 'entries' | 'messages'>): Planned<MessageEntry> | undefined {
  if (messages.at(-1)?.blocks.some(({ type }) => type === 'tool_use')) return undefined;
  const since = entries.slice(entries.findLastIndex(({ type }) => type === 'message') + 1);
  const from = since.findIndex(({ type }) => type === 'file_restore');
  if (from < 0 || since.some(({ type }) => type === 'restore')) return undefined;
  const restored = new Map<string, FileVersion | null>();
  for (const entry of since.slice(from))
    if (entry.type === 'file' && entry.after !== undefined && !isWithoutEffect(entry))
      restored.set(recordedPath(entry), entry.after);
  if (restored.size === 0) return undefined;
  const named = [...restored]
    .slice(0, MOST_NAMED)
    .map(([path, after]) => `${oneLine(namedPath(path), MOST_OF_PATH)}${after ? '' : ' (gone)'}`);
  const more = restored.size - named.length;
  const text = `The person restored files, so they are no longer as you left them: ${named.join(', ')}${more > 0 ? `, and ${more} more` : ''}. Read a file again before you rely on what you know of it.`;
  return { type: 'message', origin: 'program', blocks: [{ type: 'text', text }] };
}
