/** Who may import whom, by dependency-cruiser with the table in .dependency-cruiser.mjs. */

import { bin } from '../lib/paths.mjs';
import { capture } from '../lib/run.mjs';

const args = ['--config', '.dependency-cruiser.mjs', '--output-type', 'json', 'src', 'scripts', 'test', 'bench'];

/** @returns {Promise<import('./all.mjs').Found>} */
export async function dependencies() {
  const { stdout, output } = await capture(bin('depcruise'), args);
  if (!stdout.startsWith('{')) return { passed: false, said: [output] };
  const { modules, summary } = JSON.parse(stdout);
  const ours = modules.filter((/** @type {{source: string}} */ { source }) => source.startsWith('src/'));
  return {
    passed: ours.length > 0 && summary.violations.length === 0,
    said: [
      ...summary.violations.map(
        (/** @type {{from: string, to: string, rule: {name: string}}} */ { from, to, rule }) =>
          `${from} -> ${to}: ${rule.name}`,
      ),
      `${ours.length} modules of src seen`,
    ],
  };
}
