/** Weighs lines of a file by their distance to the model's edits, since it tends to edit there again. */

import type { ModelText } from './model-text.ts';
import type { PassageSource } from './passage-sources.ts';
import { WEIGHTS } from './weights.ts';

const { shortest, decay, read, written } = WEIGHTS.nearEdit;

/**
 * A factor for each line, larger the nearer it is to an edit; undefined for a passage that shows no file. A line that a later
 * edit searched for, or wrote, marks the place of that edit.
 */
export function nearEdits({ passage, call }: PassageSource, own: ModelText): Float64Array | undefined {
  const isRead = passage.kind === 'result' && call === 'read';
  if (!isRead && passage.kind !== 'written') return undefined;
  const isMark = isRead ? own.isEdited : own.isAnchor;
  const gain = isRead ? read : written;
  const { lines } = passage;
  const near = Float64Array.from(lines, ({ key }) => (key.length >= shortest && isMark(key) ? 1 : 0));
  for (let i = 1; i < near.length; i++) near[i] = Math.max(near[i] ?? 0, decay * (near[i - 1] ?? 0));
  for (let i = near.length - 2; i >= 0; i--) near[i] = Math.max(near[i] ?? 0, decay * (near[i + 1] ?? 0));
  return near.map((share) => 1 + gain * share);
}
