/** The words of a call that began a sub-agent: how far it is, how it ended, and what it used. */
import type { LiveAgent } from '../../core/protocol/live-agent.ts';
import type { AgentView } from '../../core/view/agent-view.ts';
import { price, tokens } from './format.ts';
import { plural, t } from './l10n.ts';

export const agents = {
  rounds: (n: number) => plural(n, '{0} round', '{0} rounds'),
  looksAt: ({ tool, subject }: NonNullable<LiveAgent['last']>) =>
    subject === '' ? t('now {0}', tool) : t('now {0}: {1}', tool, subject),
  /** Undefined where the rest of the row says it. */
  end: (state: AgentView['state']): string | undefined => {
    const names: Record<typeof state, () => string | undefined> = {
      begun: () => undefined,
      done: () => undefined,
      limited: () => t('reached its limit'),
      stopped: () => t('stopped'),
      failed: () => t('failed'),
      closed: () => t('the window was closed'),
    };
    return names[state]();
  },
  /** What all its calls read, and what its answer adds to the thread. */
  read: (total: number, cost: number | undefined) =>
    cost === undefined ? t('read {0} tokens', tokens(total)) : t('read {0} tokens for {1}', tokens(total), price(cost)),
  returned: (answer: number) => t('returned {0}', tokens(answer, true)),
  task: () => t('Task'),
  answer: () => t('Answer'),
  open: () => t('Open Sub-agent'),
};
