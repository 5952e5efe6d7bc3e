/** The refs that a thread has: its stored outputs, and the spans that live edits took out of the context. */
import type { Thread } from '../thread/thread.ts';
import { refOfEdit } from './ref.ts';

/** Refs that an error names at most. */
const NAMED = 12;

/** The newest refs by the place that they stand for, the newest last, and how many older ones are left out. */
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
  return { known: refs.slice(-NAMED), more: Math.max(0, refs.length - NAMED) };
}
