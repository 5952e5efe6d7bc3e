/** The open thread as the log that the engine reads and appends to. */
import type { ThreadLog } from '../../core/agent/ports.ts';
import { err, ok } from '../../core/lang/result.ts';
import type { Thread } from '../../core/thread/thread.ts';
import type { OpenLog } from './open-log.ts';

/** Its `thread` throws when no thread was opened yet. */
export function threadLog(log: OpenLog): ThreadLog {
  return {
    get thread() {
      return openThread(log);
    },
    append: async (planned) => {
      const written = await log.append(planned);
      if (typeof written === 'number') return ok(openThread(log));
      return err({ type: 'write-failed', reason: written.type === 'disk' ? written.reason : written.type });
    },
  };
}

function openThread({ thread }: OpenLog): Thread {
  if (!thread) throw new Error('No thread is open');
  return thread;
}
