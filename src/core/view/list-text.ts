/** Joins the parts of a list as the language of the messages does: `a, b, c`. */
import type { Translate } from '../lang/translate.ts';

export function listText(items: readonly string[], t: Translate): string {
  return items.join(t('{0}, {1}', '', ''));
}
