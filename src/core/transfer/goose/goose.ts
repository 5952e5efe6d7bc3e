/** Imports sessions that goose exports (JSON). */

import type { Json } from '../../lang/json.ts';
import { field, filledText, isList, isRecord, timeOf } from '../../lang/json-fields.ts';
import type { Message } from '../../message/message.ts';
import type { DocumentFormat, ImportedMessage, Part } from '../reader/import-format.ts';
import { userMessages } from '../reader/user-message.ts';
import { decodeGooseContent } from './content.ts';

/** https://github.com/block/goose/blob/main/crates/goose/src/conversation/message.rs */
export const goose: DocumentFormat<'goose'> = {
  id: 'goose',
  label: 'goose session (JSON)',
  shape: 'document',
  matches: (document) =>
    isList(field(document, 'conversation')) &&
    (typeof field(document, 'working_dir') === 'string' || isRecord(field(document, 'extension_data'))),
  read: (document, at) => {
    const reader = new Reader(at, filledText(field(field(document, 'model_config'), 'model_name')));
    const conversation = field(document, 'conversation');
    const title = filledText(field(document, 'name')) ?? filledText(field(document, 'description'));
    return [
      ...(title === undefined ? [] : [{ type: 'title', title: title.trim(), rank: 1 } as const]),
      ...(isList(conversation) ? conversation : []).flatMap((message, index) => reader.read(message, index + 1)),
      ...reader.end(),
    ];
  },
};

/**
 * goose compacts by hiding messages from the model and adding others behind them that only the model sees:
 * ```
 * a b c (hidden)   summary, "go on" (for the model only)   d …
 * ```
 */
class Reader {
  readonly #at: number;
  readonly #model: string | undefined;
  /** Keys of messages that the model is no longer sent, and that nothing stands for yet. */
  #hidden = new Set<string>();
  #last: number;
  /** What stands for the hidden ones, while more of it may follow. */
  #replacement: Message[] | undefined;

  constructor(at: number, model: string | undefined) {
    this.#at = at;
    this.#last = at;
    this.#model = model;
  }

  read(message: Json, number: number): readonly Part[] {
    const odd = (detail: string): Part => ({ type: 'odd', line: number, detail: `message ${number}: ${detail}` });
    if (!isRecord(message)) return [odd('not an object')];
    const { role, metadata } = message;
    if (role !== 'user' && role !== 'assistant')
      return [odd(`unknown role ${JSON.stringify(role ?? null).slice(0, 40)}`)];
    const at = timeOf(message.created) ?? this.#at;
    this.#last = at;
    const { blocks, odd: details, notes } = decodeGooseContent(message.content, role);
    const beside = [...details.map(odd), ...notes.map((text): Part => ({ type: 'note', at, text }))];
    const isHidden = field(metadata, 'agentVisible') === false;
    const isForModel = !isHidden && field(metadata, 'userVisible') === false;
    if (isForModel && (this.#replacement || this.#hidden.size > 0)) {
      this.#replacement ??= [];
      if (blocks.length > 0) this.#replacement.push({ role, blocks });
      return beside;
    }
    const before = this.#replacement ? this.end() : [];
    const key = `message ${number}`;
    if (isHidden && blocks.length > 0) this.#hidden.add(key);
    const said =
      role === 'user'
        ? userMessages({ at, blocks, isProgram: () => false, program: isForModel })
        : this.#own(at, blocks);
    return [...before, ...beside, ...said.map((one): Part => ({ type: 'message', message: one, key }))];
  }

  /** What was hidden and has nothing in its place is not sent either. */
  end(): readonly Part[] {
    const [replaced, replacement] = [this.#hidden, this.#replacement ?? []];
    this.#hidden = new Set();
    this.#replacement = undefined;
    if (replaced.size === 0) return [];
    const strategy = replacement.length > 0 ? 'summarize' : 'truncate';
    return [{ type: 'compacted', at: this.#last, strategy, replaced, replacement }];
  }

  #own(at: number, blocks: ImportedMessage['blocks']): readonly ImportedMessage[] {
    if (blocks.length === 0) return [];
    const model = this.#model !== undefined && { model: this.#model };
    return [{ type: 'message', at, origin: 'model', source: 'imported', ...model, blocks }];
  }
}
