/** What providers sealed and no other one may be sent, wherever in a block it stands. */

import type { Json } from '../../../src/core/lang/json.ts';
import { parseJson } from '../../../src/core/lang/json-fields.ts';
import type { Block } from '../../../src/core/message/message.ts';
import type { Thread } from '../../../src/core/thread/thread.ts';

/** What is encrypted or signed in a value; in JSON that stands as a text in it as well. */
export function sealedIn(data: Json): readonly string[] {
  if (typeof data === 'string') {
    const inner = parseJson(data);
    return inner.ok && typeof inner.value === 'object' ? sealedIn(inner.value) : [];
  }
  if (typeof data !== 'object' || data === null) return [];
  return Object.entries(data).flatMap(([key, value]) =>
    (key === 'encrypted_content' || key === 'signature') && typeof value === 'string' ? [value] : sealedIn(value),
  );
}

/** All blocks of a log, those that compactions put in place with them. */
export function blocksIn({ entries }: Pick<Thread, 'entries'>): readonly Block[] {
  return entries.flatMap((entry) => {
    if (entry.type === 'message') return entry.blocks;
    const edits = entry.type === 'compaction' ? entry.edits : [];
    return edits.flatMap((edit) => (edit.type === 'entries' ? edit.replacement.flatMap(({ blocks }) => blocks) : []));
  });
}

/** All that `modelKey` sealed in a thread. */
export function sealsOf(thread: Pick<Thread, 'entries'>, modelKey: string): readonly string[] {
  return blocksIn(thread).flatMap((block) => {
    if (!('by' in block) || block.by !== modelKey) return [];
    if (block.type === 'native') return sealedIn(block.data);
    if (block.type === 'redacted_thinking') return [block.data];
    return block.signature === undefined ? [] : [block.signature, ...sealedIn(block.signature)];
  });
}
