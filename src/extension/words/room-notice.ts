/** What a person reads when a model's window is too small for what must stay in the context: what takes the room, and what to do. */
import type { RequestSize } from '../../core/agent/next-call.ts';
import type { TurnEnd } from '../../core/agent/turn.ts';
import type { UncompactableTokens } from '../../core/agent/uncompactable.ts';
import { assertNever } from '../../core/lang/assert-never.ts';
import type { Notice } from '../../core/protocol/panel-state.ts';
import { formatTokens } from '../../core/view/format.ts';
import { listText } from '../../core/view/list-text.ts';
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
  const others = Math.max(by.base, by.pins, by.round);
  const advice =
    by.unsent > by.message && by.unsent >= others
      ? l10n.t('Take the earlier message back or make it shorter, or choose a model with a larger window.')
      : by.message >= others
        ? l10n.t('Make the message shorter, or choose a model with a larger window.')
        : l10n.t('Choose a model with a larger window.');
  return { severity: 'error', text: `${what} ${advice}`, actions: ['selectModel', 'setContextWindow'] };
}

/** The next request is too large, and compaction is not allowed to act by itself. */
export function tooLargeText(
  { tokens, room, window }: RequestSize,
  why: 'not-automatic' | 'switched-off' | 'strategy-disabled',
  l10n: L10n,
): string {
  const size = (count: number) => formatTokens(count, l10n.locale);
  const what = l10n.t(
    'The next request takes ~{0} tokens, and the model has room for {1} in its window of {2}.',
    size(tokens),
    size(room),
    size(window),
  );
  switch (why) {
    case 'not-automatic':
      return `${what} ${l10n.t('Compaction is not automatic: compact the thread to go on.')}`;
    case 'switched-off':
      return `${what} ${l10n.t('Compaction is switched off: switch it on, or choose a model with a larger window.')}`;
    case 'strategy-disabled':
      return `${what} ${l10n.t('The strategy of compaction is “disabled”: choose another one, or a model with a larger window.')}`;
    default:
      return assertNever(why);
  }
}

function partsText(
  { base: fixed, serverOverhead: added, pins, message, unsent = 0, round }: UncompactableTokens & { unsent?: number },
  l10n: L10n,
): string {
  const parts = [
    { tokens: fixed, said: (size: string) => l10n.t('system prompt and tools ~{0}', size) },
    { tokens: added, said: (size: string) => l10n.t('added by the provider ~{0}', size) },
    { tokens: pins, said: (size: string) => l10n.t('pinned messages ~{0}', size) },
    { tokens: message, said: (size: string) => l10n.t('your newest message ~{0}', size) },
    { tokens: unsent, said: (size: string) => l10n.t('earlier messages that were not sent yet ~{0}', size) },
    { tokens: round, said: (size: string) => l10n.t('the newest reply and its tool results ~{0}', size) },
  ];
  const named = parts
    .filter(({ tokens }) => tokens > 0)
    .sort((a, b) => b.tokens - a.tokens)
    .map(({ tokens, said }) => said(formatTokens(tokens, l10n.locale)));
  return listText(named, l10n.t);
}
