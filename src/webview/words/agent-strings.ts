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
  used: (total: number, cost: number | undefined) =>
    cost === undefined ? t('used {0} tokens', tokens(total)) : t('used {0} tokens, {1}', tokens(total), price(cost)),
  open: () => t('Open Sub-agent'),
};
