/** What providers sealed and no other one may be sent, wherever in a block it stands. */
import type { Json } from '../../../src/core/lang/json.ts';
import type { Thread } from '../../../src/core/thread/thread.ts';
import { parseJson } from '../../../src/core/transfer/foreign.ts';

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

/** All that `maker` sealed in a thread, compactions with it. */
export function sealsOf({ entries }: Pick<Thread, 'entries'>, maker: string): readonly string[] {
  const blocks = entries.flatMap((entry) => {
    if (entry.type === 'message') return entry.blocks;
    return entry.type === 'compaction'
      ? entry.edits.flatMap(({ replacement }) => replacement.flatMap((m) => m.blocks))
      : [];
  });
  return blocks.flatMap((block) => {
    if (!('by' in block) || block.by !== maker) return [];
    if (block.type === 'native') return sealedIn(block.data);
    if (block.type === 'redacted_thinking') return [block.data];
    return block.signature === undefined ? [] : [block.signature, ...sealedIn(block.signature)];
  });
}
