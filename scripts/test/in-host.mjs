/** In-host tests: mocha inside VS Code's own extension host, through @vscode/test-electron. */
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { runTests } from '@vscode/test-electron';
import { dist, out, root } from '../lib/paths.mjs';
import { Refusal, say } from '../lib/say.mjs';
import { withTemporaryFolder } from '../lib/temporary.mjs';
import { findVsCode } from './vs-code.mjs';

/** @returns {Promise<{passed: number, failed: number}>} */
export async function runInHost() {
  const vscodeExecutablePath = await findVsCode();
  const report = path.join(out, 'test/in-host.json');
  mkdirSync(path.dirname(report), { recursive: true });
  rmSync(report, { force: true });
  const ended = await withTemporaryFolder('spool-host-', (temporary) =>
    runTests({
      vscodeExecutablePath,
      // A second extension, which uses what Spool exports.
      extensionDevelopmentPath: [root, path.join(root, 'test/in-host/other-extension')],
      extensionTestsPath: path.join(dist, 'test/in-host/index.js'),
      extensionTestsEnv: { SPOOL_TEST_REPORT: report, TMPDIR: temporary },
    }).catch((error) => {
      say(String(error));
      return 1;
    }),
  );
  const { passed, failed } = readReport(report);
  return { passed, failed: failed === 0 && ended !== 0 ? 1 : failed };
}

/** @param {string} report */
function readReport(report) {
  try {
    return JSON.parse(readFileSync(report, 'utf8'));
  } catch {
    throw new Refusal('VS Code ended before the in-host tests could report; its output is above.');
  }
}
