/** What a model reads when its ref leads nowhere: the refs that do. */
import { startOf } from '../lang/clip.ts';
import type { UnknownRef } from './open-ref.ts';

export function describeUnknownRef({ ref, known, more }: UnknownRef): string {
  const said = `There is no output ${JSON.stringify(startOf(ref, 60))} in this thread.`;
  if (known.length === 0) return `${said} Nothing of this thread was cut or compacted, so no ref is needed.`;
  return `${said} Known refs: ${known.join(', ')}${more > 0 ? ` and ${more} older ones` : ''}.`;
}
