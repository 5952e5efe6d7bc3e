/** Runs one part of `npm test`, which its argument names, and sends the counts to the process that started it. */
import { Refusal, runMain, say } from '../lib/say.mjs';
import { parts } from './parts.mjs';

// Nobody waits for the counts any more.
process.once('disconnect', () => process.exit());

runMain(async () => {
  const [name = ''] = process.argv.slice(2);
  const counts = await parts[name]?.().catch((error) => {
    say(error instanceof Refusal ? error.message : String(error?.stack ?? error));
    return { passed: 0, failed: 1 };
  });
  await new Promise((resolve) => process.send?.(counts, resolve));
  process.exit();
});
