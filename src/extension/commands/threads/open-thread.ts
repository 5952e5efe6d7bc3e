/** Open Thread…: lets a person choose among all threads, search their texts, and rename, pin, fork or delete one. */
import type { OpenOutcome } from '../../session/outcome.ts';
import { openText } from '../../words/outcome-text.ts';
import type { CommandContext } from '../command-context.ts';
import { deleteThread, forkThread, pinThread, renameThread } from './manage-threads.ts';
import { pickThread, type ThreadPick } from './pick-thread.ts';

/** Without `id` the person is asked; undefined when they chose none. */
export async function runOpenThread(host: CommandContext, id?: string): Promise<OpenOutcome | undefined> {
  const chosen = id ?? (await askForThread(host));
  if (chosen === undefined) return undefined;
  const outcome = await host.threads.open(chosen);
  if (outcome.type === 'opened') await host.reveal('thread');
  host.current().tell(openText(outcome, host.l10n));
  return outcome;
}

/** The list is shown again after each act, with the same words in its filter. */
async function askForThread(host: CommandContext): Promise<string | undefined> {
  let pick: ThreadPick | undefined;
  for (;;) {
    pick = await pickThread(host, { title: host.l10n.t('Open Thread'), filter: pick?.filter ?? '' });
    if (!pick) return undefined;
    const { thread } = pick;
    switch (pick.act) {
      case 'choose':
        return thread.id;
      case 'pin':
        await pinThread(host, thread);
        break;
      case 'rename':
        await renameThread(host, thread);
        break;
      case 'delete':
        await deleteThread(host, thread);
        break;
      case 'fork': {
        const forked = await forkThread(host, thread);
        if (forked?.type === 'opened') return undefined;
      }
    }
  }
}
