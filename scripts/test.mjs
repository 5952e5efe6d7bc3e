/** `npm test [-- PART…]`: installs what is missing, runs every part (or those named), and ends with one line over all of them. */
import { ensureDependencies } from './lib/dependencies.mjs';
import { Refusal, runMain, say } from './lib/say.mjs';

/** Each part resolves to its counts; one that ran nothing has failed. */
const parts = {
  check: async () => (await import('./check/all.mjs')).runChecks(),
  unit: async () => (await import('./test/unit.mjs')).runUnit(),
  'in-host': async () => (await import('./test/in-host.mjs')).runInHost(),
  e2e: async () => (await import('./test/e2e.mjs')).runE2e(),
};

/** @param {string} name @param {() => Promise<{passed: number, failed: number}>} part */
async function count(name, part) {
  const began = Date.now();
  say(`\n— ${name}`);
  let { passed, failed } = await part().catch((error) => {
    say(error instanceof Refusal ? error.message : String(error?.stack ?? error));
    return { passed: 0, failed: 1 };
  });
  if (passed + failed === 0) {
    say(`${name}: no test was run`);
    failed = 1;
  }
  say(`— ${name}: ${passed} passed, ${failed} failed (${Math.round((Date.now() - began) / 1000)} s)`);
  return { passed, failed };
}

runMain(async () => {
  const named = process.argv.slice(2);
  const unknown = named.find((name) => !Object.hasOwn(parts, name));
  if (unknown !== undefined)
    throw new Refusal(`There is no part "${unknown}"; there are ${Object.keys(parts).join(', ')}.`);
  const chosen = Object.entries(parts).filter(([name]) => named.length === 0 || named.includes(name));
  await ensureDependencies();
  if (named.length > 0) say(`Only: ${chosen.map(([name]) => name).join(', ')}`);
  let total = { passed: 0, failed: 0 };
  for (const [name, part] of chosen) {
    const { passed, failed } = await count(name, part);
    total = { passed: total.passed + passed, failed: total.failed + failed };
  }
  process.stdout.write(`${total.passed} passed, ${total.failed} failed\n`);
  return total.failed === 0 ? 0 : 1;
});
