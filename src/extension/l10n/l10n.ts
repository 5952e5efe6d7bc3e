/** The translator of the host's sentences, passed as a value so that sentences can be made and tested outside of VS Code. */
import { pluralForm } from '../../core/lang/plural.ts';
import type { Translate } from '../../core/lang/translate.ts';
import { formatCount, formatSpoken } from '../../core/view/format.ts';

export interface L10n {
  readonly t: Translate;
  /** The form of a message for `n`, which replaces `{0}`; further arguments replace `{1}` and so on. */
  readonly plural: (n: number, one: string, other: string, ...args: readonly (string | number)[]) => string;
  /** A count in words, for a screen reader. */
  readonly spoken: (n: number) => string;
  /** The user's language, for numbers and times. */
  readonly locale: string;
}

/** `isTranslated`: a message without a translation is English, so its plural and the counts in words follow English. */
export function createL10n(t: Translate, locale: string, isTranslated: (message: string) => boolean): L10n {
  const spokenIn = isTranslated('{0} tokens') ? locale : 'en';
  return {
    t,
    plural: (n, one, other, ...args) =>
      t(pluralForm(n, one, other, isTranslated(other) ? locale : 'en'), formatCount(n, locale), ...args),
    spoken: (n) => formatSpoken(n, spokenIn),
    locale,
  };
}
