/** A real VS Code with the extension installed, in a browser window, with all of its state in a folder that goes away. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { placeSample } from '../../scripts/lib/sample.mjs';
import { serve } from '../../scripts/lib/serve.mjs';
import { spool } from '../../scripts/lib/web.mjs';
import { openProfile } from './browser.mjs';
import { openWorkbench } from './workbench.mjs';

/** Of the extensions that VS Code comes with, those that our own has to do with: the colours of the window. */
export const FEW_BUILT_IN = ['theme-defaults'];

/** Hosts that a page may name: this machine, and the one by which VS Code's own worker answers for a webview's files. */
const inside = /^(127\.0\.0\.1|[^.]+\.vscode-resource\.vscode-cdn\.net)$/;

/**
 * @param {object} [options]
 * @param {boolean} [options.sample] opens the sample workspace with the sample thread; else an empty folder without a thread
 * @param {Record<string, unknown>} [options.settings] user settings
 * @param {Record<string, unknown>} [options.machineSettings] settings of scope `machine`
 * @param {readonly {id: string, at: string}[]} [options.extensions] beside our own
 * @param {boolean} [options.isUntrusted] the folder is opened in Restricted Mode, without the question whether it is trusted
 * @param {string} [options.installed] a `.vsix` file that is installed in place of this checkout, beside all that VS Code comes with
 */
export async function openVsCode({
  sample = false,
  settings = {},
  machineSettings,
  extensions = [],
  isUntrusted = false,
  installed,
} = {}) {
  const dir = mkdtempSync(path.join(tmpdir(), 'spool-vscode-'));
  const folder = path.join(dir, 'workspace');
  if (sample) await placeSample(dir, path.join(dir, 'user-data'));
  else mkdirSync(folder);
  const own =
    installed === undefined
      ? { extensions: [spool, ...extensions], builtIn: FEW_BUILT_IN }
      : { extensions, packages: [installed] };
  const serveIt = (/** @type {Partial<import('../../scripts/lib/serve.mjs').ServeOptions>} */ changes = {}) =>
    serve({ dir, ...own, settings, isUntrusted, ...(machineSettings && { machineSettings }), ...changes });
  let server = await serveIt();
  const browser = await openProfile();
  /** @type {string[]} */
  const outside = [];
  browser.page.on('request', (request) => {
    const { protocol, hostname, href } = new URL(request.url());
    if (protocol.startsWith('http') && !inside.test(hostname)) outside.push(href);
  });
  const close = async () => {
    await browser.close();
    await server.stop();
    rmSync(dir, { recursive: true, force: true });
  };
  const open = () => openWorkbench(browser.page, server.url(folder));
  try {
    await open();
  } catch (error) {
    await close();
    throw error;
  }
  return {
    page: browser.page,
    folder,
    /** What the extension has on disk. */
    storage: path.join(server.userData, 'User/globalStorage/spool.spool'),
    /** Addresses outside of this machine that the window has asked for. */
    outside,
    /** Opens the window anew, as a person who reloads it. */
    reload: open,
    /**
     * Ends VS Code and starts it again, as after a restart of the machine: the browser keeps a part of the profile by address.
     * @param {Partial<import('../../scripts/lib/serve.mjs').ServeOptions>} [changes] how it is served from now on
     */
    restart: async (changes = {}) => {
      await browser.page.goto('about:blank');
      await server.stop();
      if (changes.settings) rmSync(path.join(server.userData, 'User/settings.json'));
      server = await serveIt({ port: server.port, ...changes });
      await open();
    },
    /** Kills the process that runs the extensions, and nothing else. */
    killExtensionHost: () => {
      // A process can end while it is looked at.
      const ofHost = processes().filter((pid) => read(pid, 'cmdline').includes('--type=extensionHost'));
      const own = ofHost.filter((pid) => read(pid, 'environ').includes(`=${dir}\0`));
      if (own.length === 0) throw new Error('No extension host runs.');
      for (const pid of own) process.kill(pid, 'SIGKILL');
    },
    /** Command lines of the processes that run in the folder. */
    running: () =>
      processes()
        .filter((pid) => `${currentFolder(pid)}/`.startsWith(`${folder}/`))
        .map((pid) => read(pid, 'cmdline').replaceAll('\0', ' ')),
    close,
  };
}

const processes = () =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number);

/** @param {number} pid @param {'cmdline' | 'environ'} file */
function read(pid, file) {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}

/** @param {number} pid */
function currentFolder(pid) {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return '';
  }
}
