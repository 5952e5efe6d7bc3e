/** Cline's task folders: `api_conversation_history.json`, Anthropic messages whose texts are wrapped in tags. */

import type { Json } from '../../lang/json.ts';
import { countOf, field, filledText, isList, isRecord, stringOf, timeOf } from '../../lang/json-fields.ts';
import type { Block } from '../../message/message.ts';
import { decodeBlocks } from '../anthropic/blocks.ts';
import type { DocumentFormat, ImportedMessage, Part } from '../reader/import-format.ts';
import { anthropicUsage, nonZeroUsage } from '../reader/recorded-usage.ts';
import { userMessages } from '../reader/user-message.ts';
import { findXmlCall, RESULT, type XmlCall } from './call.ts';
import { splitUserBlocks } from './text.ts';

const OWN = /^\s*<(task|environment_details|user_message|feedback)>/;

export const cline: DocumentFormat<'cline'> = {
  id: 'cline',
  label: 'Cline task (api_conversation_history.json)',
  shape: 'document',
  matches: (document) =>
    isList(document) &&
    document.some((message) => field(message, 'role') === 'user' && textsOf(message).some((text) => OWN.test(text))),
  read: (document, at) => {
    const reader = new Reader(at);
    return (isList(document) ? document : []).flatMap((message, index, all) =>
      reader.read(message, index + 1, all[index + 1]),
    );
  },
};

class Reader {
  readonly #at: number;
  /** A call in prose whose result is in the message behind it. */
  #open: { readonly id: string; readonly name: string } | undefined;

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
    const { blocks, odd: details } = decodeBlocks(message.content, role);
    const open = this.#open;
    this.#open = undefined;
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
    const id = `prose-${number}`;
    if (call) this.#open = { id, name: call.name };
    const all: readonly Block[] = call
      ? [...blocks, { type: 'tool_use', id, name: call.name, input: call.input }]
      : blocks;
    const model = filledText(field(message.modelInfo, 'modelId'));
    const tokens = field(field(message, 'metrics'), 'tokens');
    const counted = { input: countOf(field(tokens, 'prompt')), output: countOf(field(tokens, 'completion')) };
    const usage =
      nonZeroUsage({ ...counted, cacheCreation: 0, cacheRead: countOf(field(tokens, 'cached')) }) ??
      anthropicUsage(message.usage);
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
