/** A real VS Code with the extension installed, in a browser window, with all of its state in a folder that goes away. */
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { serve } from '../../scripts/lib/serve.mjs';
import { spool } from '../../scripts/lib/web.mjs';
import { openBrowser } from './browser.mjs';
import { openWorkbench } from './workbench.mjs';

/**
 * @param {object} [options]
 * @param {string} [options.workspace] folder whose copy is opened; an empty one when not given
 * @param {Record<string, unknown>} [options.settings] user settings
 * @param {(userData: string) => void | Promise<void>} [options.prepare] puts files into the user data before VS Code opens
 * @param {number} [options.width] of the window, in pixels
 * @param {number} [options.height]
 */
export async function openVsCode({ workspace, settings, prepare, width, height } = {}) {
  const dir = mkdtempSync(path.join(tmpdir(), 'spool-vscode-'));
  const folder = path.join(dir, 'workspace');
  if (workspace === undefined) mkdirSync(folder);
  else cpSync(workspace, folder, { recursive: true });
  const server = await serve({ dir, extensions: [spool], ...(settings && { settings }) });
  await prepare?.(server.userData);
  const browser = await openBrowser({ ...(width && { width }), ...(height && { height }) });
  const close = async () => {
    await browser.close();
    await server.stop();
    rmSync(dir, { recursive: true, force: true });
  };
  try {
    await openWorkbench(browser.page, server.url(folder));
  } catch (error) {
    await close();
    throw error;
  }
  return {
    page: browser.page,
    folder,
    userData: server.userData,
    logFile: server.logFile,
    url: server.url(folder),
    close,
  };
}
