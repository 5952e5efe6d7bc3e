/** Finds how sub-agents ended whose window was killed, so that what they used is counted and their answers are not lost. */
import type { AppendFailure, ThreadLog, ToolContext } from '../../../core/agent/ports.ts';
import { type AskedEnd, endInThread, type SubAgentEnd } from '../../../core/agent/sub-agent/sub-agent-end.ts';
import type { Entry, SubAgentEntry } from '../../../core/thread/entry.ts';
import { unendedSubAgents } from '../../../core/thread/sub-agents.ts';
import { replay } from '../../../core/thread/thread.ts';
import type { SubAgentStores } from '../agent-ports.ts';
import { workIn } from './sub-thread.ts';

type Stores = Pick<SubAgentStores, 'storeOf'>;

/** Notes the end of those that have none. To be called while no turn of the thread runs. */
export async function settleSubAgents(
  thread: string,
  log: ThreadLog,
  stores: Stores | undefined,
): Promise<AppendFailure | undefined> {
  if (!stores) return undefined;
  for (const { call, thread: own } of unendedSubAgents(log.thread.entries)) {
    const entries = (await entriesOf(thread, own, stores)) ?? [];
    const state = endInThread(replay(entries)).type;
    const written = await log.append({ type: 'sub_agent', call, thread: own, state, ...workIn(entries) });
    if (!written.ok) return written.error;
  }
  return undefined;
}

/** The end of the sub-agent of a call that has no result, after `settleSubAgents`. Never rejects. */
export async function recoveredEnd(
  asking: string,
  { thread, call }: Pick<ToolContext, 'thread' | 'call'>,
  stores: Stores,
): Promise<AskedEnd> {
  const noted = newestOf(call, thread.entries);
  const entries = noted && (await entriesOf(asking, noted.thread, stores));
  if (!entries) return { type: 'nothing', why: UNREADABLE };
  return notedEnd(noted, endInThread(replay(entries)));
}

const UNREADABLE =
  'The thread of this sub-agent can not be read any more, so its answer is lost. A sub-agent changes nothing: you may ask it again.';

/** Older logs don't say which limit a sub-agent reached, nor why one failed. */
function notedEnd({ state, limit, why }: SubAgentEntry, end: ReturnType<typeof endInThread>): SubAgentEnd {
  const { text } = end;
  if (state === 'stopped') return { type: state, text };
  if (state === 'limited' && limit) return { type: state, limit, isAnswer: end.type === 'done', text };
  return state === 'failed' && why !== undefined ? { type: state, why, text } : end;
}

/** Since the replies that wait for results: some providers give the same ids to the calls of each reply. */
function newestOf(call: string, entries: ThreadLog['thread']['entries']): SubAgentEntry | undefined {
  for (let at = entries.length - 1; at >= 0; at--) {
    const entry = entries.at(at);
    if (entry?.type === 'sub_agent' && entry.call === call) return entry;
    if (entry?.type === 'message' && entry.origin !== 'model') return undefined;
  }
  return undefined;
}

/** Undefined where the thread can't be read. */
async function entriesOf(thread: string, own: string, { storeOf }: Stores): Promise<readonly Entry[] | undefined> {
  const read = await storeOf(thread)
    .read(own)
    .catch(() => undefined);
  return read && [...read.entries];
}
