/** A thread of plain work: questions, reads with long results, answers; checkpoints as on append. */
import { withCheckpoint } from '../../../src/core/thread/checkpoint.ts';
import { replay, type Thread } from '../../../src/core/thread/thread.ts';
import { numbered } from './thread.ts';

/** `turns` turns of four messages; a result has about `length` characters. */
export function work(turns: number, length = 4_000): Thread {
  const taken = new Set<string>();
  const drafts = Array.from({ length: turns }, (_, i) => turn(i, length)).flat();
  return replay(numbered(drafts).map((e) => (e.type === 'message' ? withCheckpoint(e, taken) : e)));
}

/** The id of the checkpoint that ends an item. */
export function checkpointAt(thread: Thread, item: number): string {
  const last = thread.items.at(item)?.message.blocks.at(-1);
  return last?.type === 'checkpoint' ? last.id : '';
}

function turn(i: number, length: number) {
  const said = (text: string) => ({ type: 'text' as const, text });
  const output = said(`line ${i} of text\n`.repeat(length / 16));
  return [
    { type: 'message' as const, origin: 'typed' as const, blocks: [said(`question ${i}`)] },
    {
      type: 'message' as const,
      origin: 'model' as const,
      blocks: [{ type: 'tool_use' as const, id: `c${i}`, name: 'read_file', input: { path: `src/part${i}.ts` } }],
    },
    {
      type: 'message' as const,
      origin: 'tools' as const,
      blocks: [{ type: 'tool_result' as const, toolUseId: `c${i}`, content: [output] }],
    },
    { type: 'message' as const, origin: 'model' as const, blocks: [said(`answer ${i}`)] },
  ];
}
