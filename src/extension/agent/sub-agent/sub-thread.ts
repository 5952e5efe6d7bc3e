/** The thread of a sub-agent: a log of its own in the folder of the thread that asked, opened for writing. */
import type { ThreadLog } from '../../../core/agent/ports.ts';
import { err, ok, type Result } from '../../../core/lang/result.ts';
import { addUsage, tokenUsage } from '../../../core/message/usage.ts';
import type { Entry, SubAgentEntry } from '../../../core/thread/entry.ts';
import { entryId } from '../../../core/thread/entry-id.ts';
import type { Thread } from '../../../core/thread/thread.ts';
import { titleFrom } from '../../../core/thread/title.ts';
import { OpenLog } from '../../session/open-log.ts';
import { threadLog } from '../../session/thread-log.ts';
import { errorCodeOf } from '../../storage/disk.ts';
import { newThreadId } from '../../storage/thread-folder.ts';
import type { ThreadStore } from '../../storage/thread-store.ts';

export interface SubThread {
  readonly id: string;
  readonly log: ThreadLog;
  readonly close: () => Promise<void>;
}

/** `onChange` is called after each entry. The error is the system's code, or what `OpenLog` says. */
export async function createSubThread(
  store: ThreadStore,
  task: string,
  now: () => number,
  onChange: (id: string, thread: Thread) => void,
): Promise<Result<SubThread, string>> {
  const id = newThreadId();
  const title = titleFrom(task);
  const at = now();
  const entries: readonly Entry[] = title === undefined ? [] : [{ type: 'title', title, id: entryId(1), at }];
  try {
    await store.create({ thread: id, createdAt: at }, entries);
  } catch (error) {
    return err(errorCodeOf(error));
  }
  const open = new OpenLog(store, now, ({ thread }) => onChange(id, thread));
  const opened = await open.open(id);
  if (opened.type !== 'opened' || opened.readOnly) {
    await open.close();
    return err(opened.type === 'opened' ? 'another process writes it' : opened.type);
  }
  return ok({ id, log: threadLog(open), close: () => open.close() });
}

/** What a sub-agent's log says of its work: how many replies, and what they and its compactions used as far as it was reported. */
export function workIn(entries: Iterable<Entry>): Pick<SubAgentEntry, 'rounds' | 'model' | 'usage'> {
  let rounds = 0;
  let model: string | undefined;
  let used = tokenUsage({});
  for (const entry of entries) {
    if (entry.type !== 'message' && entry.type !== 'compaction') continue;
    if (entry.type === 'message' && entry.origin === 'model') {
      rounds++;
      model = entry.model ?? model;
    }
    used = addUsage(used, entry.usage ?? {});
  }
  return { rounds, ...(model !== undefined && { model }), ...(used.total > 0 && { usage: used }) };
}
