/** Lists the refs of a thread: its stored outputs, and the spans that live edits replaced. */
import type { Thread } from '../thread/thread.ts';
import { refOfEdit } from './ref.ts';

/** Maximum number of refs in an error. */
const MAX_REFS = 12;

/** The newest refs by position in the log, the newest last, and the number of older ones. */
export function knownRefs({ messages, edits }: Pick<Thread, 'messages' | 'edits'>): {
  readonly known: readonly string[];
  readonly more: number;
} {
  const placed: { readonly at: number; readonly ref: string }[] = [];
  for (const { id, blocks } of messages)
    for (const block of blocks)
      if (block.type === 'tool_result' && block.outputRef) placed.push({ at: id, ref: block.outputRef.id });
  for (const { edit } of edits.entries) placed.push({ at: edit.span.to, ref: refOfEdit(edit) });
  for (const [at, parts] of edits.blocks) for (const { edit } of parts) placed.push({ at, ref: refOfEdit(edit) });
  const refs = [...new Set(placed.sort((a, b) => a.at - b.at).map(({ ref }) => ref))];
  return { known: refs.slice(-MAX_REFS), more: Math.max(0, refs.length - MAX_REFS) };
}
