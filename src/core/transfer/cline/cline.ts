/** Imports tasks of Cline and its kin (Roo Code, Zoo Code, Kilo Code): Anthropic messages with texts in tags, in a JSON file. */

import type { Json } from '../../lang/json.ts';
import {
  countOf,
  type ForeignRecord,
  field,
  filledText,
  isList,
  isRecord,
  stringOf,
  timeOf,
} from '../../lang/json-fields.ts';
import type { Block } from '../../message/message.ts';
import { decodeBlocks } from '../anthropic/blocks.ts';
import type { DocumentFormat, ImportedMessage, Part } from '../reader/import-format.ts';
import { anthropicUsage, nonZeroUsage } from '../reader/recorded-usage.ts';
import { userMessages } from '../reader/user-message.ts';
import { findXmlCall, type OpenCall, RESULT, type XmlCall } from './call.ts';
import { Condensed, isCondensed } from './condensed.ts';
import { ownBlocks } from './own-blocks.ts';
import { splitUserBlocks } from './text.ts';

const OWN = /^\s*<(task|environment_details|user_message|feedback)>/;

export const cline: DocumentFormat<'cline'> = {
  id: 'cline',
  label: 'Cline, Roo or Kilo task (api_conversation_history.json)',
  shape: 'document',
  matches: (document) =>
    isList(document) &&
    document.some((message) => {
      if (isRecord(message) && isCondensed(message)) return true;
      return field(message, 'role') === 'user' && textsOf(message).some((text) => OWN.test(text));
    }),
  read: (document, at) => {
    const messages = isList(document) ? document : [];
    const reader = new Reader(at);
    const condensed = new Condensed(messages);
    return messages.flatMap((message, index) => {
      const stood = condensed.standIn(index) ? [] : reader.read(message, index + 1, messages[index + 1]);
      const keyed = stood.map((part) => (part.type === 'message' ? { ...part, key: condensed.keyOf(index) } : part));
      return [...keyed, ...condensed.after(index, at)];
    });
  },
};

class Reader {
  readonly #at: number;
  /** Calls whose results may stand as text in the message behind them. */
  #open: readonly OpenCall[] = [];

  constructor(at: number) {
    this.#at = at;
  }

  read(message: Json, number: number, next: Json | undefined): readonly Part[] {
    const odd = (detail: string): Part => ({ type: 'odd', line: number, detail: `message ${number}: ${detail}` });
    if (!isRecord(message)) return [odd('not an object')];
    const at = timeOf(message.ts) ?? this.#at;
    const { role } = message;
    if (role !== 'user' && role !== 'assistant')
      return [odd(`unknown role ${JSON.stringify(role ?? null).slice(0, 40)}`)];
    // Roo Code keeps encrypted reasoning as a message without content, for its provider only.
    if (message.type === 'reasoning' && message.content === undefined)
      return [{ type: 'left-out', kind: 'bookkeeping' }];
    const { blocks, odd: details } = role === 'user' ? decodeBlocks(message.content, role) : ownBlocks(message.content);
    const open = this.#open;
    this.#open = [];
    if (role === 'user') {
      const messages = userMessages({
        at,
        blocks: splitUserBlocks(blocks, open),
        isProgram: () => false,
        program: false,
      });
      return [...details.map(odd), ...messages.map((said): Part => ({ type: 'message', message: said }))];
    }
    const call = proseCall(blocks, next);
    const all: readonly Block[] = call
      ? [...blocks, { type: 'tool_use', id: `prose-${number}`, name: call.name, input: call.input }]
      : blocks;
    this.#open = all.flatMap((block) => (block.type === 'tool_use' ? [block] : []));
    const model = filledText(field(message.modelInfo, 'modelId'));
    const usage = usageOf(message);
    const head = { type: 'message', at, origin: 'model', source: 'imported' } as const;
    const said: ImportedMessage = {
      ...head,
      ...(model !== undefined && { model }),
      ...(usage && { usage }),
      blocks: all,
    };
    return [...details.map(odd), ...(all.length > 0 ? [{ type: 'message', message: said } as const] : [])];
  }
}

function usageOf({ metrics, usage }: ForeignRecord): ImportedMessage['usage'] {
  const tokens = field(metrics, 'tokens');
  const counted = { input: countOf(field(tokens, 'prompt')), output: countOf(field(tokens, 'completion')) };
  const used = { ...counted, cacheCreation: 0, cacheRead: countOf(field(tokens, 'cached')) };
  return nonZeroUsage(used) ?? anthropicUsage(usage);
}

/** The call that a message makes in tags, when the next one opens with the result of a tool of that name. */
function proseCall(blocks: readonly Block[], next: Json | undefined): XmlCall | undefined {
  if (blocks.some((block) => block.type === 'tool_use') || field(next, 'role') !== 'user') return undefined;
  const name = textsOf(next).flatMap((text) => RESULT.exec(text)?.[1] ?? [])[0];
  if (name === undefined) return undefined;
  return findXmlCall(blocks.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n'), name);
}

function textsOf(message: Json | undefined): readonly string[] {
  const content = field(message, 'content');
  return (isList(content) ? content : [content]).flatMap(
    (block) => stringOf(isRecord(block) ? block.text : block) ?? [],
  );
}
