/** `npm test [-- PART…]`: installs what is missing, runs every part (or those named), and ends with one line over all of them. */
import { ensureDependencies } from './lib/dependencies.mjs';
import { Refusal, runMain, say } from './lib/say.mjs';
import { lanes, parts } from './test/parts.mjs';
import { prepare } from './test/prepare.mjs';
import { runPart } from './test/run-part.mjs';

runMain(async () => {
  const named = process.argv.slice(2);
  const unknown = named.find((name) => !Object.hasOwn(parts, name));
  if (unknown !== undefined)
    throw new Refusal(`There is no part "${unknown}"; there are ${Object.keys(parts).join(', ')}.`);
  const chosen = Object.keys(parts).filter((name) => named.length === 0 || named.includes(name));
  await ensureDependencies();
  say(`Parts: ${chosen.join(', ')}`);
  await prepare(chosen);
  const counts = await Promise.all(
    lanes.map(async (lane) => {
      const own = [];
      for (const name of lane) if (chosen.includes(name)) own.push(await runPart(name, chosen.length === 1));
      return own;
    }),
  );
  const sum = (/** @type {'passed' | 'failed'} */ which) => counts.flat().reduce((all, one) => all + one[which], 0);
  process.stdout.write(`${sum('passed')} passed, ${sum('failed')} failed\n`);
  return sum('failed') === 0 ? 0 : 1;
});
