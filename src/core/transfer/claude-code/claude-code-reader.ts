/** Reads the records of a Claude Code session file into messages of a thread. */

import type { Json } from '../../lang/json.ts';
import { countOf, type ForeignRecord, field, filledText, isRecord, stringOf, timeOf } from '../../lang/json-fields.ts';
import type { Block } from '../../message/message.ts';
import { decodeBlocks } from '../anthropic/blocks.ts';
import type { LeftOut, LineReader, Part } from '../reader/import-format.ts';
import { MessageAssembler } from '../reader/message-assembler.ts';
import { anthropicUsage } from '../reader/recorded-usage.ts';
import { userMessages } from '../reader/user-message.ts';
import { attachmentText, queuedPrompt } from './attachment.ts';
import { isCaveat, isCommand, isProgramText, typedText } from './text.ts';

export const TITLE_RANKS: ReadonlyMap<unknown, { readonly key: string; readonly rank: number }> = new Map([
  ['summary', { key: 'summary', rank: 1 }],
  ['ai-title', { key: 'aiTitle', rank: 2 }],
  ['custom-title', { key: 'customTitle', rank: 3 }],
]);
export const BOOKKEEPING: ReadonlySet<unknown> = new Set([
  'agent-color',
  'agent-name',
  'agent-setting',
  'attribution-snapshot',
  'content-replacement',
  'file-history-snapshot',
  'last-prompt',
  'mode',
  'permission-mode',
  'pr-link',
  'system',
  'tag',
  'task-summary',
  'worktree-state',
]);
/** The program's own name for a message that no model wrote. */
const SYNTHETIC = '<synthetic>';

export class ClaudeCodeReader implements LineReader {
  readonly #at: number;
  readonly #round = new MessageAssembler();
  /** Typed while the model worked, in order. */
  readonly #queue: string[] = [];
  /** Of these the file may say twice that they were handed over. */
  readonly #handedOver: string[] = [];
  #boundary: ForeignRecord | undefined;
  /** The file is a sub-agent's own: it starts with one's records. */
  #ofSubAgent: boolean | undefined;
  /** Behind the notice that commands follow which the model never answers. */
  #local = false;

  /** Why a record is no part of the thread; undefined for one that is. */
  readonly #besideOf: (record: ForeignRecord) => LeftOut | undefined;

  /** `ofSubAgent`: it is given the lines of one sub-agent alone. */
  constructor(at: number, besideOf: (record: ForeignRecord) => LeftOut | undefined, ofSubAgent?: true) {
    this.#at = at;
    this.#ofSubAgent = ofSubAgent;
    this.#besideOf = besideOf;
  }

  read(value: Json, line: number): readonly Part[] {
    const odd = (detail: string): Part => ({ type: 'odd', line, detail });
    if (!isRecord(value)) return [odd('no object')];
    if (value.isSidechain === true && !this.#isOwnThread(value)) return leftOut('sub-agent');
    const beside = this.#besideOf(value);
    if (beside !== undefined) return leftOut(beside);
    switch (value.type) {
      case 'assistant':
      case 'user': {
        this.#ofSubAgent ??= false;
        if (!isRecord(value.message)) return [odd(`a record of type ${value.type} without a message`)];
        const { blocks, odd: details } = decodeBlocks(value.message.content, value.type);
        const isUser = value.type === 'user';
        const parts = isUser ? this.#user(value, blocks) : this.#assistant(value, value.message, blocks);
        return [...details.map(odd), ...parts];
      }
      case 'attachment':
        return this.#attachment(value);
      case 'queue-operation':
        return this.#queued(value);
      case 'progress':
        return leftOut('progress');
      case 'system':
        return this.#system(value);
      default: {
        const title = TITLE_RANKS.get(value.type);
        const text = title && filledText(value[title.key]);
        if (title && text) return [{ type: 'title', title: text.trim(), rank: title.rank }];
        return BOOKKEEPING.has(value.type) || title ? leftOut('bookkeeping') : [odd(unknownType(value.type))];
      }
    }
  }

  end(): readonly Part[] {
    return [...this.#lostSummary(), ...this.#round.close()];
  }

  #isOwnThread(record: ForeignRecord): boolean {
    this.#ofSubAgent ??= typeof record.agentId === 'string';
    return this.#ofSubAgent;
  }

  #assistant(record: ForeignRecord, message: ForeignRecord, blocks: readonly Block[]): readonly Part[] {
    const at = this.#time(record);
    const before = this.#lostSummary();
    this.#local = false;
    if (record.isApiErrorMessage === true) {
      const text = blocks.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n') || 'API error';
      return [...before, ...this.#round.beside([{ type: 'note', at, text }], true)];
    }
    const synthetic = message.model === SYNTHETIC;
    const model = synthetic ? undefined : filledText(message.model);
    const usage = synthetic ? undefined : anthropicUsage(message.usage);
    return [...before, ...this.#round.assistant({ key: stringOf(message.id), at, model, usage, blocks })];
  }

  #user(record: ForeignRecord, blocks: readonly Block[]): readonly Part[] {
    if (record.isCompactSummary === true) return this.#compacted(record, blocks);
    const kind = field(record.origin, 'kind');
    const byProgram = typeof kind === 'string' && kind !== 'human';
    const texts = blocks.flatMap((block) => (block.type === 'text' ? [block.text] : []));
    const isLocal = this.#local && texts.some(isCommand);
    this.#local = texts.some(isCaveat) || (this.#local && texts.some((text) => isCommand(text) || isProgramText(text)));
    const program = record.isMeta === true || record.isVisibleInTranscriptOnly === true || byProgram || isLocal;
    return [...this.#lostSummary(), ...this.#said(blocks, this.#time(record), program, true)];
  }

  /** A user's content; `ends` when a message of the assistant can't go on behind it. */
  #said(blocks: readonly Block[], at: number, program: boolean, ends: boolean): readonly Part[] {
    const typed = blocks.map((block) => (block.type === 'text' ? { ...block, text: typedText(block.text) } : block));
    return userMessages({ at, blocks: typed, isProgram: isProgramText, program }).flatMap((message) => {
      if (message.origin === 'tools') return this.#round.results(message);
      return this.#round.beside([{ type: 'message', message }], ends && message.origin === 'typed');
    });
  }

  #attachment(record: ForeignRecord): readonly Part[] {
    const { attachment } = record;
    if (!isRecord(attachment)) return leftOut('bookkeeping');
    const prompt = queuedPrompt(attachment);
    if (prompt !== undefined) return this.#handOver(decodeBlocks(prompt, 'user').blocks, this.#time(record));
    const text = attachmentText(attachment);
    if (text === undefined) return leftOut('bookkeeping');
    return this.#said([{ type: 'reminder', text }], this.#time(record), true, false);
  }

