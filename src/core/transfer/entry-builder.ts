/** Builds log entries from an importer's parts: gives ids, places recorded compactions, picks the title. */
import type { Message } from '../message/message.ts';
import type { CompactionEntry, Draft, Entry } from '../thread/entry.ts';
import { entryId } from '../thread/entry-id.ts';
import { isSlashCommand, titleFrom } from '../thread/title.ts';
import type { ImportEvent } from './import-types.ts';
import type { ImportedMessage, LeftOut, Part } from './reader/import-format.ts';
import { RecordedEdits } from './recorded-edits.ts';

type Compacted = Extract<Part, { type: 'compacted' }>;

/** One import's entries: 1, 2, 3, … in the file's order. */
export class EntryBuilder {
  messages = 0;
  #last = 0;
  #at: number;
  #typed: { readonly id: number; readonly text: string } | undefined;
  #title: { readonly title: string; readonly rank: number } | undefined;
  readonly #leftOut = new Map<LeftOut, number>();
  readonly #edits = new RecordedEdits();
  /** By the id of the thread of a sub-agent. */
  readonly #agents = new Map<string, EntryBuilder>();

  constructor(at: number) {
    this.#at = at;
  }

  /** What a part becomes. */
  events(part: Part): readonly ImportEvent[] {
    switch (part.type) {
      case 'message': {
        const event = this.#message(part.message);
        if (part.key !== undefined) this.#edits.message(part.key, this.#last);
        return [event];
      }
      case 'note':
        return [this.#entry({ type: 'note', at: part.at, text: part.text })];
      case 'compacted':
        return this.#compacted(part);
      case 'title':
        if (part.rank >= (this.#title?.rank ?? 0)) this.#title = part;
        return [];
      case 'sub-agent':
        return [this.#entry({ type: 'sub_agent', at: part.at, ...part.agent })];
      case 'of-sub-agent': {
        const { thread, part: own } = part;
        if (own.type === 'left-out') return this.events(own);
        const agent = this.#agents.get(thread) ?? new EntryBuilder(this.#at);
        this.#agents.set(thread, agent);
        return agent.events(own).map((event) => ofAgent(thread, event));
      }
      case 'left-out':
        this.#leftOut.set(part.kind, (this.#leftOut.get(part.kind) ?? 0) + 1);
        return [];
      case 'odd':
        return [part];
    }
  }

  /** What is only known when the file has been read. */
  end(): readonly ImportEvent[] {
    const events: ImportEvent[] = [];
    if (this.#title) events.push(this.#entry({ type: 'title', at: this.#at, title: this.#title.title }));
    const counts = [...this.#leftOut];
    const lines = counts.reduce((sum, [, count]) => sum + count, 0);
    const detail = counts.map(([kind, count]) => `${count} ${kind}`).join(', ');
    if (lines > 0) events.push({ type: 'left-out', lines, detail });
    const ofAgents = [...this.#agents].flatMap(([id, agent]) => agent.end().map((event) => ofAgent(id, event)));
    return [...ofAgents, ...events];
  }

  #entry(draft: Draft): ImportEvent {
    this.#at = draft.at;
    const entry: Entry = { id: entryId(++this.#last), ...draft };
    return { type: 'entry', entry };
  }

  #message(message: ImportedMessage): ImportEvent {
    const event = this.#entry(message);
    this.messages++;
    this.#edits.saw(this.#last);
    if (message.origin === 'typed') {
      const text = textIn(message);
      const title = titleFrom(text);
      this.#typed = { id: this.#last, text };
      // A command says nothing of what the thread is about, so it is the title only where nothing else was typed.
      const rank = title !== undefined && isSlashCommand(title) ? -1 : 0;
      if (title !== undefined && (!this.#title || this.#title.rank < rank)) this.#title = { title, rank };
    }
    return event;
  }

  #compacted(part: Compacted): readonly ImportEvent[] {
    const typed = this.#typed?.text;
    const replacement = part.replacement.filter((message) => !typed || textIn(message) !== typed);
    const edits = this.#edits.place(part, replacement, this.#typed?.id);
    if (edits.length === 0) return replacement.map((message) => this.#message(asMessage(message, part.at)));
    const { at, strategy = 'summarize', tokensBefore, tokensAfter } = part;
    const compaction: Omit<CompactionEntry, 'id'> = {
      type: 'compaction',
      at,
      trigger: 'recorded',
      strategy,
      ...(tokensBefore !== undefined && { tokensBefore }),
      ...(tokensAfter !== undefined && { tokensAfter }),
      steps: [],
      edits,
    };
    return [this.#entry(compaction)];
  }
}

function ofAgent(thread: string, event: ImportEvent): ImportEvent {
  return event.type === 'entry' ? { type: 'agent-entry', thread, entry: event.entry } : event;
}

function asMessage({ role, blocks }: Message, at: number): ImportedMessage {
  return { type: 'message', at, origin: role === 'assistant' ? 'model' : 'program', source: 'imported', blocks };
}

function textIn({ blocks }: Pick<Message, 'blocks'>): string {
  return blocks.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n');
}
