/** A thread of any size, made from the files of this repository: typed turns, tool rounds and replies as agents write them. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { withCheckpoint } from '../src/core/thread/checkpoint.ts';
import type { Draft, Entry } from '../src/core/thread/entry.ts';
import { entryId } from '../src/core/thread/entry-id.ts';

const root = path.join(import.meta.dirname, '../..');
const ROUNDS_A_TURN = 8;

/** `count` message entries, whose tool results have `resultLength` characters; the same at every call. */
export function syntheticLog(count: number, resultLength = 3000): readonly Entry[] {
  const files = sourceFiles();
  const taken = new Set<string>();
  const entries: Entry[] = [];
  for (let i = 0; entries.length < count; i++) {
    const file = files[i % files.length] ?? { name: 'none', text: '' };
    for (const draft of round(i, file, resultLength)) {
      if (entries.length >= count) break;
      const id = entryId(entries.length + 1);
      entries.push(withCheckpoint({ ...draft, id, at: id * 1000 }, taken));
    }
  }
  return entries;
}

type MessageDraft = Omit<Extract<Draft, { type: 'message' }>, 'at'>;

function round(
  i: number,
  file: { readonly name: string; readonly text: string },
  length: number,
): readonly MessageDraft[] {
  const from = (i * 997) % Math.max(1, file.text.length - length);
  const drafts: MessageDraft[] = [];
  if (i % ROUNDS_A_TURN === 0)
    drafts.push({
      type: 'message',
      origin: 'typed',
      blocks: [{ type: 'text', text: `Step ${i}: look at ${file.name} and make it handle case ${i * 7919}.` }],
    });
  drafts.push(
    {
      type: 'message',
      origin: 'model',
      blocks: [
        { type: 'text', text: `I read ${file.name} from character ${from} to see how case ${i * 7919} is handled.` },
        { type: 'tool_use', id: `call_${i}`, name: 'read_file', input: { path: file.name, offset: from } },
      ],
    },
    {
      type: 'message',
      origin: 'tools',
      blocks: [
        {
          type: 'tool_result',
          toolUseId: `call_${i}`,
          content: [{ type: 'text', text: file.text.slice(from, from + length) }],
        },
      ],
    },
  );
  return drafts;
}

function sourceFiles(): readonly { readonly name: string; readonly text: string }[] {
  return readdirSync(path.join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .sort()
    .map((name) => ({ name: `src/${name}`, text: readFileSync(path.join(root, 'src', name), 'utf8') }));
}
