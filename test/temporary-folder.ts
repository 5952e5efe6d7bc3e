/** Global setup: everything that a run of tests writes to the folder for temporary files goes into one folder of its own, which is removed with the run. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

let folder: string | undefined;

export function setup(): void {
  folder = mkdtempSync(path.join(tmpdir(), 'spool-tests-'));
  // Workers and the programs that tests start take it from here, each by its `tmpdir()`.
  process.env.TMPDIR = folder;
}

export function teardown(): void {
  if (folder !== undefined) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
