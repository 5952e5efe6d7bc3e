/** Writes the summary of a compaction for a file whose format knows only "all before this was replaced by a text". */

import type { EntryEdit } from '../../thread/edit.ts';
import type { CompactionEntry, MessageEntry } from '../../thread/entry.ts';
import { lowerBoundOf } from '../../thread/find-entry.ts';
import { joinedText } from '../../view/message-rows.ts';

/** Messages between the replaced ones that a summary repeats at most: a hostile log could ask for all, for each compaction. */
const MOST_REPEATED = 100;

/** The id of the last entry that the compaction replaced; undefined where the first of `messages` stayed. */
export function lastReplacedEntry(compaction: CompactionEntry, messages: readonly MessageEntry[]): number | undefined {
  const edits = wholeEdits(compaction);
  const [first] = messages;
  if (!first || !edits.some(({ span }) => span.from <= first.id && first.id <= span.to)) return undefined;
  return edits.at(-1)?.span.to;
}

/** What stands for all messages up to `lastReplacedEntry`: the replacements, and between them the messages that were kept, word for word. */
export function exportedSummary(compaction: CompactionEntry, messages: readonly MessageEntry[]): string {
  const texts: string[] = [];
  let end = 0;
  let repeated = 0;
  for (const { span, replacement } of wholeEdits(compaction)) {
    for (let at = lowerBoundOf(messages, end + 1, ({ id }) => id); repeated < MOST_REPEATED; at++, repeated++) {
      const kept = messages[at];
      if (!kept || kept.id >= span.from) break;
      texts.push(joinedText(kept.blocks));
    }
    for (const message of replacement) texts.push(joinedText(message.blocks));
    end = Math.max(end, span.to);
  }
  return texts.filter((text) => text !== '').join('\n\n') || '(The messages before this were left out.)';
}

function wholeEdits({ edits }: CompactionEntry): readonly EntryEdit[] {
  return edits
    .filter((edit) => edit.type === 'entries')
    .filter(({ fate }) => fate !== 'collapsed' && fate !== 'trimmed')
    .sort((a, b) => a.span.from - b.span.from);
}
