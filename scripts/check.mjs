/** `npm run check`: every rule a machine can hold. All are run, each says passed or failed. */
import { runChecks } from './check/all.mjs';
import { ensureDependencies } from './lib/dependencies.mjs';
import { runMain } from './lib/say.mjs';

runMain(async () => {
  await ensureDependencies();
  const { failed } = await runChecks();
  return failed === 0 ? 0 : 1;
});
