/** The command Compact Again with Instructions…: undoes a compaction, then compacts the same messages with the person's instructions. */
import type { CompactOutcome } from '../session/outcome.ts';
import type { AgentPorts } from './agent-ports.ts';
import type { CompactOptions } from './compact-with.ts';

/** Brings the old compaction back where the other one is not made. */
export async function compactAgain(
  session: AgentPorts['session'],
  compact: (options: CompactOptions) => Promise<CompactOutcome>,
  compaction: number,
  instructions: string,
): Promise<CompactOutcome> {
  const undone = await session.undo(compaction);
  if (undone.type === 'no-thread' || undone.type === 'held' || undone.type === 'disk') return undone;
  if (undone.type !== 'undone') return { type: 'unchanged', reason: 'nothing-old-enough' };
  const outcome = await compact({ instructions, force: true });
  if (outcome.type !== 'compacted') await session.redo(compaction);
  return outcome;
}
