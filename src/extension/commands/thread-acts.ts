/** The commands that change the open thread, and say how it ended. */
import type { CompactOutcome, CreateOutcome, OpenOutcome, UndoOutcome } from '../session/outcome.ts';
import type { Host } from './host.ts';
import { compactText, openText, undoText } from './outcome-text.ts';

export async function newThread(host: Host): Promise<CreateOutcome> {
  const outcome = await host.session.create(host.workspace());
  if (outcome.type === 'opened') await host.reveal('thread');
  host.tell(openText(outcome, host.l10n));
  return outcome;
}

export async function compactThread({ session, tell, l10n }: Host): Promise<CompactOutcome> {
  const outcome = await session.compact();
  tell(compactText(outcome, l10n));
  return outcome;
}

/** Without `compaction` the newest live one. */
export async function undoCompaction({ session, tell, l10n }: Host, compaction?: number): Promise<UndoOutcome> {
  const outcome = await session.undo(compaction);
  tell(undoText(outcome, l10n));
  return outcome;
}

/** Without `compaction` the one that was undone last. */
export async function redoCompaction({ session, tell, l10n }: Host, compaction?: number): Promise<UndoOutcome> {
  const outcome = await session.redo(compaction);
  tell(undoText(outcome, l10n));
  return outcome;
}

/** Takes the right to write the open thread from the window that has it. */
export async function takeOverThread({ session, tell, l10n }: Host): Promise<OpenOutcome | undefined> {
  const { open } = session.state;
  if (!open) return undefined;
  const outcome = await session.open(open.id, true);
  if (outcome.type === 'opened') session.notify(undefined);
  tell(openText(outcome, l10n));
  return outcome;
}
