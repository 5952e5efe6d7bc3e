/** The error message for an unknown ref, with the refs that exist. */
import { startOf } from '../lang/clip.ts';
import type { UnknownRef } from './open-ref.ts';

export function describeUnknownRef({ ref, known, more }: UnknownRef): string {
  const unknown = `There is no output ${JSON.stringify(startOf(ref, 60))} in this thread.`;
  if (known.length === 0) return `${unknown} Nothing of this thread was cut or compacted, so no ref is needed.`;
  return `${unknown} Known refs: ${known.join(', ')}${more > 0 ? ` and ${more} older ones` : ''}.`;
}
