/** Reads the records of a pi session. */

import type { Json } from '../../lang/json.ts';
import { countOf, type ForeignRecord, field, filledText, isRecord, stringOf, timeOf } from '../../lang/json-fields.ts';
import type { Block } from '../../message/message.ts';
import type { ImportedMessage, LineReader, Part } from '../reader/import-format.ts';
import { nonZeroUsage } from '../reader/recorded-usage.ts';
import { decodePiContent } from './content.ts';

const BOOKKEEPING: readonly unknown[] = [
  'session',
  'model_change',
  'thinking_level_change',
  'custom',
  'label',
  'context_transform',
  'ephemeral',
  'leaf',
];

export class PiReader implements LineReader {
  readonly #at: number;
  readonly #isBeside: (record: ForeignRecord) => boolean;
  /** Older files name the first record that a compaction kept by its place among all, the header's being 0. */
  #records = -1;
  /** Records without a message of their own, and the key of the message behind them. */
  readonly #behind = new Map<string, string>();
  #waiting: string[] = [];

  /** `isBeside`: true for a record of another branch. */
  constructor(at: number, isBeside: (record: ForeignRecord) => boolean) {
    this.#at = at;
    this.#isBeside = isBeside;
  }

  read(value: Json, line: number): readonly Part[] {
    const odd = (detail: string): Part => ({ type: 'odd', line, detail });
    this.#records++;
    if (!isRecord(value)) return [odd('no object')];
    if (this.#isBeside(value)) return [{ type: 'left-out', kind: 'other branch' }];
    const key = filledText(value.id) ?? `record ${this.#records}`;
    const parts = this.#record(value, key, odd);
    if (parts.some((part) => part.type === 'message')) {
      for (const waiting of this.#waiting) this.#behind.set(waiting, key);
      this.#waiting = [];
    } else this.#waiting.push(key);
    return parts;
  }

  end(): readonly Part[] {
    return [];
  }

  #record(value: ForeignRecord, key: string, odd: (detail: string) => Part): readonly Part[] {
    const at = timeOf(value.timestamp) ?? this.#at;
    switch (value.type) {
      case 'message':
        return isRecord(value.message) ? this.#message(value.message, at, key, odd) : [odd('no message')];
      case 'custom_message':
        return program(value.content, at, key, odd);
      case 'branch_summary':
        return program(value.summary, at, key, odd);
      case 'compaction':
        return compacted(value, at, (kept) => this.#behind.get(kept) ?? kept);
      case 'session_info': {
        const name = filledText(value.name);
        return name === undefined ? bookkeeping() : [{ type: 'title', title: name.trim(), rank: 1 }];
      }
      default:
        if (BOOKKEEPING.includes(value.type)) return bookkeeping();
        return [odd(typeof value.type === 'string' ? `unknown type ${value.type.slice(0, 40)}` : 'no type')];
    }
  }

  #message(message: ForeignRecord, recorded: number, key: string, odd: (detail: string) => Part): readonly Part[] {
    const at = timeOf(message.timestamp) ?? recorded;
    switch (message.role) {
      case 'user': {
        const { blocks, odd: details } = decodePiContent(message.content, 'user');
        return [...details.map(odd), ...said('typed', at, key, blocks)];
      }
      case 'assistant':
        return assistant(message, at, key, odd);
      case 'toolResult':
        return result(message, at, key, odd);
      case 'bashExecution':
        return message.excludeFromContext === true ? bookkeeping() : ranByPerson(message, at, key);
      case 'custom':
      case 'hookMessage':
        return program(message.content, at, key, odd);
      case 'branchSummary':
      case 'compactionSummary':
        return program(message.summary, at, key, odd);
      default:
        return [odd(`unknown role ${JSON.stringify(message.role ?? null).slice(0, 40)}`)];
    }
  }
}

function assistant(message: ForeignRecord, at: number, key: string, odd: (detail: string) => Part): readonly Part[] {
  const { blocks, odd: details } = decodePiContent(message.content, 'assistant');
  const { usage } = message;
  const used = nonZeroUsage({
    input: countOf(field(usage, 'input')),
    output: countOf(field(usage, 'output')),
    cacheCreation: countOf(field(usage, 'cacheWrite')),
    cacheRead: countOf(field(usage, 'cacheRead')),
  });
  const model = filledText(message.model);
  const error = filledText(message.errorMessage);
  const ended = message.stopReason === 'aborted' ? 'The turn was aborted' : 'The recorded agent reported an error';
  const broke = message.stopReason === 'aborted' || message.stopReason === 'error';
  const note: Part = { type: 'note', at, text: error === undefined ? `${ended}.` : `${ended}: ${error}` };
  const extra = { ...(model !== undefined && { model }), ...(used && { usage: used }) };
  return [...details.map(odd), ...said('model', at, key, blocks, extra), ...(broke ? [note] : [])];
}

function result(message: ForeignRecord, at: number, key: string, odd: (detail: string) => Part): readonly Part[] {
  const toolUseId = filledText(message.toolCallId);
  if (toolUseId === undefined) return [odd('a result without a call')];
  const { blocks, odd: details } = decodePiContent(message.content, 'user');
  const content = blocks.filter(
    (block) => block.type === 'text' || block.type === 'image' || block.type === 'document',
  );
  const isError = message.isError === true;
  const block: Block = { type: 'tool_result', toolUseId, content, ...(isError && { isError }) };
  return [...details.map(odd), ...said('tools', at, key, [block])];
}

/** A command that the person ran beside the thread, which the model reads with its output. */
function ranByPerson(message: ForeignRecord, at: number, key: string): readonly Part[] {
  const [command, output] = [stringOf(message.command) ?? '', stringOf(message.output) ?? ''];
  const code = typeof message.exitCode === 'number' && message.exitCode !== 0 ? `\nExit code: ${message.exitCode}` : '';
  const how = message.cancelled === true ? '\nIt was cancelled.' : code;
  return said('program', at, key, [{ type: 'text', text: `The person ran: ${command}\n${output}${how}` }]);
}

function program(content: Json | undefined, at: number, key: string, odd: (detail: string) => Part): readonly Part[] {
  const { blocks, odd: details } = decodePiContent(content, 'user');
  return [...details.map(odd), ...said('program', at, key, blocks)];
}

function compacted(record: ForeignRecord, at: number, messageAt: (key: string) => string): readonly Part[] {
  const summary = filledText(record.summary);
  const tokensBefore = countOf(record.tokensBefore);
  const index = record.firstKeptEntryIndex;
  const keptFrom = filledText(record.firstKeptEntryId) ?? (typeof index === 'number' ? `record ${index}` : undefined);
  if (summary === undefined) {
    return [
      { type: 'note', at, text: 'The recorded agent compacted the thread here, but left no summary; all stays.' },
    ];
  }
  return [
    {
      type: 'compacted',
      at,
      replacement: [{ role: 'user', blocks: [{ type: 'text', text: summary }] }],
      ...(keptFrom !== undefined && { keptFrom: messageAt(keptFrom) }),
      ...(tokensBefore > 0 && { tokensBefore }),
    },
  ];
}

function said(
  origin: ImportedMessage['origin'],
  at: number,
  key: string,
  blocks: readonly Block[],
  extra: Pick<ImportedMessage, 'model' | 'usage'> = {},
): readonly Part[] {
  if (blocks.length === 0) return [];
  return [{ type: 'message', message: { type: 'message', at, origin, source: 'imported', ...extra, blocks }, key }];
}

function bookkeeping(): readonly Part[] {
  return [{ type: 'left-out', kind: 'bookkeeping' }];
}
