/** Serves VS Code on this machine's loopback address, from a folder that holds all of its state. */
import { closeSync, existsSync, mkdirSync, openSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { codeServer } from './code-server.mjs';
import { mustRun, plainEnv, start } from './run.mjs';
import { Refusal } from './say.mjs';

/** Quiet settings: nothing that phones, updates, or covers what a person or a test looks at. */
const quiet = {
  'workbench.startupEditor': 'none',
  // It would be there and blank until something is shown in it, which the extension does at the first start.
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'telemetry.telemetryLevel': 'off',
  'extensions.autoUpdate': false,
  'extensions.autoCheckUpdates': false,
  'extensions.ignoreRecommendations': true,
  'update.mode': 'none',
  'chat.disableAIFeatures': true,
  'workbench.enableExperiments': false,
  'workbench.settings.enableNaturalLanguageSearch': false,
  'git.openRepositoryInParentFolders': 'never',
};

/** @param {number} port @returns {Promise<number>} the port if it is free, else another that is */
export const freePort = (port) =>
  new Promise((resolve, reject) => {
    const probe = createServer();
    probe.on('error', () => (port === 0 ? reject(new Refusal('No free port on 127.0.0.1.')) : resolve(freePort(0))));
    probe.listen(port, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : port));
    });
  });

/**
 * @typedef {object} ServeOptions
 * @property {string} dir folder for everything the server writes
 * @property {readonly {id: string, at: string}[]} [extensions] installed from their checkouts; id is `publisher.name-version`
 * @property {readonly string[]} [packages] paths of `.vsix` files that are installed as a user installs them
 * @property {Record<string, unknown>} [settings] user settings, over the quiet ones; written when there are none yet
 * @property {Record<string, unknown>} [machineSettings] those of scope `machine`, which VS Code keeps with the machine that it runs on
 * @property {string} [password] asked before anything is shown; without it the server is open to this machine
 * @property {boolean} [automation] lets a page load an extension under development and its tests (and hides toasts)
 * @property {number} [port] taken when free
 * @property {Record<string, string>} [env] added to the extension host's environment
 */

/** @param {ServeOptions} options */
export async function serve({
  dir,
  extensions = [],
  packages = [],
  settings = {},
  machineSettings,
  password,
  automation = false,
  port: wanted = 0,
  env = {},
}) {
  const userData = path.join(dir, 'user-data');
  const installed = path.join(dir, 'extensions');
  const settingsFile = path.join(userData, 'User/settings.json');
  const logFile = path.join(dir, 'server.log');
  mkdirSync(path.dirname(settingsFile), { recursive: true });
  if (!existsSync(settingsFile)) writeFileSync(settingsFile, JSON.stringify({ ...quiet, ...settings }, null, 2));
  if (machineSettings) {
    const file = path.join(userData, 'Machine/settings.json');
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, JSON.stringify(machineSettings, null, 2));
  }
  // VS Code only looks at the folders of a list it has not written before, so the list starts anew each time.
  rmSync(installed, { recursive: true, force: true });
  mkdirSync(installed);
  for (const { id, at } of extensions) symlinkSync(at, path.join(installed, id));
  const port = await freePort(wanted);
  const address = `127.0.0.1:${port}`;
  const auth = password === undefined ? 'none' : 'password';
  const config = path.join(dir, 'config.yaml');
  writeFileSync(config, `bind-addr: ${address}\nauth: ${auth}\ncert: false\n`);
  const program = [codeServer.entry, '--config', config, '--user-data-dir', userData, '--extensions-dir', installed];
  // Without these it writes to the person's own folders and leaves sockets in the temporary one.
  const ownFolders = {
    ...plainEnv(),
    EXTENSIONS_GALLERY: '{}',
    XDG_CONFIG_HOME: dir,
    XDG_DATA_HOME: dir,
    XDG_RUNTIME_DIR: dir,
  };
  for (const file of packages) {
    const install = [...program, '--install-extension', file];
    await mustRun(`Installing ${path.basename(file)}`, codeServer.node, install, { env: ownFolders });
  }
  const log = openSync(logFile, 'w');
  const server = start(
    codeServer.node,
    [...program, '--auth', auth, '--bind-addr', address]
      .concat([
        '--disable-telemetry',
        '--disable-update-check',
        '--disable-workspace-trust',
        '--disable-getting-started-override',
      ])
      .concat(['--ignore-last-opened', '--app-name', 'Spool'])
      .concat(automation ? ['--vscode-option', 'enable-smoke-test-driver'] : []),
    {
      env: { ...ownFolders, ...env, ...(password && { PASSWORD: password }) },
      log,
    },
  );
  closeSync(log);
  for (const end = Date.now() + 120_000; ; await sleep(50)) {
    if (server.exitCode !== null || Date.now() > end) {
      await server.stop();
      throw new Refusal(`VS Code's server did not start; see ${logFile}`);
    }
    if ((await fetch(`http://${address}/healthz`).catch(() => undefined))?.ok) break;
  }
  return {
    port,
    userData,
    logFile,
    ended: server.ended,
    stop: server.stop,
    /**
     * The address that opens a folder. `payload` is what VS Code's own test driver understands (needs `automation`).
     * @param {string} folder
     * @param {readonly (readonly [string, string])[]} [payload]
     */
    url: (folder, payload = []) =>
      `http://${address}/?${new URLSearchParams({ folder, ...(payload.length > 0 && { payload: JSON.stringify(payload) }) })}`,
    /** How the browser's VS Code names a file of this machine. @param {string} file */
    remote: (file) => `vscode-remote://${address}${file}`,
  };
}
