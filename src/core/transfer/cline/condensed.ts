/** Finds what Roo Code condensed or truncated in a task, and what stands for it. */

import type { Json } from '../../lang/json.ts';
import { type ForeignRecord, field, isRecord, stringOf, timeOf } from '../../lang/json-fields.ts';
import type { Message } from '../../message/message.ts';
import { decodeBlocks } from '../anthropic/blocks.ts';
import type { Part } from '../reader/import-format.ts';
import { ownBlocks } from './own-blocks.ts';

interface StandIn {
  readonly index: number;
  readonly strategy: 'summarize' | 'truncate';
  readonly message: ForeignRecord;
  /** Keys of what it stands for. */
  readonly replaced: Set<string>;
  /** The index of the last of these, or its own. */
  last: number;
}

const KINDS = [
  { strategy: 'summarize', mark: 'isSummary', id: 'condenseId', parent: 'condenseParent' },
  { strategy: 'truncate', mark: 'isTruncationMarker', id: 'truncationId', parent: 'truncationParent' },
] as const;

/** True for a message that only these programs write. */
export function isCondensed(message: ForeignRecord): boolean {
  return KINDS.some(({ mark, parent }) => message[mark] === true || typeof message[parent] === 'string');
}

/**
 * The file keeps the originals, tagged with the id of what stands for them.
 * https://github.com/RooCodeInc/Roo-Code/blob/main/src/core/condense/index.ts (`getEffectiveApiHistory`)
 */
export class Condensed {
  /** By the index of the message that stands for others. */
  readonly #standIns = new Map<number, StandIn>();
  /** By the index after which they are due. */
  readonly #due = new Map<number, StandIn[]>();

  constructor(messages: readonly Json[]) {
    for (const { strategy, mark, id, parent } of KINDS) {
      const byId = new Map<string, StandIn>();
      for (const [index, message] of messages.entries()) {
        const own = isRecord(message) && message[mark] === true ? stringOf(message[id]) : undefined;
        if (!isRecord(message) || own === undefined) continue;
        byId.set(own, { index, strategy, message, replaced: new Set(), last: index });
      }
      for (const [index, message] of messages.entries()) {
        const standIn = byId.get(stringOf(field(message, parent)) ?? '');
        if (!standIn || standIn.index === index) continue;
        standIn.replaced.add(this.keyOf(index));
        standIn.last = Math.max(standIn.last, index);
      }
      for (const standIn of byId.values()) if (standIn.replaced.size > 0) this.#standIns.set(standIn.index, standIn);
    }
    for (const standIn of this.#standIns.values()) {
      const due = this.#due.get(standIn.last);
      if (due) due.push(standIn);
      else this.#due.set(standIn.last, [standIn]);
    }
  }

  /** Of a message, or of the compaction that it is. */
  keyOf(index: number): string {
    return `message ${index + 1}`;
  }

  /** True for a message that stands for others that are in the file. */
  standIn(index: number): boolean {
    return this.#standIns.has(index);
  }

  /** The compactions that are complete with this message. */
  after(index: number, at: number): readonly Part[] {
    return (this.#due.get(index) ?? []).flatMap(({ index: own, message, strategy, replaced }): readonly Part[] => {
      const number = own + 1;
      const role = message.role === 'assistant' ? 'assistant' : 'user';
      const { blocks, odd } = role === 'user' ? decodeBlocks(message.content, role) : ownBlocks(message.content);
      // Its reasoning says only that it condenses.
      const said = blocks.filter(({ type }) => type !== 'thinking');
      const replacement: readonly Message[] = said.length > 0 ? [{ role, blocks: said }] : [];
      return [
        ...odd.map((detail): Part => ({ type: 'odd', line: number, detail: `message ${number}: ${detail}` })),
        { type: 'compacted', at: timeOf(message.ts) ?? at, strategy, key: this.keyOf(own), replaced, replacement },
      ];
    });
  }
}
