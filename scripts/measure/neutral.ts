/** The measuring harness's messages and ours, so that what is untouched stays the very object that came in. */
import type { Json } from '../../src/core/lang/json.ts';
import type { Block, Message, ResultContent } from '../../src/core/message/message.ts';
import type { MessageEntry } from '../../src/core/thread/entry.ts';
import { type EntryId, entryId } from '../../src/core/thread/entry-id.ts';

export interface NeutralMessage {
  readonly role: 'user' | 'assistant';
  readonly content: string | readonly NeutralBlock[];
}

export type NeutralBlock =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'thinking'; readonly thinking: string }
  | { readonly type: 'tool_use'; readonly id: string; readonly name: string; readonly input: Json }
  | {
      readonly type: 'tool_result';
      readonly tool_use_id: string;
      readonly content?: string | readonly NeutralBlock[];
      readonly is_error?: boolean;
    }
  | { readonly type: 'image'; readonly mediaType: string; readonly data: string };

/** A harness may hand over blocks of forms that no provider has; they count as their text. */
const KNOWN: readonly unknown[] = ['text', 'thinking', 'tool_use', 'tool_result', 'image'];

/** What agents put into user messages by themselves starts like this; a harness doesn't say who wrote what. */
const PROGRAM =
  /^\s*(?:<\/?(?:system[-_]reminder|environment_|user_instructions|permissions|skill|command-|local-command|bash-|task-notification|ide_|turn_aborted|collaboration_mode|subagent|hook)|# AGENTS|\[Request interrupted|Caveat:|\{"type":)/;

/** The entries of one message: results apart from what was said beside them. Nothing for a message that says nothing. */
export function entriesOf(message: NeutralMessage, firstId: number): readonly MessageEntry[] {
  const blocks = blocksOf(message.content);
  const entry = (origin: MessageEntry['origin'], own: readonly Block[], offset: number): MessageEntry => ({
    type: 'message',
    id: entryId(firstId + offset),
    at: 0,
    origin,
    blocks: own,
  });
  if (message.role === 'assistant') return [entry('model', blocks, 0)];
  const results = blocks.filter((block) => block.type === 'tool_result');
  const said = blocks.filter((block) => block.type !== 'tool_result');
  const typed = said.some((block) => block.type !== 'text' || !PROGRAM.test(block.text));
  const rest = said.length > 0 ? [entry(typed ? 'typed' : 'program', said, results.length > 0 ? 1 : 0)] : [];
  return results.length > 0 ? [entry('tools', results, 0), ...rest] : rest;
}

/** Remembers which message each entry came from. */
export class Origins {
  readonly #sources = new Map<EntryId, NeutralMessage>();
  readonly #parts = new Map<NeutralMessage, readonly MessageEntry[]>();

  add(source: NeutralMessage, entries: readonly MessageEntry[]): void {
    this.#parts.set(source, entries);
    for (const entry of entries) this.#sources.set(entry.id, source);
  }

  /** The message that these blocks are, all of it and nothing else; undefined when an edit or a neighbour changed it. */
  sourceOf(id: EntryId, blocks: readonly Block[]): NeutralMessage | undefined {
    const source = this.#sources.get(id);
    const parts = source && this.#parts.get(source)?.flatMap((entry) => entry.blocks);
    const same = parts?.length === blocks.length && parts.every((block, i) => block === blocks[i]);
    return same ? source : undefined;
  }
}

export function toNeutral({ role, blocks }: Message): NeutralMessage {
  return { role, content: blocks.flatMap(neutralBlock) };
}

function blocksOf(content: NeutralMessage['content']): readonly Block[] {
  if (typeof content === 'string') return [{ type: 'text', text: content }];
  return content.map((block): Block => {
    if (!KNOWN.includes(block.type)) return { type: 'text', text: JSON.stringify(block) };
    if (block.type === 'thinking') return { type: 'thinking', text: block.thinking };
    if (block.type !== 'tool_result') return block;
    const parts = blocksOf(block.content ?? []).filter((part): part is ResultContent => isContent(part));
    return {
      type: 'tool_result',
      toolUseId: block.tool_use_id,
      content: parts,
      ...(block.is_error && { isError: true }),
    };
  });
}

function isContent(block: Block): boolean {
  return block.type === 'text' || block.type === 'image' || block.type === 'document';
}

function neutralBlock(block: Block): readonly NeutralBlock[] {
  switch (block.type) {
    case 'text':
    case 'tool_use':
      return [block];
    case 'image':
      return [{ type: 'image', mediaType: block.mediaType, data: block.data }];
    case 'thinking':
      return [{ type: 'thinking', thinking: block.text }];
    case 'tool_result': {
      const content = block.content.flatMap(neutralBlock);
      return [{ type: 'tool_result', tool_use_id: block.toolUseId, content, ...(block.isError && { is_error: true }) }];
    }
    default:
      return [];
  }
}
