/** The parts of `npm test`. Each resolves to its counts. */

/** @typedef {{passed: number, failed: number, isUnaffected?: boolean}} Counts `isUnaffected`: no test is affected by what changed */

/** @type {Readonly<Record<string, (since?: string) => Promise<Counts>>>} */
export const parts = {
  check: async () => (await import('../check/all.mjs')).runChecks(),
  unit: async (since) => (await import('./unit.mjs')).runUnit(since),
  'in-host': async () => (await import('./in-host.mjs')).runInHost(),
  e2e: async () => (await import('./e2e.mjs')).runE2e(),
};

/**
 * Which parts run beside each other: those of one lane one after the other. The unit tests take about as much of the
 * processor as all the rest, and VS Code is waited for more than it works.
 */
export const lanes = [
  ['unit', 'check'],
  ['e2e', 'in-host'],
];
