/** Imports Qwen Code's chats (JSONL): Gemini's contents, each record naming the one before it. */

import type { Json } from '../../lang/json.ts';
import { type ForeignRecord, field, filledText, isList, isRecord, stringOf } from '../../lang/json-fields.ts';
import type { LeftOut, LineReader, Survey, SurveyedFormat } from '../reader/import-format.ts';
import { Repeats } from '../reader/repeats.ts';
import { QwenReader } from './qwen-reader.ts';

const SPEAKERS: readonly unknown[] = ['user', 'assistant', 'tool_result'];

/** https://github.com/QwenLM/qwen-code/blob/main/packages/core/src/services/chatRecordingService.ts (`ChatRecord`) */
export const qwenCode: SurveyedFormat<'qwen-code'> = {
  id: 'qwen-code',
  label: 'Qwen Code chat (JSONL)',
  shape: 'surveyed',
  matches: (line) => {
    if (!isRecord(line) || typeof line.uuid !== 'string' || typeof line.sessionId !== 'string') return false;
    if (line.type === 'system') return isRecord(line.systemPayload);
    return SPEAKERS.includes(line.type) && isList(field(line.message, 'parts'));
  },
  survey: () => new Chain(),
};

/** The way from the last record back: after a rewind new records name one further up. */
class Chain implements Survey {
  readonly #parents = new Map<string, string | null | undefined>();
  /** The record above it in the file. */
  readonly #above = new Map<string, string | undefined>();
  readonly #repeats = new Repeats();
  #last: string | undefined;
  #ofSubAgent: boolean | undefined;

  read(value: Json): void {
    const id = isRecord(value) ? filledText(value.uuid) : undefined;
    if (!isRecord(value) || id === undefined) return;
    this.#ofSubAgent ??= value.isSidechain === true;
    if (value.isSidechain === true && !this.#ofSubAgent) return;
    this.#repeats.saw(id);
    if (this.#parents.has(id)) return;
    this.#parents.set(id, value.parentUuid === null ? null : stringOf(value.parentUuid));
    this.#above.set(id, this.#last);
    this.#last = id;
  }

  threads() {
    const chain = new Set<string>();
    for (let id = this.#last; id !== undefined && !chain.has(id); id = this.#before(id)) chain.add(id);
    const ofSubAgent = this.#ofSubAgent === true;
    return [
      (at: number): LineReader => {
        const isRepeated = this.#repeats.open();
        const besideOf = (record: ForeignRecord): LeftOut | undefined => {
          if (record.isSidechain === true && !ofSubAgent) return 'sub-agent';
          const id = filledText(record.uuid);
          if (id === undefined) return undefined;
          if (isRepeated(id, record.message ?? record.systemPayload ?? null)) return 'repeated';
          return chain.has(id) ? undefined : 'other branch';
        };
        return new QwenReader(at, besideOf);
      },
    ];
  }

  #before(id: string): string | undefined {
    const parent = this.#parents.get(id);
    if (parent === null) return undefined;
    return parent !== undefined && this.#parents.has(parent) ? parent : this.#above.get(id);
  }
}
