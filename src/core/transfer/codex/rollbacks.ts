/** Finds the turns of a Codex rollout that were rolled back. */

import type { Json } from '../../lang/json.ts';
import { countOf, isRecord } from '../../lang/json-fields.ts';
import type { Survey } from '../reader/import-format.ts';
import { CodexReader } from './codex-reader.ts';
import { decodeItem, isProgram } from './items.ts';

/**
 * The file keeps them, and says behind them how many went.
 * https://github.com/openai/codex/blob/main/codex-rs/core/src/codex/rollout_reconstruction.rs (`ThreadRolledBack`)
 */
export class Rollbacks implements Survey {
  /** The first record of each turn that counts. */
  readonly #turns: number[] = [];
  /** Records from and to, both included; in order, apart from each other. */
  readonly #ranges: (readonly [number, number])[] = [];
  /** A user's message of which a later record tells whether a person typed it. */
  #unsettled: { readonly record: number; readonly isProgram: boolean } | undefined;
  /** Where the context begins that the program puts before the next prompt. */
  #context: number | undefined;

  read(value: Json, record: number): void {
    if (!isRecord(value) || !isRecord(value.payload)) return;
    const { payload } = value;
    if (value.type === 'event_msg') {
      if (payload.type === 'user_message') this.#settle(true);
      if (payload.type === 'thread_rolled_back') this.#rollBack(countOf(payload.num_turns), record);
      return;
    }
    if (value.type !== 'response_item' && value.type !== 'compacted') return;
    this.#settle(false);
    const item = value.type === 'response_item' ? decodeItem(payload) : undefined;
    if (item?.type === 'user' && item.blocks.length > 0)
      this.#unsettled = { record, isProgram: isProgram(item.blocks) };
    else if (item?.type === 'developer') this.#context ??= record;
    else if (item !== undefined || value.type === 'compacted') this.#context = undefined;
  }

  threads() {
    return [(at: number) => new CodexReader(at, this.#ranges)];
  }

  #settle(confirmed: boolean): void {
    const unsettled = this.#unsettled;
    this.#unsettled = undefined;
    if (!unsettled) return;
    if (!confirmed && unsettled.isProgram) {
      this.#context ??= unsettled.record;
      return;
    }
    // What stands before the first prompt is the thread's, not the turn's.
    this.#turns.push(this.#turns.length === 0 ? unsettled.record : (this.#context ?? unsettled.record));
    this.#context = undefined;
  }

  #rollBack(turns: number, record: number): void {
    this.#settle(false);
    const first = Math.max(0, this.#turns.length - turns);
    const from = this.#turns[first];
    if (from === undefined) return;
    this.#turns.length = first;
    this.#context = undefined;
    while ((this.#ranges.at(-1)?.[0] ?? 0) >= from) this.#ranges.pop();
    this.#ranges.push([from, record]);
  }
}
