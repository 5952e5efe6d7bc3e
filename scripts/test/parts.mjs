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
 * Which parts run beside each other: those of one lane one after the other. The end-to-end tests take as long as all
 * unit tests, and the checks say within seconds what is wrong.
 */
export const lanes = [['unit', 'in-host'], ['e2e'], ['check']];
