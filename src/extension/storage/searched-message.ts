/** Says what a search in threads looks at in a line of a log: the texts of a message that a person or a model wrote. */
import type { EntryId } from '../../core/thread/entry-id.ts';
import { decodeLine } from './log-line.ts';

/** UTF-16 units; a longer line holds an image or a huge output rather than words. */
export const LONGEST_SEARCHED = 4 << 20;

/** Undefined for any other line. */
export function searchedMessage(
  line: string,
): { readonly entry: EntryId; readonly texts: readonly string[] } | undefined {
  const decoded = decodeLine(line);
  if (!decoded.ok || decoded.value.type !== 'entry') return undefined;
  const { entry } = decoded.value;
  if (entry.type !== 'message' || (entry.origin !== 'typed' && entry.origin !== 'model')) return undefined;
  return { entry: entry.id, texts: entry.blocks.flatMap((block) => (block.type === 'text' ? [block.text] : [])) };
}
