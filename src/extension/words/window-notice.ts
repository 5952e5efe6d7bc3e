/** The notices about a window that a server's reports suggest: the suggestion, its acceptance and its undo. */
import type { Notice } from '../../core/protocol/panel-state.ts';
import { formatCount } from '../../core/view/format.ts';
import type { L10n } from '../l10n/l10n.ts';

interface SuggestedWindow {
  /** Its name. */
  readonly model: string;
  /** Tokens. */
  readonly window: number;
}

export function windowSuggestedNotice({ model, window }: SuggestedWindow, l10n: L10n): Notice {
  const text = l10n.t(
    'The server of {0} reports {1} tokens however much is sent. It may cut off the start of each request without a word. With this window, Spool compacts in time.',
    model,
    formatCount(window, l10n.locale),
  );
  return { severity: 'warning', text, actions: ['useSuggestedWindow', 'showRequestLog'] };
}

export function windowSetNotice({ model, window }: SuggestedWindow, l10n: L10n): Notice {
  const text = l10n.t(
    'The window of {0} at this server is now {1} tokens. The button in the model’s row of Select Model… takes that back too.',
    model,
    formatCount(window, l10n.locale),
  );
  return { severity: 'info', text, actions: ['forgetLearnedWindow'] };
}

export function windowForgottenNotice(model: string, l10n: L10n): Notice {
  const text = l10n.t('The window of {0} is again what the settings, its server or Spool’s table say.', model);
  return { severity: 'info', text };
}
