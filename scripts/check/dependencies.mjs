/** Who may import whom, by dependency-cruiser with the table in .dependency-cruiser.mjs. */
import { execFile } from 'node:child_process';
import { bin, root } from '../lib/paths.mjs';
import { say } from '../lib/say.mjs';

/** @returns {Promise<string>} its report as JSON */
const cruise = () =>
  new Promise((resolve) => {
    const args = ['--config', '.dependency-cruiser.mjs', '--output-type', 'json', 'src', 'scripts', 'test', 'bench'];
    execFile(bin('depcruise'), args, { cwd: root, maxBuffer: 1 << 28 }, (_error, stdout, stderr) =>
      resolve(stdout || stderr),
    );
  });

export async function dependencies() {
  const report = await cruise();
  if (!report.startsWith('{')) {
    say(report);
    return false;
  }
  const { modules, summary } = JSON.parse(report);
  const ours = modules.filter((/** @type {{source: string}} */ { source }) => source.startsWith('src/'));
  for (const { from, to, rule } of summary.violations) say(`${from} -> ${to}: ${rule.name}`);
  say(`${ours.length} modules of src seen`);
  return ours.length > 0 && summary.violations.length === 0;
}
