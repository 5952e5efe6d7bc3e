/** Virtual documents for the diff editor: a file's text before and after a change that waits for permission. */

import type { L10n } from '../l10n/l10n.ts';
import type { WaitingQuestion } from '../permission/question-queue.ts';
import type { DocumentAddress } from './document-address.ts';

export type ChangeAddress = Extract<DocumentAddress, { readonly show: 'change' }>;

/** Empty where there is no file on that side. */
export function changeDocument(
  { question: id, call, change, side }: ChangeAddress,
  questions: readonly WaitingQuestion[],
  { t }: L10n,
): string {
  // The numbers of questions begin anew in each window; the id of the call tells them apart.
  const asked = questions.find((one) => one.id === id && one.question.call === call)?.question;
  const found = asked?.proposal?.type === 'change' ? asked.proposal.changes[change] : undefined;
  return found ? (found[side] ?? '') : t('The question about this change was answered.');
}
