/** The text that a file of the workspace held, from the copy in the thread's folder. */
import type { L10n } from '../l10n/l10n.ts';
import type { ThreadStore } from '../storage/thread-store.ts';
import { decodePlain } from '../workspace/node/text-codec.ts';
import type { DocumentAddress } from './document-address.ts';

export type CopyAddress = Extract<DocumentAddress, { readonly show: 'copy' }>;

/** Empty where there was no file. */
export async function copyDocument(
  { thread, hash }: CopyAddress,
  store: Pick<ThreadStore, 'copy'>,
  { t }: L10n,
): Promise<string> {
  if (hash === '') return '';
  const bytes = await store.copy(thread, hash);
  if (!bytes) return t('The copy is missing or damaged.');
  return decodePlain(bytes)?.text ?? t('This file is no text.');
}
