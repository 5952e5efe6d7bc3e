/** The random seeds with which a property once failed: `npm test` tries the values that failed again. */

/** `npm run test:deep` prints each failure in this form. */
export interface FailedSeed {
  /** Path from the root of the checkout. */
  readonly file: string;
  /** The titles of its suites and its own, joined by ` > `. */
  readonly test: string;
  readonly seed: number;
  /** How many values of this seed came before the one that failed: the first number of fast-check's path. */
  readonly run: number;
}

/**
 * A seed gives other values once the property's arbitraries change. So the value that failed is kept as well: in the
 * `examples` of the property, or as a test of its own.
 */
export const FAILED_SEEDS: readonly FailedSeed[] = [
  {
    file: 'test/core/compaction/compact.property.test.ts',
    test: 'a compaction > misses its goal only where what must stay, the floor and the notes exceed it',
    seed: -230312807,
    run: 14,
  },
  {
    file: 'test/core/compaction/compact.property.test.ts',
    test: 'a compaction > comes to rest: compacting what was just compacted changes nothing more in the end',
    seed: -338818777,
    run: 38,
  },
  {
    file: 'test/core/thread/queue-order.test.ts',
    test: 'the queue > is the same replayed whole and entry by entry, and holds each message once',
    seed: 1021962773,
    run: 484,
  },
  ...[
    { seed: 210968123, run: 7 },
    { seed: -2075343880, run: 27 },
    { seed: 1713349892, run: 169 },
  ].map((failed) => ({
    file: 'test/providers/anthropic/thread.property.test.ts',
    test: 'a thread with thoughts that are bound to it > R57 goes through every compaction, undo and restart without a refusal',
    ...failed,
  })),
  ...[
    { seed: 1611229642, run: 3 },
    { seed: -1688853087, run: 24 },
  ].map((failed) => ({
    file: 'test/providers/suite/scripts.property.test.ts',
    test: 'a thread that begins with vscode-lm > goes on through whatever happens',
    ...failed,
  })),
  ...[
    { seed: 2017488374, run: 11 },
    { seed: 1545744191, run: 48 },
    { seed: 64962568, run: 36 },
    { seed: 503587313, run: 84 },
  ].map((failed) => ({
    file: 'test/core/compaction/compact.property.test.ts',
    test: 'a compaction > loses no retained line that fits a tenth of the target',
    ...failed,
  })),
  {
    file: 'test/webview/markdown-stream.test.ts',
    test: 'Markdown in pieces > comes to the tree of the whole, wherever it was cut',
    seed: -653092693,
    run: 592,
  },
];
