/** States of the panel with an expanded marker of a compaction. */
import type { MarkerRow } from '../../src/core/view/row.ts';
import { at, id } from './rows.ts';
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
  const [collapse, summarize] = marker.steps;
  const detailed: MarkerRow = {
    ...marker,
    strategy: 'summarize',
    tokensAfter: 34_000,
    estimated: { before: false, after: true },
    cost: 0.024,
    // Pins between the runs, each of which is a step.
    steps: [
      ...(collapse ? [collapse] : []),
      ...(summarize
        ? Array.from({ length: 11 }, (_, run) => ({
            ...summarize,
            kind: 'summarize' as const,
            turns: run === 0 ? 1 : 0,
            messages: 4 + run,
            tokensBefore: 9_000,
            tokensAfter: 370,
          }))
        : []),
    ],
    retained: [
      { kind: 'section', heading: 'Goal', entries: 0 },
      { kind: 'section', heading: 'Files', entries: 14 },
      { kind: 'section', heading: 'Commands', entries: 6 },
      { kind: 'section', heading: 'A heading that is a good deal longer than the others', entries: 3 },
      { kind: 'carried', entries: 5 },
      { kind: 'typed' },
    ],
    made: {
      model: 'anthropic/cedar-mini',
      usage: { input: 9_000, output: 4_100, cacheRead: 90_000, cacheCreation: 0, total: 103_100 },
      took: 21_000,
      prompted: true,
    },
    kept: {
      messages: 14,
      turns: 2,
      tokens: 8_900,
      pinned: 7,
      pins: [
        { entry: id(115), text: 'Never drop an acknowledged part, even if the order breaks.', tokens: 600 },
        { entry: id(118), text: '', tokens: 1_500 },
      ],
      newest: [
        { turn: 12, tokens: 1_400 },
        { turn: 13, tokens: 2_100 },
        { turn: 14, tokens: 2_200 },
      ],
      earlier: 600,
    },
  };
  const unfollowed: MarkerRow = {
    ...marker,
    strategy: 'extract',
    fellFrom: { strategy: 'summarize', reason: 'no-model' },
    unused: 'keep the manifest’s version and why the reader takes both',
  };
  const several = { ...marker, editable: { edits: [0, 2, 3], longest: 2 } };
  const ranged: MarkerRow = {
    ...marker,
    trigger: 'model',
    strategy: 'replace',
    tokensBefore: 41_200,
    tokensAfter: 2_600,
    turns: 0,
    steps: marker.steps
      .slice(0, 1)
      .map((step) => ({ ...step, kind: 'replace' as const, messages: 9, tokensBefore: 39_900, tokensAfter: 1_300 })),
    summary: { text: 'The first run leaves `.part` files, which the second run counts as acknowledged.', more: 0 },
    summaryTokens: 1_300,
    ranges: [
      {
        from: { id: 'a1b2c3', at: at('13:31'), entry: id(122) },
        to: { id: 'd4e5f6', at: at('13:44'), entry: id(125) },
      },
    ],
    because: {
      text: { text: 'The search is over; only the cause matters: the first run leaves `.part` files behind.', more: 0 },
      model: 'anthropic/cedar-large',
    },
  };
  const {
    ranges = [],
    steps: [range],
  } = ranged;
  const many: MarkerRow = {
    ...ranged,
    key: '140',
    entry: id(140),
    steps: range ? [range, range, range] : [],
    ranges: [...ranges, { to: { id: 'e7f8a9', at: at('13:50'), entry: id(131) } }],
  };
  const fits = (row: MarkerRow) => shown([...past.slice(-2), row, ...after]);
  return {
    '05n-details': { snapshot: fits(detailed), open: ['130'] },
    '05o-editing-one-of-several': { snapshot: fits(several), open: ['130'], press: ['edit-summary'] },
    '07-model-range': { snapshot: fits(ranged), open: ['130'] },
    '07b-several-ranges': { snapshot: shown([...past.slice(-2), ranged, ...after.slice(0, 1), many]), open: ['140'] },
    '05p-instructions-not-followed': { snapshot: fits(unfollowed), open: ['130'] },
    '05m-shortened': { snapshot: shown([...past.slice(-2), shortened, ...after]), open: ['130'] },
  };
}
