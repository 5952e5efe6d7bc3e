/** Imports request logs. A thread is a chain of requests, each of which extends the one before. */

import type { Json } from '../../lang/json.ts';
import { filledText, isList, isRecord } from '../../lang/json-fields.ts';
import { digests } from '../reader/digest.ts';
import type { LineReader, Survey, SurveyedFormat } from '../reader/import-format.ts';
import { isBoth, type Logged, type LoggedRequest, loggedRequest, replyOf } from './exchange.ts';
import { RequestReader } from './request-reader.ts';

export const requestLog: SurveyedFormat<'request-log'> = {
  id: 'request-log',
  label: 'request log (JSONL)',
  shape: 'surveyed',
  // A lone object with both is a document of another format.
  matches: (line) =>
    isRecord(line) && !isBoth(line) && (loggedRequest(line) !== undefined || replyOf(line) !== undefined),
  survey: () => new Chains(),
};

class Chains implements Survey {
  readonly #requests = new Map<string, Logged>();

  read(value: Json, record: number): void {
    const request = isRecord(value) ? loggedRequest(value) : undefined;
    if (!request || request.messages.length === 0) return;
    const marks = digests(seedOf(request), request.messages);
    const own = marks.at(-1) ?? '';
    const known = this.#requests.get(own);
    const before = marks.slice(0, -1).findLast((mark) => this.#requests.has(mark));
    this.#requests.set(own, {
      record,
      length: marks.length,
      before: known?.before ?? (before === undefined ? undefined : this.#requests.get(before)),
    });
  }

  /**
   * ```
   * 1 ─ 2 ─ 3 ─ 5     5 ends the longest chain
   *      ╲   ╲
   *       4   6 ─ 7   4 was tried once and given up; 7 ends a thread of its own
   * ```
   */
  threads() {
    const requests = [...this.#requests.values()];
    const extended = new Set(requests.map(({ before }) => before?.record));
    const ends = requests.filter(({ record }) => !extended.has(record)).toSorted((a, b) => b.length - a.length);
    const used = new Set<number>();
    const threads: Logged[] = [];
    const retried = new Set<number>();
    for (const end of ends) {
      const own: Logged[] = [];
      for (let at: Logged | undefined = end; at && !used.has(at.record); at = at.before) own.push(at);
      for (const { record } of own) used.add(record);
      if (own.length === 1 && end.before !== undefined) retried.add(end.record);
      else threads.push(end);
    }
    return threads.map(
      (end) =>
        (at: number): LineReader =>
          new RequestReader(at, end, retried),
    );
  }
}

/** What tells threads apart beside their messages: a system prompt that is not among them, without what changes at each call. */
function seedOf({ system }: LoggedRequest): string {
  const texts = (isList(system) ? system : [system]).flatMap(
    (part) => filledText(isRecord(part) ? part.text : part) ?? [],
  );
  return texts.filter((text) => !text.startsWith('x-anthropic-')).join('\n');
}
