/** Imports Gemini CLI's newer session files (JSONL): a log in which each message is rewritten as it grows, and can be rewound. */

import type { Json } from '../../lang/json.ts';
import { field, filledText, isList, isRecord, stringOf, timeOf } from '../../lang/json-fields.ts';
import type { Message } from '../../message/message.ts';
import type { LineReader, Part, Survey, SurveyedFormat } from '../reader/import-format.ts';
import { isGeminiMessage, readGeminiMessage } from './message.ts';

export const geminiCliLines: SurveyedFormat<'gemini-cli-log'> = {
  id: 'gemini-cli-log',
  label: 'Gemini CLI session (JSONL)',
  shape: 'surveyed',
  matches: (line) => {
    if (!isRecord(line)) return false;
    if (typeof line.$rewindTo === 'string') return true;
    const begins = typeof line.sessionId === 'string' && typeof line.projectHash === 'string';
    // With messages it is a whole session on one line.
    return begins && !(isList(line.messages) && line.messages.length > 0);
  },
  survey: () => new Log(),
};

/** Which record holds the version of each message that counts, in the order in which they were begun. */
class Log implements Survey {
  readonly #records = new Map<string, number>();
  readonly #order: string[] = [];
  /** Records that put other messages in the thread's place. */
  readonly #compactions = new Set<number>();

  read(value: Json, record: number): void {
    const target = stringOf(field(value, '$rewindTo'));
    if (target !== undefined) this.#rewind(target);
    const replaced = messagesSet(value);
    if (replaced.length > 0) this.#replace(replaced, record);
    const id = idOf(value);
    if (id !== undefined) this.#set(id, record);
  }

  threads() {
    return [(at: number) => new Reader(at, this.#records, this.#compactions)];
  }

  #set(id: string, record: number): void {
    if (!this.#records.has(id)) this.#order.push(id);
    this.#records.set(id, record);
  }

  /** The target goes too; of an unknown one the program forgets all. */
  #rewind(target: string): void {
    const isKnown = this.#records.has(target);
    for (let id = this.#order.pop(); id !== undefined; id = this.#order.pop()) {
      this.#records.delete(id);
      if (isKnown && id === target) break;
    }
  }

  /** A list that still has all messages only brings them up to date. */
  #replace(messages: readonly Json[], record: number): void {
    const ids = new Set(messages.flatMap((message) => idOf(message) ?? []));
    if ([...this.#records.keys()].every((id) => ids.has(id))) for (const id of ids) this.#set(id, record);
    else this.#compactions.add(record);
  }
}

class Reader implements LineReader {
  readonly #at: number;
  readonly #records: ReadonlyMap<string, number>;
  readonly #compactions: ReadonlySet<number>;

  constructor(at: number, records: ReadonlyMap<string, number>, compactions: ReadonlySet<number>) {
    this.#at = at;
    this.#records = records;
    this.#compactions = compactions;
  }

  read(value: Json, line: number, record: number): readonly Part[] {
    const odd = (detail: string): Part => ({ type: 'odd', line, detail });
    if (!isRecord(value)) return [odd('no object')];
    const id = idOf(value);
    if (id !== undefined) return this.#message(value, id, record, odd);
    const title = filledText(field(value.$set, 'summary')) ?? filledText(value.summary);
    const parts: readonly Part[] = title === undefined ? [] : [{ type: 'title', title: title.trim(), rank: 1 }];
    const messages = messagesSet(value);
    if (messages.length === 0) return [...parts, { type: 'left-out', kind: 'bookkeeping' }];
    if (this.#compactions.has(record)) return [...parts, this.#compacted(messages, value)];
    return [...parts, ...messages.flatMap((message) => this.#message(message, idOf(message) ?? '', record, odd))];
  }

  end(): readonly Part[] {
    return [];
  }

  #message(message: Json, id: string, record: number, odd: (detail: string) => Part): readonly Part[] {
    const newest = this.#records.get(id);
    if (newest === record) return readGeminiMessage(message, this.#at, odd);
    return [{ type: 'left-out', kind: newest === undefined ? 'other branch' : 'bookkeeping' }];
  }

  #compacted(messages: readonly Json[], record: Json): Part {
    const at = timeOf(field(field(record, '$set'), 'lastUpdated')) ?? this.#at;
    const parts = messages.flatMap((message) => readGeminiMessage(message, at, () => LEFT_OUT));
    const replacement = parts.flatMap((part): readonly Message[] => {
      if (part.type !== 'message') return [];
      const { origin, blocks } = part.message;
      return [{ role: origin === 'model' ? 'assistant' : 'user', blocks }];
    });
    return { type: 'compacted', at, replacement };
  }
}

const LEFT_OUT: Part = { type: 'left-out', kind: 'bookkeeping' };

function messagesSet(value: Json): readonly Json[] {
  const messages = field(field(value, '$set'), 'messages');
  return isList(messages) ? messages : [];
}

function idOf(value: Json): string | undefined {
  return isGeminiMessage(value) ? filledText(field(value, 'id')) : undefined;
}
