/** Writes a thread as the lines of a Claude Code session file, so that Claude Code and programs that read its files can go on with it. */
import type { Json } from '../../lang/json.ts';
import type { CompactionEntry, MessageEntry, SubAgentEntry } from '../../thread/entry.ts';
import { along } from '../../thread/path.ts';
import type { Thread } from '../../thread/thread.ts';
import { anthropicBlock } from './anthropic-blocks.ts';
import { AskedAgents, sideFields } from './asked-agents.ts';
import { exportedSummary, lastReplacedEntry } from './exported-summary.ts';

export interface ClaudeCodeHead {
  /** A UUID. */
  readonly session: string;
  /** Absolute path of the folder that the thread belongs to. */
  readonly cwd: string;
  readonly version: string;
}

export interface ClaudeCodeRecord {
  readonly at: number;
  readonly fields: { readonly [key: string]: Json };
  /** What comes before it is not its parent: a compaction. */
  readonly isRoot?: true;
}

/** The thread of a sub-agent by its id; undefined where it can't be read. */
export type ReadSubThread = (id: string) => Promise<Thread | undefined>;

/**
 * One line a message of the path, without its end. A compaction that starts at the first message stands behind the last one that it
 * replaced, as a boundary and its summary; an undone one, and one that only made outputs smaller, is left out. The messages of a
 * sub-agent stand behind the reply that asked it, as a side chain of their own (docs/import.md, "Exports"). Linear in the threads.
 */
export async function* claudeCodeLines(
  thread: Thread,
  head: ClaudeCodeHead,
  readSubThread: ReadSubThread = async () => undefined,
): AsyncGenerator<string> {
  const { session, cwd, version } = head;
  let count = 0;
  /** A chain of lines, each of which names the one before it. */
  const chain = (own: { readonly [key: string]: Json }) => {
    let last: string | null = null;
    return ({ at, fields, isRoot }: ClaudeCodeRecord): string => {
      // Valid and the same at each export: the session's id with the number of the line in its last group.
      const uuid = `${session.slice(0, 24)}${(++count).toString(16).padStart(12, '0')}`;
      const parents = isRoot ? { parentUuid: null, logicalParentUuid: last } : { parentUuid: last };
      last = uuid;
      const common = { ...own, userType: 'external', cwd, sessionId: session, version, gitBranch: '' };
      return JSON.stringify({ ...parents, ...common, ...fields, uuid, timestamp: new Date(at).toISOString() });
    };
  };
  const line = chain({ isSidechain: false });
  for (const record of recordsOf(thread)) {
    if (!('agent' in record)) {
      yield line(record);
      continue;
    }
    const own = await readSubThread(record.agent.thread);
    if (!own) continue;
    const sideLine = chain(sideFields(record.agent));
    for (const side of recordsOf(own, `${record.agent.thread}_`)) if (!('agent' in side)) yield sideLine(side);
  }
  if (thread.title !== undefined)
    yield JSON.stringify({ type: 'custom-title', customTitle: thread.title, sessionId: session });
}

/** `name`: what the ids of its messages begin with, as programs count a message of one id once. */
function* recordsOf(thread: Thread, name = ''): Generator<ClaudeCodeRecord | { readonly agent: SubAgentEntry }> {
  const entries = [...along(thread.entries, thread.path)];
  const messages = entries.filter((entry) => entry.type === 'message');
  const ordered = thread.compactions
    .filter(({ id }) => !thread.undone.has(id))
    .flatMap((compaction) => {
      const last = lastReplacedEntry(compaction, messages);
      return last === undefined ? [] : [{ compaction, last }];
    })
    .sort((a, b) => a.last - b.last || a.compaction.id - b.compaction.id);
  let next = 0;
  const agents = new AskedAgents();
  for (const entry of entries) {
    if (entry.type === 'sub_agent') {
      agents.saw(entry);
      if (entry.state === 'begun') yield { agent: entry };
    }
    if (entry.type !== 'message') continue;
    for (let one = ordered[next]; one && one.last < entry.id; one = ordered[++next])
      yield* compacted(one.compaction, messages);
    agents.saw(entry);
    for (const { blocks, fields } of agents.pieces(entry))
      yield* said({ ...entry, blocks }, `msg_${name}${entry.id}`, fields);
  }
  for (const { compaction } of ordered.slice(next)) yield* compacted(compaction, messages);
}

function* compacted(compaction: CompactionEntry, messages: readonly MessageEntry[]): Generator<ClaudeCodeRecord> {
  const { at, trigger, tokensBefore, tokensAfter } = compaction;
  const compactMetadata = {
    trigger: trigger === 'manual' ? 'manual' : 'auto',
    preTokens: tokensBefore ?? 0,
    ...(tokensAfter !== undefined && { postTokens: tokensAfter }),
  };
  const content = 'Conversation compacted';
  yield {
    at,
    isRoot: true,
    fields: { type: 'system', subtype: 'compact_boundary', content, isMeta: false, level: 'info', compactMetadata },
  };
  const message = { role: 'user', content: exportedSummary(compaction, messages) };
  yield { at, fields: { type: 'user', isVisibleInTranscriptOnly: true, isCompactSummary: true, message } };
}

function* said(
  { at, origin, blocks, model, usage }: MessageEntry,
  id: string,
  more: ClaudeCodeRecord['fields'],
): Generator<ClaudeCodeRecord> {
  const content = blocks.map(anthropicBlock).filter((block) => block !== undefined);
  if (content.length === 0) return;
  if (origin !== 'model') {
    const isMeta = origin === 'program' ? { isMeta: true } : {};
    yield { at, fields: { type: 'user', ...isMeta, message: { role: 'user', content }, ...more } };
    return;
  }
  const used = usage && {
    input_tokens: usage.input,
    cache_creation_input_tokens: usage.cacheCreation,
    cache_read_input_tokens: usage.cacheRead,
    output_tokens: usage.output,
  };
  const message = {
    id,
    type: 'message',
    role: 'assistant',
    model: model ?? '<synthetic>',
    content,
    stop_reason: null,
    stop_sequence: null,
    ...(used && { usage: used }),
  };
  yield { at, fields: { type: 'assistant', message } };
}
