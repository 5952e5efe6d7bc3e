/** Global setup: a run has its own folder for temporary files. The run fails when a test leaves a folder of ours in it. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

let folder: string | undefined;

export function setup(): void {
  folder = mkdtempSync(path.join(tmpdir(), 'spool-tests-'));
  // Workers and the programs that tests start take it from here, each by its `tmpdir()`.
  process.env.TMPDIR = folder;
}

export function teardown(): void {
  if (folder === undefined) return;
  const left = readdirSync(folder).filter((name) => name.startsWith('spool-'));
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  if (left.length === 0) return;
  process.exitCode = 1;
  throw new Error(
    `The tests left ${left.length} folders in ${folder}: ${left.slice(0, 10).join(', ')}. newFolder (test/new-folder.ts) makes folders that are removed.`,
  );
}
