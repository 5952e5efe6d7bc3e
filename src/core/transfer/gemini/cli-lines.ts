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

/** Where the version of each message stands that counts, in the order in which they were begun. */
class Log implements Survey {
  readonly #lines = new Map<string, number>();
  /** Lines that put other messages in the thread's place. */
  readonly #compactions = new Set<number>();

  read(value: Json, line: number): void {
    const target = stringOf(field(value, '$rewindTo'));
    if (target !== undefined) this.#rewind(target);
    const replaced = messagesSet(value);
    if (replaced.length > 0) this.#replace(replaced, line);
    const id = idOf(value);
    if (id !== undefined) this.#lines.set(id, line);
  }

  threads() {
    return [(at: number) => new Reader(at, this.#lines, this.#compactions)];
  }

  /** The target goes too; of an unknown one the program forgets all. */
  #rewind(target: string): void {
    const ids = [...this.#lines.keys()];
    const from = Math.max(0, ids.indexOf(target));
    for (const id of ids.slice(from)) this.#lines.delete(id);
  }

  /** A list that still has all messages only brings them up to date. */
  #replace(messages: readonly Json[], line: number): void {
    const ids = new Set(messages.flatMap((message) => idOf(message) ?? []));
    if ([...this.#lines.keys()].every((id) => ids.has(id))) for (const id of ids) this.#lines.set(id, line);
    else this.#compactions.add(line);
  }
}

class Reader implements LineReader {
  readonly #at: number;
  readonly #lines: ReadonlyMap<string, number>;
  readonly #compactions: ReadonlySet<number>;

  constructor(at: number, lines: ReadonlyMap<string, number>, compactions: ReadonlySet<number>) {
    this.#at = at;
    this.#lines = lines;
    this.#compactions = compactions;
  }

  read(value: Json, line: number): readonly Part[] {
    const odd = (detail: string): Part => ({ type: 'odd', line, detail });
    if (!isRecord(value)) return [odd('no object')];
    const id = idOf(value);
    if (id !== undefined) return this.#message(value, id, line, odd);
    const title = filledText(field(value.$set, 'summary')) ?? filledText(value.summary);
    const parts: readonly Part[] = title === undefined ? [] : [{ type: 'title', title: title.trim(), rank: 1 }];
    const messages = messagesSet(value);
    if (messages.length === 0) return [...parts, { type: 'left-out', kind: 'bookkeeping' }];
    if (this.#compactions.has(line)) return [...parts, this.#compacted(messages, value)];
    return [...parts, ...messages.flatMap((message) => this.#message(message, idOf(message) ?? '', line, odd))];
  }

  end(): readonly Part[] {
    return [];
  }

  #message(message: Json, id: string, line: number, odd: (detail: string) => Part): readonly Part[] {
    const newest = this.#lines.get(id);
    if (newest === line) return readGeminiMessage(message, this.#at, odd);
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
