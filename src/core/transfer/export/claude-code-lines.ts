/** Writes a thread as the lines of a Claude Code session file, so that Claude Code and programs that read its files can go on with it. */

import type { Json } from '../../lang/json.ts';

import type { CompactionEntry, MessageEntry } from '../../thread/entry.ts';
import { along } from '../../thread/path.ts';
import type { Thread } from '../../thread/thread.ts';
import { anthropicBlock } from './anthropic-blocks.ts';
import { exportedSummary, lastReplacedEntry } from './exported-summary.ts';

export interface ClaudeCodeHead {
  /** A UUID. */
  readonly session: string;
  /** Absolute path of the folder that the thread belongs to. */
  readonly cwd: string;
  readonly version: string;
}

interface Record {
  readonly at: number;
  readonly fields: { readonly [key: string]: Json };
  /** What comes before it is not its parent: a compaction. */
  readonly isRoot?: true;
}

/**
 * One line a message of the path, without its end. A compaction that starts at the first message stands behind the last one that it
 * replaced, as a boundary and its summary; an undone one, and one that only made outputs smaller, is left out. Linear in the thread.
 */
export function* claudeCodeLines(thread: Thread, { session, cwd, version }: ClaudeCodeHead): Generator<string> {
  let last: string | null = null;
  let count = 0;
  const line = ({ at, fields, isRoot }: Record): string => {
    // Valid and the same at each export: the session's id with the number of the line in its last group.
    const uuid = `${session.slice(0, 24)}${(++count).toString(16).padStart(12, '0')}`;
    const parents = isRoot ? { parentUuid: null, logicalParentUuid: last } : { parentUuid: last };
    last = uuid;
    const common = { isSidechain: false, userType: 'external', cwd, sessionId: session, version, gitBranch: '' };
    return JSON.stringify({ ...parents, ...common, ...fields, uuid, timestamp: new Date(at).toISOString() });
  };
  for (const record of recordsOf(thread)) yield line(record);
  if (thread.title !== undefined)
    yield JSON.stringify({ type: 'custom-title', customTitle: thread.title, sessionId: session });
}

function* recordsOf(thread: Thread): Generator<Record> {
  const messages = [...along(thread.entries, thread.path)].filter((entry) => entry.type === 'message');
  const ordered = thread.compactions
    .filter(({ id }) => !thread.undone.has(id))
    .flatMap((compaction) => {
      const last = lastReplacedEntry(compaction, messages);
      return last === undefined ? [] : [{ compaction, last }];
    })
    .sort((a, b) => a.last - b.last || a.compaction.id - b.compaction.id);
  let next = 0;
  for (const entry of messages) {
    for (let one = ordered[next]; one && one.last < entry.id; one = ordered[++next])
      yield* compacted(one.compaction, messages);
    yield* said(entry);
  }
  for (const { compaction } of ordered.slice(next)) yield* compacted(compaction, messages);
}

function* compacted(compaction: CompactionEntry, messages: readonly MessageEntry[]): Generator<Record> {
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

function* said({ id, at, origin, blocks, model, usage }: MessageEntry): Generator<Record> {
  const content = blocks.map(anthropicBlock).filter((block) => block !== undefined);
  if (content.length === 0) return;
  if (origin !== 'model') {
    const isMeta = origin === 'program' ? { isMeta: true } : {};
    yield { at, fields: { type: 'user', ...isMeta, message: { role: 'user', content } } };
    return;
  }
  const used = usage && {
    input_tokens: usage.input,
    cache_creation_input_tokens: usage.cacheCreation,
    cache_read_input_tokens: usage.cacheRead,
    output_tokens: usage.output,
  };
  const message = {
    id: `msg_${id}`,
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
