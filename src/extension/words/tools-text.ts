/** Sentences about the tools that a person selected: what their schemas take of the window, and which have no room. */
import { oneLine } from '../../core/lang/clip.ts';
import type { Notice } from '../../core/protocol/panel-state.ts';
import { formatTokens } from '../../core/view/format.ts';
import { listText } from '../../core/view/list-text.ts';
import type { ChosenTools } from '../../core/workspace/external/choose-tools.ts';
import type { L10n } from '../l10n/l10n.ts';

/** Tools that a notice names. */
const MOST_NAMED = 10;
/** UTF-16 units of a name in it. */
const MOST_IN_NAME = 80;

/** What follows from a selection, in one notice, as the panel shows one; `later` are names as in `laterNotice`. */
export function selectionNotice(
  chosen: ChosenTools,
  later: readonly string[],
  model: string,
  l10n: L10n,
): Notice | undefined {
  const [size, wait] = [toolsNotice(chosen, model, l10n), laterNotice(later, l10n)];
  return size && wait ? { ...size, text: `${size.text} ${wait.text}` } : (size ?? wait);
}

/** Undefined where the schemas stay within their share of the window; `model` is the name of the model. */
export function toolsNotice(chosen: ChosenTools, model: string, l10n: L10n): Notice | undefined {
  const { leftOut } = chosen;
  const { t, locale } = l10n;
  const texts = [
    ...(leftOut.length > 0
      ? [
          t(
            'The window of {0} has no room for these tools, so they are not offered: {1}. Choose a model with a larger window, or fewer tools.',
            model,
            named(
              leftOut.map(({ id }) => id),
              l10n,
            ),
          ),
        ]
      : []),
    ...(isOverShare(chosen)
      ? [
          t(
            'The schemas of the tools take ~{0} tokens of each request, more than a tenth of the window of {1}. Select fewer tools to save them.',
            formatTokens(chosen.tokens, locale),
            model,
          ),
        ]
      : []),
  ];
  if (texts.length === 0) return undefined;
  return { severity: 'warning', text: texts.join(' '), actions: ['selectTools'] };
}

/** Names of tools that the person has switched on in a thread that goes on without them for now; undefined where there are none. */
export function laterNotice(later: readonly string[], l10n: L10n): Notice | undefined {
  if (later.length === 0) return undefined;
  const text = l10n.t(
    'This thread is offered {0} from its next compaction on, since the model’s cache and reasoning depend on its tools. A new thread has them at once.',
    named(later, l10n),
  );
  return { severity: 'info', text };
}

/** Where only our own tools are offered, there is nothing to select fewer of. */
export function isOverShare({ tokens, share, offered }: ChosenTools): boolean {
  return share !== undefined && tokens > share && offered.length > 0;
}

function named(ids: readonly string[], { t }: L10n): string {
  const shown = ids.slice(0, MOST_NAMED).map((id) => oneLine(id, MOST_IN_NAME));
  const more = ids.length - MOST_NAMED;
  return more > 0 ? t('{0} and {1} more', listText(shown, t), more) : listText(shown, t);
}
