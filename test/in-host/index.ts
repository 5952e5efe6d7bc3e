/** What VS Code runs inside its extension host (extensionTestsPath): every test beside this file, reported to SPOOL_TEST_REPORT. */
import { readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import Mocha from 'mocha';

export async function run(): Promise<void> {
  const mocha = new Mocha({ ui: 'bdd', timeout: 120_000 });
  for (const name of readdirSync(import.meta.dirname)) {
    if (name.endsWith('.test.js')) mocha.addFile(path.join(import.meta.dirname, name));
  }
  await mocha.loadFilesAsync();
  const report = process.env.SPOOL_TEST_REPORT;
  if (report === undefined) throw new Error('SPOOL_TEST_REPORT must name the file for the counts.');
  await new Promise<void>((resolve, reject) => {
    let passed = 0;
    const runner = mocha.run((failed) => {
      writeFileSync(report, JSON.stringify({ passed, failed }));
      if (failed === 0) resolve();
      else reject(new Error(`${failed} in-host tests failed`));
    });
    runner.on('pass', () => {
      passed++;
    });
  });
}
