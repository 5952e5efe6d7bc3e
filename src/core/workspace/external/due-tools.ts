/** Decides when the tools in a thread's requests change: before the first reply, or after a compaction or a restore; until then a note tells the model. */
import type { Planned } from '../../thread/entry.ts';
import type { OfferedTool, ToolChoice } from '../../thread/offered-tools.ts';
import { mayChangePrefix } from '../../thread/prefix-change.ts';
import type { Thread } from '../../thread/thread.ts';

export type PrefixThread = Pick<Thread, 'tools' | 'messages' | 'boundary' | 'items'>;

/**
 * What the thread's next request offers. The tools are the beginning of what a provider caches, and sealed thinking depends on them: so
 * they change only before the first reply, and after a compaction or a restore. A tool keeps its definition while calls of it are in
 * the context. Linear in the context at a boundary, else constant.
 */
export function nextTools(thread: PrefixThread, choice: ToolChoice): ToolChoice {
  const { tools } = thread;
  if (!mayChangePrefix(thread)) return tools;
  const ids = new Set(choice.offered.map(({ id }) => id));
  const names = new Set(choice.offered.map(({ name }) => name));
  const gone = tools.offered.filter(({ id, name }) => !ids.has(id) && !names.has(name));
  const called = gone.length === 0 ? new Set() : calledNames(thread);
  const kept = gone.filter(({ name }) => called.has(name));
  return { offered: [...choice.offered, ...kept], without: choice.without };
}

/** The entries to append before the next call. */
export function dueTools(thread: PrefixThread, choice: ToolChoice): readonly Planned[] {
  if (thread.messages.at(-1)?.blocks.some(({ type }) => type === 'tool_use')) return [];
  const next = nextTools(thread, choice);
  if (mayChangePrefix(thread) && !isSame(thread.tools, next))
    return [{ type: 'tools', offered: next.offered, without: next.without }];
  const said = lastNote(thread);
  const text = noteOn(next, choice);
  if (text === (said ?? UNCHANGED)) return [];
  return [{ type: 'message', origin: 'program', blocks: [{ type: 'text', text }] }];
}

function calledNames({ items }: PrefixThread): ReadonlySet<string> {
  const names = new Set<string>();
  for (const { message } of items)
    for (const block of message.blocks) if (block.type === 'tool_use') names.add(block.name);
  return names;
}

function isSame(before: ToolChoice, now: ToolChoice): boolean {
  const text = ({ offered, without }: ToolChoice) => JSON.stringify([offered.map(fields), [...without].sort()]);
  return text(before) === text(now);
}

function fields({ name, id, source, description, inputSchema }: OfferedTool): readonly unknown[] {
  return [name, id, source, description, inputSchema];
}

const BEGINNING = 'The person has changed which tools may be used: ';
const UNCHANGED = `${BEGINNING}all tools that you have may be used again.`;
/** Names in a note. */
const MOST_NAMED = 20;

/** One line on how the choice differs from what is offered. */
function noteOn(offered: ToolChoice, choice: ToolChoice): string {
  const chosen = new Set(choice.offered.map(({ id }) => id));
  const without = new Set(offered.without);
  const off = new Set(choice.without);
  const refused = [
    ...offered.offered.filter(({ id }) => !chosen.has(id)).map(({ name }) => name),
    ...choice.without.filter((name) => !without.has(name)),
  ];
  const had = new Set(offered.offered.map(({ id }) => id));
  const later = [
    ...choice.offered.filter(({ id }) => !had.has(id)).map(({ name }) => name),
    ...offered.without.filter((name) => !off.has(name)),
  ];
  const parts = [
    ...(refused.length > 0 ? [`calls of ${list(refused)} are refused from now on.`] : []),
    ...(later.length > 0 ? [`${list(later)} will be offered to you once the thread was compacted, not before.`] : []),
  ];
  return parts.length === 0 ? UNCHANGED : `${BEGINNING}${parts.join(' ')}`;
}

function list(names: readonly string[]): string {
  const more = names.length - MOST_NAMED;
  return `${names.slice(0, MOST_NAMED).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

function lastNote({ items }: PrefixThread): string | undefined {
  for (let at = items.length - 1; at >= 0; at--) {
    const item = items.at(at);
    if (item?.type !== 'entry' || item.entry.origin !== 'program') continue;
    for (const block of item.message.blocks)
      if (block.type === 'text' && block.text.startsWith(BEGINNING)) return block.text;
  }
  return undefined;
}
