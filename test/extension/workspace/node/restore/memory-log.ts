/** A thread's log in memory, for tests: its entries go through the form of its lines. */
import type { ThreadLog } from '../../../../../src/core/agent/ports.ts';
import { ok } from '../../../../../src/core/lang/result.ts';
import type { Entry } from '../../../../../src/core/thread/entry.ts';
import { append, nextId, replay, type Thread } from '../../../../../src/core/thread/thread.ts';
import { checkedLine, decodeLine } from '../../../../../src/extension/storage/log-line.ts';

export class MemoryLog implements ThreadLog {
  thread: Thread;
  /** Called before each entry is written; what it throws is a kill. */
  before: (entry: Entry) => void = () => undefined;

  constructor(entries: readonly Entry[] = []) {
    this.thread = replay(entries);
  }

  append: ThreadLog['append'] = async (planned) => {
    const entry = { ...planned, id: nextId(this.thread), at: 0 };
    this.before(entry);
    const line = checkedLine('w', entry);
    if (!line.ok) return { ok: false, error: { type: 'write-failed', reason: line.error } };
    const read = decodeLine(line.value);
    if (!read.ok || read.value.type !== 'entry') throw new Error('the line is no entry');
    this.thread = append(this.thread, read.value.entry);
    return ok(this.thread);
  };
}
