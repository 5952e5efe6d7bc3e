/** The messages that a person sent, which the arrow keys bring back into an empty composer. */
import type { Row } from '../../core/view/row.ts';

/** A message that was brought back: its index among those sent, and its text as it was put into the composer. */
export interface Recalled {
  readonly index: number;
  readonly text: string;
}

/** Oldest first, of the rows that are loaded; without those that are clipped and without repetitions in a row. */
export function sentTexts(rows: ReadonlyMap<number, Row>): readonly string[] {
  const sent = [...rows]
    .sort(([a], [b]) => a - b)
    .flatMap(([, row]) => (row.type === 'user' && row.origin === 'typed' && row.body.more === 0 ? [row.body.text] : []))
    .filter((text) => text.trim() !== '');
  return sent.filter((text, index) => text !== sent[index - 1]);
}

/** The message before (-1) or behind (1) the one that was brought back. Undefined: the key does what it does anyway. */
export function recall(
  sent: readonly string[],
  recalled: Recalled | undefined,
  draft: string,
  by: -1 | 1,
): Recalled | undefined {
  const isUnchanged = recalled !== undefined && recalled.text === draft;
  // An edited or a new draft would be lost.
  if (draft !== '' && !isUnchanged) return undefined;
  const index = (draft !== '' && recalled ? recalled.index : sent.length) + by;
  if (index === sent.length && draft !== '') return { index, text: '' };
  const text = sent[index];
  return text === undefined ? undefined : { index, text };
}
