/** Makes the newest queued message fit the model's window by shortening what is attached to it, and says so to the person. */
import type { ThreadLog } from '../../core/agent/ports.ts';
import { type TooLarge, trimAttachments } from '../../core/compaction/outputs/trim-attachments.ts';
import { attachmentLocation } from '../../core/message/attachment.ts';
import { listText } from '../../core/view/list-text.ts';
import type { AgentPorts } from './agent-ports.ts';

/** Names in the sentence. */
const MOST_NAMED = 3;

/** Whether the message was changed: then it may be sent. The log keeps the message as it was sent first. */
export async function trimQueued(
  { thread, append }: Pick<ThreadLog, 'thread' | 'append'>,
  size: TooLarge,
  { session, l10n }: Pick<AgentPorts, 'session' | 'l10n'>,
): Promise<boolean> {
  const newest = thread.queue.at(-1);
  const found = newest && trimAttachments(newest.blocks, size);
  if (!found) return false;
  const written = await append({ type: 'queued', replaces: newest.id, blocks: found.blocks });
  if (!written.ok) return false;
  const locations = found.trimmed.slice(0, MOST_NAMED).map(attachmentLocation);
  const more = found.trimmed.length > MOST_NAMED ? ['…'] : [];
  session.notify({
    severity: 'info',
    text: l10n.t(
      'Your message is larger than the model’s window, so the middle of what is attached was left out: {0}. What you typed is whole. For all of it, choose a model with a larger window and attach it again.',
      listText([...locations, ...more], l10n.t),
    ),
    actions: ['selectModel'],
  });
  return true;
}
