/** What a person reads when a model's window is too small for what must stay in the context: what takes the room, and what to do. */
import type { TurnEnd } from '../../core/agent/turn.ts';
import type { UncompactableTokens } from '../../core/agent/uncompactable.ts';
import type { Notice } from '../../core/protocol/panel-state.ts';
import { formatTokens } from '../../core/view/format.ts';
import type { L10n } from '../l10n/l10n.ts';

/** The thread was compacted more than once within one turn: what takes the room, the largest first, so that the person can change it. */
export function crowdedNotice(by: UncompactableTokens, l10n: L10n): Notice {
  const text = l10n.t(
    'The context was compacted more than once in this turn. In tokens, what must stay takes: {0}. A model with a larger window has more room.',
    partsText(by, l10n),
  );
  return { severity: 'warning', text, actions: ['selectModel', 'setContextWindow'] };
}

/** The next request is too large whatever is compacted: what makes it so, the largest first. */
export function cannotFitNotice(
  { tokens, room, window, by }: Extract<TurnEnd, { type: 'cannot-fit' }>,
  l10n: L10n,
): Notice {
  const size = (count: number) => formatTokens(count, l10n.locale);
  const what = l10n.t(
    'What must stay in the context takes {0} tokens ({1}), and the model has room for {2} in its window of {3}.',
    size(tokens),
    partsText({ ...by, serverOverhead: 0 }, l10n),
    size(room),
    size(window),
  );
  const isMessage = by.message >= Math.max(by.base, by.pins, by.round);
  const advice = isMessage
    ? l10n.t('Make the message shorter, or choose a model with a larger window.')
    : l10n.t('Choose a model with a larger window.');
  return { severity: 'error', text: `${what} ${advice}`, actions: ['selectModel', 'setContextWindow'] };
}

function partsText(
  { base: fixed, serverOverhead: added, pins, message, round }: UncompactableTokens,
  l10n: L10n,
): string {
  const parts = [
    { tokens: fixed, said: (size: string) => l10n.t('system prompt and tools ~{0}', size) },
    { tokens: added, said: (size: string) => l10n.t('added by the provider ~{0}', size) },
    { tokens: pins, said: (size: string) => l10n.t('pinned messages ~{0}', size) },
    { tokens: message, said: (size: string) => l10n.t('your newest message ~{0}', size) },
    { tokens: round, said: (size: string) => l10n.t('the newest reply and its tool results ~{0}', size) },
  ];
  return parts
    .filter(({ tokens }) => tokens > 0)
    .sort((a, b) => b.tokens - a.tokens)
    .map(({ tokens, said }) => said(formatTokens(tokens, l10n.locale)))
    .join(', ');
}
