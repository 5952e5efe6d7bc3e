/** Packs the staged files by @vscode/vsce, and refuses a package with a warning, with a file that is not listed, or too large. */
import { statSync } from 'node:fs';
import { bin } from '../lib/paths.mjs';
import { capture } from '../lib/run.mjs';
import { Refusal } from '../lib/say.mjs';
import { staged } from './stage.mjs';

/** Bytes. */
const most = 3_000_000;
/** vsce takes these in without being asked. */
const always = ['package.json', 'README.md'];

/** @param {string} command @param {readonly string[]} args @returns {Promise<string>} what it printed */
async function vsce(command, args) {
  const { code, output } = await capture(bin('vsce'), [command, '--no-dependencies', ...args], { cwd: staged });
  if (code !== 0 || /\bwarning\b/i.test(output)) throw new Refusal(`${output.trim()}\nvsce ${command} has complained.`);
  return output.trim();
}

/**
 * Which of the package's files no pattern names. `*` in a pattern stands for a name without a folder.
 * @param {readonly string[]} files @param {readonly string[]} patterns of `files` in package.json
 */
export function unlisted(files, patterns) {
  const listed = patterns.map((pattern) => {
    const parts = pattern.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'));
    return new RegExp(`^${parts.join('[^/]*')}$`);
  });
  return files.filter((file) => !always.includes(file) && !listed.some((pattern) => pattern.test(file)));
}

/**
 * @param {string} to path of the package
 * @param {readonly string[]} patterns of `files` in package.json
 * @returns {Promise<string>} the files in it, with their sizes
 */
export async function pack(to, patterns) {
  // `repository` is missing until there is an address for it.
  const said = await vsce('package', ['--allow-missing-repository', '--out', to]);
  const others = unlisted((await vsce('ls', [])).split('\n'), patterns);
  if (others.length > 0)
    throw new Refusal(`The package has files that package.json does not name: ${others.join(', ')}`);
  const { size } = statSync(to);
  if (size > most) throw new Refusal(`The package has ${size} bytes, over ${most}.`);
  return said;
}
