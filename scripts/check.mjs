/** `npm run check`: every rule a machine can hold. All are run, each says passed or failed. */
import { ensureDependencies } from './lib/dependencies.mjs';
import { runMain } from './lib/say.mjs';

runMain(async () => {
  await ensureDependencies();
  const { runChecks } = await import('./check/all.mjs');
  const { failed } = await runChecks();
  return failed === 0 ? 0 : 1;
});
