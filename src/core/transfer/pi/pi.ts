/** Imports pi's session files (JSONL). Newer ones are a tree; the branch of the last record is the thread. */

import type { Json } from '../../lang/json.ts';
import { type ForeignRecord, filledText, isRecord, stringOf } from '../../lang/json-fields.ts';
import type { Survey, SurveyedFormat } from '../reader/import-format.ts';
import { PiReader } from './pi-reader.ts';

export const pi: SurveyedFormat<'pi'> = {
  id: 'pi',
  label: 'pi session (JSONL)',
  shape: 'surveyed',
  matches: (line) => {
    if (!isRecord(line) || typeof line.timestamp !== 'string') return false;
    if (line.type === 'session') return typeof line.cwd === 'string' && typeof line.id === 'string';
    return line.type === 'message' && isRecord(line.message) && typeof line.message.role === 'string';
  },
  survey: () => new Tree(),
};

class Tree implements Survey {
  readonly #parents = new Map<string, string | undefined>();
  #last: string | undefined;

  read(value: Json): void {
    const id = idOf(value);
    if (!isRecord(value) || id === undefined) return;
    this.#parents.set(id, stringOf(value.parentId));
    this.#last = id;
  }

  threads() {
    const branch = new Set<string>();
    for (let id = this.#last; id !== undefined && !branch.has(id); id = this.#parents.get(id)) branch.add(id);
    const isBeside = (record: ForeignRecord) => {
      const id = idOf(record);
      return id !== undefined && !branch.has(id);
    };
    return [(at: number) => new PiReader(at, isBeside)];
  }
}

/** The id of a record that is part of the tree; the header, and records of older files, have none. */
function idOf(value: Json): string | undefined {
  return isRecord(value) && value.type !== 'session' ? filledText(value.id) : undefined;
}
