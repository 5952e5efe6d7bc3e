/** The records of a Qwen Code chat as parts of a thread. */

import type { Json } from '../../lang/json.ts';
import { countOf, type ForeignRecord, field, filledText, isList, isRecord, timeOf } from '../../lang/json-fields.ts';
import type { Block, Message } from '../../message/message.ts';
import { GeminiParts } from '../gemini/parts.ts';
import { isGeminiProgramText } from '../gemini/text.ts';
import type { ImportedMessage, LeftOut, LineReader, Part } from '../reader/import-format.ts';
import { nonZeroUsage } from '../reader/recorded-usage.ts';
import { userMessages } from '../reader/user-message.ts';

/** What a person typed while the model worked is theirs as well. */
const TYPED: readonly unknown[] = [undefined, 'mid_turn_user_message', 'at_command', 'user_text_elements'];

export class QwenReader implements LineReader {
  readonly #at: number;
  readonly #besideOf: (record: ForeignRecord) => LeftOut | undefined;
  readonly #parts = new GeminiParts();

  /** `besideOf`: why a record is no part of the thread; undefined for one that is. */
  constructor(at: number, besideOf: (record: ForeignRecord) => LeftOut | undefined) {
    this.#at = at;
    this.#besideOf = besideOf;
  }

  read(value: Json, line: number): readonly Part[] {
    const odd = (detail: string): Part => ({ type: 'odd', line, detail });
    if (!isRecord(value)) return [odd('no object')];
    const beside = this.#besideOf(value);
    if (beside !== undefined) return [{ type: 'left-out', kind: beside }];
    const at = timeOf(value.timestamp) ?? this.#at;
    if (value.type === 'system') return this.#system(value, at);
    if (value.type !== 'user' && value.type !== 'assistant' && value.type !== 'tool_result')
      return [odd(typeof value.type === 'string' ? `unknown type ${value.type.slice(0, 40)}` : 'no type')];
    if (!isList(field(value.message, 'parts'))) return [odd(`a record of type ${value.type} without a message`)];
    const { blocks, odd: details } = this.#parts.read(field(value.message, 'parts'));
    const messages = value.type === 'assistant' ? own(value, blocks, at) : given(value, blocks, at);
    return [...details.map(odd), ...messages.map((message): Part => ({ type: 'message', message }))];
  }

  end(): readonly Part[] {
    return [];
  }

  #system({ subtype, systemPayload }: ForeignRecord, at: number): readonly Part[] {
    const history = field(systemPayload, 'compressedHistory');
    if (subtype === 'chat_compression' && isList(history)) {
      const info = field(systemPayload, 'info');
      const [tokensBefore, tokensAfter] = [
        countOf(field(info, 'originalTokenCount')),
        countOf(field(info, 'newTokenCount')),
      ];
      const compacted: Part = {
        type: 'compacted',
        at,
        replacement: history.flatMap(contentOf),
        ...(tokensBefore > 0 && { tokensBefore }),
        ...(tokensAfter > 0 && { tokensAfter }),
      };
      return [compacted];
    }
    const title = subtype === 'custom_title' ? filledText(field(systemPayload, 'customTitle')) : undefined;
    return title === undefined
      ? [{ type: 'left-out', kind: 'bookkeeping' }]
      : [{ type: 'title', title: title.trim(), rank: 1 }];
  }
}

function own(record: ForeignRecord, blocks: readonly Block[], at: number): readonly ImportedMessage[] {
  if (blocks.length === 0) return [];
  const model = filledText(record.model);
  const count = (key: string) => countOf(field(record.usageMetadata, key));
  const cacheRead = Math.min(count('promptTokenCount'), count('cachedContentTokenCount'));
  const output = count('candidatesTokenCount') + count('thoughtsTokenCount');
  const usage = nonZeroUsage({ input: count('promptTokenCount') - cacheRead, output, cacheCreation: 0, cacheRead });
  const head = { type: 'message', at, origin: 'model', source: 'imported' } as const;
  return [{ ...head, ...(model !== undefined && { model }), ...(usage && { usage }), blocks }];
}

function given(record: ForeignRecord, blocks: readonly Block[], at: number): readonly ImportedMessage[] {
  const status = field(record.toolCallResult, 'status');
  const failed = status === 'error' || status === 'cancelled';
  const marked = blocks.map((block) => (failed && block.type === 'tool_result' ? { ...block, isError: true } : block));
  const isPerson = TYPED.includes(record.subtype) && (record.provenance ?? 'real_user') === 'real_user';
  const program = record.type === 'tool_result' || !isPerson;
  return userMessages({ at, blocks: marked, isProgram: isGeminiProgramText, program });
}

function contentOf(content: Json): readonly Message[] {
  const { blocks } = new GeminiParts().read(field(content, 'parts'));
  return blocks.length === 0 ? [] : [{ role: field(content, 'role') === 'model' ? 'assistant' : 'user', blocks }];
}
