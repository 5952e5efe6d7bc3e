/** A window that is killed leaves none of its commands running. */
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';
import { beforeAll, describe, expect, it } from 'vitest';
import { listProcesses, printedByPs } from '../../../../../src/extension/workspace/node/commands/process-table.ts';
import { newFolder } from '../../../../new-folder.ts';

let program: string;

beforeAll(async () => {
  program = path.join(newFolder('window'), 'window.mjs');
  await build({
    entryPoints: [path.join(import.meta.dirname, 'window.ts')],
    outfile: program,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    logLevel: 'silent',
  });
});

function openWindow() {
  const folder = newFolder('killed');
  const window = spawn(process.execPath, [program, folder], {
    stdio: 'ignore',
    env: { ...process.env, TMPDIR: folder },
  });
  const number = (name: string) =>
    Number(existsSync(path.join(folder, name)) && readFileSync(path.join(folder, name), 'utf8'));
  return { folder, window, number };
}

async function running(pids: readonly number[]): Promise<readonly number[]> {
  const all = new Set((await listProcesses()).map(({ pid }) => pid));
  return pids.filter((pid) => all.has(pid));
}

describe('a window that is killed', () => {
  it('ends its commands with all that they started, but no daemon of a command that had ended', async () => {
    const { folder, window, number } = openWindow();
    const names = ['child', 'session', 'stubborn', 'left'];
    await expect
      .poll(() => [...names, 'daemon', 'ready'].every((name) => number(name) > 0), { timeout: 120_000 })
      .toBe(true);
    const pids = names.map(number);
    expect(await running(pids)).toEqual(pids);
    window.kill('SIGKILL');
    await expect.poll(() => running(pids), { timeout: 120_000 }).toEqual([]);
    await expect.poll(() => readdirSync(folder).filter((name) => name.startsWith('spool-'))).toEqual([]);
    const daemon = number('daemon');
    process.kill(daemon, 'SIGKILL');
  });

  it('at any moment leaves none', async () => {
    for (let n = 0; n < 6; n++) {
      const { folder, window } = openWindow();
      const ended = new Promise((resolve) => window.once('exit', resolve));
      // Not a time that anything depends on: each kill comes at another moment.
      setTimeout(() => window.kill('SIGKILL'), 60 * n);
      await ended;
      const ofWindow = async () => (await listProcesses()).filter(({ name }) => name.includes(folder)).length;
      await expect.poll(ofWindow, { timeout: 120_000 }).toBe(0);
    }
  });
});

describe('the list of processes', () => {
  it('by ps is that of /proc', async () => {
    const printed = await printedByPs(process.platform);
    const own = printed.find(({ pid }) => pid === process.pid);
    const listed = (await listProcesses()).find(({ pid }) => pid === process.pid);
    expect(own).toMatchObject({ parent: listed?.parent, group: listed?.group, mark: listed?.mark });
  });
});
