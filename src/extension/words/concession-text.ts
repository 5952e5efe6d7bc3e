/** Sentences that tell a person what a server refused of a request: a notice in the thread, and a note in the list of models. */
import type { Conceded, Concession } from '../../core/agent/refusals/conceded.ts';
import { assertNever } from '../../core/lang/assert-never.ts';
import type { Notice } from '../../core/protocol/panel-state.ts';
import { formatTokens } from '../../core/view/format.ts';
import { listText } from '../../core/view/list-text.ts';
import type { L10n } from '../l10n/l10n.ts';

/** Undefined where the refusal changes nothing that a person would miss; `known` is all that the server of the model refused. */
export function concessionNotice(
  concession: Concession,
  { model, known }: { readonly model: string; readonly known: Conceded },
  l10n: L10n,
): Notice | undefined {
  const text = noticeText(concession, { model, known }, l10n);
  return text === undefined ? undefined : { severity: 'info', text };
}

function noticeText(
  concession: Concession,
  { model, known }: { readonly model: string; readonly known: Conceded },
  l10n: L10n,
): string | undefined {
  if (concession.type === 'thread') {
    switch (concession.without) {
      case 'seals':
        return l10n.t(
          '{0} did not take back the reasoning that it had sealed. It goes on with the text of this thread alone.',
          model,
        );
      case 'new-images':
        return l10n.t('{0} did not take an image of your newest messages. A line takes its place.', model);
      case 'older-images':
        return l10n.t('The request was too large in bytes for {0}. Lines take the place of older images.', model);
      default:
        return assertNever(concession.without);
    }
  }
  if (concededFacts(concession.conceded, l10n).length === 0) return undefined;
  const facts = concededFacts(known, l10n);
  return l10n.t(
    'The server of {0} refused a part of the request and was asked again without it. From now on: {1}. To ask for it again, use the button in the model’s row of Select Model….',
    model,
    listText(facts, l10n.t),
  );
}

/** What a person may miss: what only changes the form of requests is left out. */
export function concededFacts(conceded: Conceded, l10n: L10n): readonly string[] {
  const { images, imageTypes = [], tools, toolsLeftOut = [], maxTokens, effort } = conceded;
  return [
    ...(images === 0 ? [l10n.t('no images')] : []),
    ...(images !== undefined && images > 0 ? [l10n.plural(images, 'at most {0} image', 'at most {0} images')] : []),
    ...imageTypes.map((type) => l10n.t('no images of type {0}', type)),
    ...(tools === 'none' ? [l10n.t('no tools')] : []),
    ...toolFacts(toolsLeftOut, l10n),
    ...(maxTokens === undefined ? [] : [l10n.t('replies of at most {0} tokens', formatTokens(maxTokens, l10n.locale))]),
    ...(effort === 'none' ? [l10n.t('no reasoning')] : []),
    ...(effort === 'refused' ? [l10n.t('no effort of your choice')] : []),
  ];
}

/** Tools that are named one by one; of more the first stands for all. */
const MOST_NAMED = 5;

function toolFacts(marks: readonly string[], l10n: L10n): readonly string[] {
  const names = marks.map((mark) => mark.split(' ')[0] ?? mark);
  if (names.length <= MOST_NAMED) return names.map((name) => l10n.t('no tool {0}', name));
  return [l10n.t('none of {0} tools, such as {1}', names.length, names[0] ?? '')];
}