  /**
   * ```
   * enqueue … dequeue   sent as a user record of its own, which follows
   * enqueue … remove    handed to the model with the next results; of older versions this is the only trace
   * enqueue … popAll    taken back by the person
   * ```
   */
  #queued(record: ForeignRecord): readonly Part[] {
    if (record.operation === 'enqueue') this.#queue.push(stringOf(record.content) ?? '');
    else if (record.operation === 'popAll') this.#queue.length = 0;
    else {
      const named = this.#queue.indexOf(stringOf(record.content) ?? '');
      const [text] = this.#queue.splice(Math.max(0, named), 1);
      if (record.operation === 'remove' && text) return this.#handOver([{ type: 'text', text }], this.#time(record));
    }
    return leftOut('bookkeeping');
  }

  #handOver(blocks: readonly Block[], at: number): readonly Part[] {
    const text = JSON.stringify(blocks);
    const known = this.#handedOver.indexOf(text);
    if (known >= 0) {
      this.#handedOver.splice(known, 1);
      return leftOut('bookkeeping');
    }
    this.#handedOver.push(text);
    return this.#said(blocks, at, false, false);
  }

  #system(record: ForeignRecord): readonly Part[] {
    if (record.subtype === 'compact_boundary') {
      const before = this.#lostSummary();
      this.#boundary = record;
      return before;
    }
    const command = record.subtype === 'local_command' ? filledText(record.content) : undefined;
    if (command === undefined) return leftOut('bookkeeping');
    return this.#said([{ type: 'text', text: command }], this.#time(record), true, false);
  }

  #compacted(record: ForeignRecord, blocks: readonly Block[]): readonly Part[] {
    const metadata = this.#boundary?.compactMetadata;
    this.#boundary = undefined;
    const [tokensBefore, tokensAfter] = [countOf(field(metadata, 'preTokens')), countOf(field(metadata, 'postTokens'))];
    const compacted: Part = {
      type: 'compacted',
      at: this.#time(record),
      replacement: [{ role: 'user', blocks }],
      ...(tokensBefore > 0 && { tokensBefore }),
      ...(tokensAfter > 0 && { tokensAfter }),
    };
    return [...this.#round.close(), compacted];
  }

  /** A boundary whose summary didn't follow: nobody can say what the model was sent instead, so all stays. */
  #lostSummary(): readonly Part[] {
    if (!this.#boundary) return [];
    const at = this.#time(this.#boundary);
    this.#boundary = undefined;
    const text =
      'The recorded agent compacted the thread here, but its summary is not in the file; nothing was left out.';
    return [...this.#round.close(), { type: 'note', at, text }];
  }

  #time(record: ForeignRecord): number {
    return timeOf(record.timestamp) ?? this.#at;
  }
}

function leftOut(kind: LeftOut): readonly Part[] {
  return [{ type: 'left-out', kind }];
}

function unknownType(type: Json | undefined): string {
  return typeof type === 'string' ? `unknown type ${type.slice(0, 40)}` : 'no type';
}
