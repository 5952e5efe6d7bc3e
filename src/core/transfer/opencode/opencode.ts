/** Imports what `opencode export` writes (JSON): messages, and what each is made of as parts. */

import type { Json } from '../../lang/json.ts';
import { countOf, type ForeignRecord, field, filledText, isList, isRecord, timeOf } from '../../lang/json-fields.ts';
import type { Block } from '../../message/message.ts';
import type { DocumentFormat, ImportedMessage, Part } from '../reader/import-format.ts';
import { messagesOf } from '../reader/message-list.ts';
import { nonZeroUsage } from '../reader/recorded-usage.ts';
import { userMessages } from '../reader/user-message.ts';
import { replySteps, userBlocks } from './parts.ts';

/** https://github.com/sst/opencode/blob/dev/packages/opencode/src/session/message-v2.ts */
export const opencode: DocumentFormat<'opencode'> = {
  id: 'opencode',
  label: 'opencode export (JSON)',
  shape: 'document',
  matches: (document) =>
    messagesOf(document)?.some(
      (one) => typeof field(field(one, 'info'), 'role') === 'string' && isList(field(one, 'parts')),
    ) ?? false,
  read: (document, at) => {
    const info = field(document, 'info');
    const title = filledText(field(info, 'title'));
    const reader = new Reader(at, filledText(field(field(info, 'revert'), 'messageID')));
    return [
      ...(title === undefined ? [] : [{ type: 'title', title: title.trim(), rank: 1 } as const]),
      ...(messagesOf(document) ?? []).flatMap((message, index) => reader.read(message, index + 1)),
    ];
  },
};

class Reader {
  readonly #at: number;
  /** The first message that the person took back. */
  readonly #revert: string | undefined;
  #isReverted = false;
  /** Of a compaction that was asked for: the first message that it keeps. */
  #tail: string | undefined;

  constructor(at: number, revert: string | undefined) {
    this.#at = at;
    this.#revert = revert;
  }

  read(message: Json, number: number): readonly Part[] {
    const odd = (detail: string): Part => ({ type: 'odd', line: number, detail: `message ${number}: ${detail}` });
    const info = field(message, 'info');
    const parts = field(message, 'parts');
    if (!isRecord(info) || !isList(parts)) return [odd('without info or parts')];
    const id = filledText(info.id) ?? `message ${number}`;
    this.#isReverted ||= id === this.#revert;
    if (this.#isReverted) return [{ type: 'left-out', kind: 'other branch' }];
    const at = timeOf(field(info.time, 'created')) ?? this.#at;
    if (info.role === 'user') return this.#user(parts, at, id, odd);
    if (info.role !== 'assistant') return [odd(`unknown role ${JSON.stringify(info.role ?? null).slice(0, 40)}`)];
    const isSummary = info.summary === true && !isRecord(info.error);
    return isSummary ? this.#compacted(parts, at, odd) : assistant(info, parts, at, id, odd);
  }

  #user(parts: readonly Json[], at: number, id: string, odd: (detail: string) => Part): readonly Part[] {
    const compaction = parts.find((part) => field(part, 'type') === 'compaction');
    if (compaction !== undefined) this.#tail = filledText(field(compaction, 'tail_start_id'));
    const { blocks, odd: details } = userBlocks(parts);
    if (blocks.length === 0) return [...details.map(odd), { type: 'left-out', kind: 'bookkeeping' }];
    const messages = userMessages({ at, blocks, isProgram: () => false, program: false });
    return [...details.map(odd), ...messages.map((said): Part => ({ type: 'message', message: said, key: id }))];
  }

  #compacted(parts: readonly Json[], at: number, odd: (detail: string) => Part): readonly Part[] {
    const keptFrom = this.#tail;
    this.#tail = undefined;
    const { steps, odd: details } = replySteps(parts);
    const blocks = steps.flatMap(({ said }) => said.filter((block) => block.type === 'text'));
    if (blocks.length === 0) {
      const text = 'The recorded agent compacted the thread here, but left no summary; all stays.';
      return [...details.map(odd), { type: 'note', at, text }];
    }
    const replacement = [{ role: 'user', blocks }] as const;
    return [...details.map(odd), { type: 'compacted', at, replacement, ...(keptFrom !== undefined && { keptFrom }) }];
  }
}

function assistant(
  info: ForeignRecord,
  parts: readonly Json[],
  at: number,
  key: string,
  odd: (detail: string) => Part,
): readonly Part[] {
  const { steps, odd: details } = replySteps(parts);
  const model = filledText(info.modelID);
  const usage = usageOf(info.tokens);
  const last = steps.findLastIndex(({ said }) => said.length > 0);
  const messages = steps.flatMap(({ said, results }, index): readonly ImportedMessage[] => [
    ...message('model', at, said, {
      ...(model !== undefined && { model }),
      ...(usage && index === last && { usage }),
    }),
    ...message('tools', at, results, {}),
  ]);
  return [
    ...details.map(odd),
    ...messages.map((one): Part => ({ type: 'message', message: one, key })),
    ...(isRecord(info.error) ? [{ type: 'note', at, text: failure(info.error) } as const] : []),
  ];
}

function message(
  origin: 'model' | 'tools',
  at: number,
  blocks: readonly Block[],
  more: Pick<ImportedMessage, 'model' | 'usage'>,
): readonly ImportedMessage[] {
  return blocks.length === 0 ? [] : [{ type: 'message', at, origin, source: 'imported', ...more, blocks }];
}

function failure(error: ForeignRecord): string {
  if (error.name === 'MessageAbortedError') return 'The turn was aborted.';
  const said = filledText(field(error.data, 'message')) ?? filledText(error.name) ?? 'an error without a message';
  return `The recorded agent reported: ${said}`;
}

/** The input is without what the cache gave or took, the output without reasoning. */
function usageOf(tokens: Json | undefined): ImportedMessage['usage'] {
  const cache = field(tokens, 'cache');
  return nonZeroUsage({
    input: countOf(field(tokens, 'input')),
    output: countOf(field(tokens, 'output')) + countOf(field(tokens, 'reasoning')),
    cacheCreation: countOf(field(cache, 'write')),
    cacheRead: countOf(field(cache, 'read')),
  });
}
