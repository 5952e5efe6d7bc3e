/** Runs one part of `npm test`, which its first argument names, for what changed since the second, if there is one, and sends the counts to the process that started it. */
import { Refusal, runMain, say } from '../lib/say.mjs';
import { parts } from './parts.mjs';

// Nobody waits for the counts any more.
process.once('disconnect', () => process.exit());

runMain(async () => {
  const [name = '', since] = process.argv.slice(2);
  const counts = await parts[name]?.(since).catch((error) => {
    say(error instanceof Refusal ? error.message : String(error?.stack ?? error));
    return { passed: 0, failed: 1 };
  });
  await new Promise((resolve) => process.send?.(counts, resolve));
  process.exit();
});
