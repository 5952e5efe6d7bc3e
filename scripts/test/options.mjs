/** What `npm test` is asked for: parts by name, and whether only what a change affects. */
import { capture } from '../lib/run.mjs';
import { Refusal } from '../lib/say.mjs';

/**
 * @typedef {object} TestOptions
 * @property {readonly string[]} named parts; none for all
 * @property {string | undefined} since the commit or branch of `--changed`: HEAD, unless one is given; undefined without the option
 */

/**
 * @param {readonly string[]} args
 * @param {readonly string[]} parts that there are
 * @returns {TestOptions}
 */
export function optionsOf(args, parts) {
  /** @type {string[]} */
  const named = [];
  /** @type {string | undefined} */
  let since;
  for (const [i, arg] of args.entries()) {
    if (arg === '--changed') since = 'HEAD';
    else if (parts.includes(arg)) named.push(arg);
    else if (args[i - 1] === '--changed' && !arg.startsWith('-')) since = arg;
    else throw new Refusal(`There is no part "${arg}"; there are ${parts.join(', ')}, and --changed [REF].`);
  }
  return { named, since };
}

/** What VS Code runs or its tests are made of. */
const OF_VS_CODE =
  /^(src\/(extension|webview)|scripts|media|l10n|test\/(e2e|in-host|harness))\/|^(package(-lock|\.nls)?\.json|esbuild\.mjs)$/;

/**
 * The parts that a change can affect. Those with a real VS Code are left out where only other code changed: the unit
 * tests find what is broken in it.
 * @param {readonly string[]} chosen names of parts
 * @param {readonly string[]} files that changed, from the root of the checkout
 */
export const affectedParts = (chosen, files) =>
  chosen.filter((name) => (name !== 'e2e' && name !== 'in-host') || files.some((file) => OF_VS_CODE.test(file)));

/** The files that differ from where `since` and HEAD parted, those not yet added to git among them. @param {string} since */
export async function changedFiles(since) {
  const asked = [
    ['diff', '--name-only', '--merge-base', since],
    ['ls-files', '--others', '--exclude-standard'],
  ];
  const answers = await Promise.all(asked.map((args) => capture('git', args)));
  const refused = answers.find(({ code }) => code !== 0);
  if (refused) throw new Refusal(`git does not say what changed since ${since}: ${refused.output.trim()}`);
  return answers.flatMap(({ stdout }) => stdout.split('\n').filter(Boolean));
}
