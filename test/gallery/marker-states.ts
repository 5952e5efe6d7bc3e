/** States of the panel with an expanded marker of a compaction. */
import type { MarkerRow } from '../../src/core/view/row.ts';
import { id } from './rows.ts';
import type { GalleryState, Stuff } from './states.ts';

export function markerStates({
  shown,
  past,
  after,
  marker,
}: Pick<Stuff, 'shown' | 'past' | 'after' | 'marker'>): Readonly<Record<string, GalleryState>> {
  const { summary: _summary, ...wordless } = marker;
  const shortened: MarkerRow = {
    ...wordless,
    trigger: 'auto',
    strategy: 'outputs',
    turns: 0,
    summaryTokens: 0,
    tokensBefore: 38_000,
    tokensAfter: 21_400,
    steps: [
      {
        kind: 'shorten',
        from: id(124),
        to: id(125),
        turns: 0,
        toolResults: 2,
        messages: 2,
        tokensBefore: 31_000,
        tokensAfter: 14_400,
      },
    ],
  };
  return {
    '05m-shortened': { snapshot: shown([...past.slice(-2), shortened, ...after]), open: ['130'] },
  };
}
