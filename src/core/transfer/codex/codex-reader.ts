/** The records of a Codex rollout as parts of a thread. */

import type { Json } from '../../lang/json.ts';
import { type ForeignRecord, field, filledText, isList, isRecord, stringOf, timeOf } from '../../lang/json-fields.ts';
import type { Block } from '../../message/message.ts';
import type { ImportedMessage, LineReader, Part } from '../reader/import-format.ts';
import { MessageAssembler } from '../reader/message-assembler.ts';
import { systemPrompt } from '../reader/message-list.ts';
import { openaiUsage } from '../reader/recorded-usage.ts';
import { type CodexItem, decodeHistory, decodeItem, isProgram } from './items.ts';

const BOOKKEEPING: readonly unknown[] = ['turn_context', 'world_state', 'ghost_snapshot'];
const ERRORS: readonly unknown[] = ['error', 'stream_error'];

export class CodexReader implements LineReader {
  readonly #at: number;
  readonly #round = new MessageAssembler();
  /** Of the assistant's message that is being read. */
  #message = 0;
  #model: string | undefined;
  #hasPrompt = false;
  /** A user's message of which the next record tells whether a person typed it. */
  #unconfirmed: { readonly at: number; readonly blocks: readonly Block[] } | undefined;

  /** Records that were rolled back, in order. */
  readonly #ranges: readonly (readonly [number, number])[];
  /** The range that comes next, or that the record is in. */
  #next = 0;

  constructor(at: number, ranges: readonly (readonly [number, number])[]) {
    this.#at = at;
    this.#ranges = ranges;
  }

  read(value: Json, line: number, record: number): readonly Part[] {
    const odd = (detail: string): Part => ({ type: 'odd', line, detail });
    if (!isRecord(value)) return [odd('no object')];
    if (this.#isRolledBack(record) && value.type !== 'session_meta') {
      const kind = value.type === 'response_item' || value.type === 'compacted' ? 'other branch' : 'bookkeeping';
      return [...this.#settle(false), { type: 'left-out', kind }];
    }
    const { payload } = value;
    if (!isRecord(payload)) return [odd('no payload')];
    const at = timeOf(value.timestamp) ?? this.#at;
    switch (value.type) {
      case 'response_item':
        return [...this.#settle(false), ...this.#item(payload, at, odd)];
      case 'event_msg':
        return this.#event(payload, at);
      case 'compacted':
        return [...this.#settle(false), ...this.#compacted(payload, at)];
      case 'session_meta':
        return this.#meta(payload, at);
      default:
        if (value.type === 'turn_context') this.#model = filledText(payload.model) ?? this.#model;
        return BOOKKEEPING.includes(value.type)
          ? bookkeeping()
          : [odd(`unknown type ${String(value.type).slice(0, 40)}`)];
    }
  }

  #isRolledBack(record: number): boolean {
    while ((this.#ranges[this.#next]?.[1] ?? record) < record) this.#next++;
    return (this.#ranges[this.#next]?.[0] ?? Number.POSITIVE_INFINITY) <= record;
  }

  end(): readonly Part[] {
    return [...this.#settle(false), ...this.#round.close()];
  }

  #item(payload: ForeignRecord, at: number, odd: (detail: string) => Part): readonly Part[] {
    if (BOOKKEEPING.includes(payload.type)) return bookkeeping();
    const item = decodeItem(payload);
    if (!item) return [odd(`unknown item ${(stringOf(payload.type) ?? 'without a type').slice(0, 40)}`)];
    return [...item.odd.map(odd), ...this.#decoded(item, at)];
  }

  #decoded(item: CodexItem, at: number): readonly Part[] {
    const { blocks } = item;
    if (blocks.length === 0) return [];
    if (item.type === 'assistant') {
      return this.#round.assistant({ key: String(this.#message), at, model: this.#model, usage: undefined, blocks });
    }
    this.#message++;
    if (item.type === 'results') return this.#round.results(message('tools', at, blocks));
    if (item.type === 'developer') return this.#beside(message('program', at, blocks));
    this.#unconfirmed = { at, blocks };
    return [];
  }

  /** A person typed it when the event after it says so; without events, when it doesn't look like a program's. */
  #settle(confirmed: boolean): readonly Part[] {
    if (!this.#unconfirmed) return [];
    const { at, blocks } = this.#unconfirmed;
    this.#unconfirmed = undefined;
    return this.#beside(message(confirmed || !isProgram(blocks) ? 'typed' : 'program', at, blocks));
  }

  #beside(said: ImportedMessage): readonly Part[] {
    return this.#round.beside([{ type: 'message', message: said }], true);
  }

  #event(payload: ForeignRecord, at: number): readonly Part[] {
    if (payload.type === 'user_message') return [...this.#settle(true), ...bookkeeping()];
    if (payload.type === 'token_count') {
      const usage = openaiUsage(field(payload.info, 'last_token_usage'));
      if (usage) {
        this.#round.usage(usage);
        this.#message++;
      }
    }
    const error = ERRORS.includes(payload.type) ? filledText(payload.message) : undefined;
    if (error === undefined) return bookkeeping();
    return this.#round.beside([{ type: 'note', at, text: `The recorded agent reported: ${error}` }], false);
  }

  #compacted(payload: ForeignRecord, at: number): readonly Part[] {
    this.#message++;
    const history = isList(payload.replacement_history) ? decodeHistory(payload.replacement_history) : [];
    const summary = filledText(payload.message);
    const isNew = summary !== undefined && !JSON.stringify(history).includes(JSON.stringify(summary).slice(1, -1));
    const added = isNew ? [{ role: 'user', blocks: [{ type: 'text', text: summary }] } as const] : [];
    return [...this.#round.close(), { type: 'compacted', at, replacement: [...history, ...added] }];
  }

  #meta(payload: ForeignRecord, at: number): readonly Part[] {
    const prompt = field(payload.base_instructions, 'text') ?? payload.instructions;
    if (this.#hasPrompt || filledText(prompt) === undefined) return bookkeeping();
    this.#hasPrompt = true;
    return systemPrompt(prompt, at);
  }
}

function message(origin: 'typed' | 'tools' | 'program', at: number, blocks: readonly Block[]): ImportedMessage {
  return { type: 'message', at, origin, source: 'imported', blocks };
}

function bookkeeping(): readonly Part[] {
  return [{ type: 'left-out', kind: 'bookkeeping' }];
}
