/** Tells the model, at the thread's end, that a person has set or ended the mode Plan. The tools stay the same, since caches and sealed thinking depend on them. */
import type { Mode } from '../permission/request.ts';
import type { MessageEntry, Planned } from '../thread/entry.ts';
import type { Thread } from '../thread/thread.ts';

const PLAN =
  'The person has set the mode Plan: until they end it, nothing is changed and no command is run. Read what you need, and say what you would do.';
const ENDED =
  'The person has ended the mode Plan: files can be changed and commands can be run again, as far as the person allows it.';

/**
 * The message to append before the next call; undefined where the context says what holds, or calls wait for their results. A
 * compaction that leaves the note out of the context has it written again. Linear in the context.
 */
export function modeNote(
  { items, messages }: Pick<Thread, 'items' | 'messages'>,
  mode: Mode,
): Planned<MessageEntry> | undefined {
  if (messages.at(-1)?.blocks.some(({ type }) => type === 'tool_use')) return undefined;
  const notes = items.flatMap((item) =>
    item.type === 'entry' && item.entry.origin === 'program'
      ? item.message.blocks.flatMap((block) => (block.type === 'text' ? [block.text] : []))
      : [],
  );
  const isKnown = notes.findLast((text) => text === PLAN || text === ENDED) === PLAN;
  if (isKnown === (mode === 'plan')) return undefined;
  const text = mode === 'plan' ? PLAN : ENDED;
  return { type: 'message', origin: 'program', blocks: [{ type: 'text', text }] };
}
