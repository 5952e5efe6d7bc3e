/** What one more entry costs in threads of many entries, none of them compacted: milliseconds, median of 300. Prints figures; asserts nothing. */
import type { Entry } from '../src/core/thread/entry.ts';
import { entryId } from '../src/core/thread/entry-id.ts';
import { measure } from '../src/core/thread/measure.ts';
import { append, nextId, replay, type Thread } from '../src/core/thread/thread.ts';

const SIZES = [1_000, 10_000, 100_000];
const APPENDS = 300;

function message(id: number, text: string): Entry {
  const origin = id % 2 === 0 ? 'model' : 'typed';
  return { type: 'message', id: entryId(id), at: id, origin, blocks: [{ type: 'text', text }] };
}

const median = (values: readonly number[]) => [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;

process.stdout.write(`node ${process.version}\nentries\tappend\tappend of one version twice\tmeasure\n`);
for (const size of SIZES) {
  let thread: Thread = replay(Array.from({ length: size }, (_, at) => message(at + 1, `message ${at}`)));
  const [appends, forks, measures]: [number[], number[], number[]] = [[], [], []];
  for (let n = 0; n < APPENDS; n++) {
    const next = message(nextId(thread), `more ${n}`);
    const begun = performance.now();
    const grown = append(thread, next);
    const appended = performance.now();
    append(thread, next);
    const forked = performance.now();
    measure(grown);
    measures.push(performance.now() - forked);
    forks.push(forked - appended);
    appends.push(appended - begun);
    thread = grown;
  }
  process.stdout.write(`${[size, ...[appends, forks, measures].map((all) => median(all).toFixed(4))].join('\t')}\n`);
}
