/** An installed VS Code that can show a window. */
import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { cache, root } from './paths.mjs';
import { mustRun } from './run.mjs';
import { placeSample } from './sample.mjs';
import { say } from './say.mjs';

/** @returns {string | undefined} path of the program `code` */
export function findDesktop() {
  const hasScreen = process.platform !== 'linux' || process.env.DISPLAY || process.env.WAYLAND_DISPLAY;
  if (!hasScreen) return undefined;
  const name = process.platform === 'win32' ? 'code.cmd' : 'code';
  return (process.env.PATH ?? '')
    .split(path.delimiter)
    .map((folder) => path.join(folder, name))
    .find((file) => existsSync(file));
}

/**
 * What `code` is told: a window with the extension from this checkout, in a profile of its own, with nothing in front of the
 * panel. The sample workspace is ours, so nobody is asked whether to trust it.
 * @param {{dir: string, userData: string, folder: string, isRoot: boolean}} options `dir` holds the profile's extensions
 * @returns {readonly string[]}
 */
export function desktopArguments({ dir, userData, folder, isRoot }) {
  return [
    '--new-window',
    `--user-data-dir=${userData}`,
    `--extensions-dir=${path.join(dir, 'extensions')}`,
    '--disable-workspace-trust',
    '--skip-welcome',
    '--skip-release-notes',
    // Chromium refuses to run in its sandbox as root.
    ...(isRoot ? ['--no-sandbox'] : []),
    `--extensionDevelopmentPath=${root}`,
    folder,
  ];
}

/** Opens a window with the extension, in a profile of its own. @param {string} code */
export async function openDesktop(code) {
  const dir = path.join(cache, 'start/desktop');
  const userData = path.join(dir, 'user-data');
  mkdirSync(userData, { recursive: true });
  const folder = await placeSample(dir, userData);
  const isRoot = process.getuid?.() === 0;
  await mustRun('Opening VS Code', code, desktopArguments({ dir, userData, folder, isRoot }));
  say('VS Code is open with Spool and the sample thread.');
}
