/** What earlier mutation runs found, as far as the next one may build on it. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';

/**
 * Takes out of Stryker's incremental file what it would take over untested: a mutant of code that runs once, at load, is tied
 * to no test, so that a new test which finds it would change nothing.
 * @param {string} file
 */
export function forgetUntied(file) {
  if (!existsSync(file)) return;
  const report = JSON.parse(readFileSync(file, 'utf8'));
  for (const one of Object.values(report.files))
    one.mutants = one.mutants.filter(
      (/** @type {{static?: boolean, status: string}} */ { static: isStatic, status }) =>
        !isStatic || status === 'Killed',
    );
  writeFileSync(file, JSON.stringify(report));
}
