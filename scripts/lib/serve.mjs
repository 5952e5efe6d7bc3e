/** Serves VS Code on this machine's loopback address, from a folder that holds all of its state. */
import { randomInt } from 'node:crypto';
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
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

/** A folder opens in Restricted Mode at once. */
const untrusted = { 'security.workspace.trust.startupPrompt': 'never', 'security.workspace.trust.emptyWindow': false };

/**
 * The port if it is free, else another that is: below those from which Linux gives one to each outgoing connection
 * (32768 and up), as it may be taken before a slow server listens.
 * @param {number} port
 * @returns {Promise<number>}
 */
export const freePort = (port, tries = 20) =>
  new Promise((resolve, reject) => {
    const wanted = port === 0 ? randomInt(20_000, 30_000) : port;
    const probe = createServer();
    probe.on('error', () =>
      tries === 0 ? reject(new Refusal('No free port on 127.0.0.1.')) : resolve(freePort(0, tries - 1)),
    );
    probe.listen(wanted, '127.0.0.1', () => {
      probe.close(() => resolve(wanted));
    });
  });

/**
 * @typedef {object} ServeOptions
 * @property {string} dir folder for everything the server writes
 * @property {readonly {id: string, at: string}[]} [extensions] installed from their checkouts; id is `publisher.name-version`
 * @property {readonly string[]} [packages] paths of `.vsix` files that are installed as a user installs them
 * @property {readonly string[]} [builtIn] the extensions that VS Code comes with by the names of their folders; without it all, which take half of its start
 * @property {Record<string, unknown>} [settings] user settings, over the quiet ones; written when there are none yet
 * @property {Record<string, unknown>} [machineSettings] those of scope `machine`, which VS Code keeps with the machine that it runs on
 * @property {string} [password] asked before anything is shown; without it the server is open to this machine
 * @property {boolean} [automation] lets a page load an extension under development and its tests (and hides toasts)
 * @property {number} [port] taken when free
 * @property {boolean} [isUntrusted] no folder is trusted, and the question whether it is does not come
 * @property {Record<string, string>} [env] added to the extension host's environment
 */

/** Makes a folder of built-in extensions that holds only some. @param {string} folder @param {readonly string[]} names */
function offerBuiltIn(folder, names) {
  mkdirSync(folder, { recursive: true });
  for (const name of names)
    if (!existsSync(path.join(folder, name)))
      symlinkSync(path.join(codeServer.extensions, name), path.join(folder, name));
}

/** @param {ServeOptions} options */
export async function serve({
  dir,
  extensions = [],
  packages = [],
  builtIn,
  settings = {},
  machineSettings,
  password,
  automation = false,
  isUntrusted = false,
  port: wanted = 0,
  env = {},
}) {
  const userData = path.join(dir, 'user-data');
  const installed = path.join(dir, 'extensions');
  const settingsFile = path.join(userData, 'User/settings.json');
  const logFile = path.join(dir, 'server.log');
  mkdirSync(path.dirname(settingsFile), { recursive: true });
  if (!existsSync(settingsFile))
    writeFileSync(settingsFile, JSON.stringify({ ...quiet, ...(isUntrusted && untrusted), ...settings }, null, 2));
  if (machineSettings) {
    const file = path.join(userData, 'Machine/settings.json');
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, JSON.stringify(machineSettings, null, 2));
  }
  // VS Code only looks at the folders of a list it has not written before, so the list starts anew each time.
  rmSync(installed, { recursive: true, force: true });
  mkdirSync(installed);
  for (const { id, at } of extensions) symlinkSync(at, path.join(installed, id));
  const offered = path.join(dir, 'built-in');
  if (builtIn) offerBuiltIn(offered, builtIn);
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
  const switches = [
    '--disable-telemetry',
    '--disable-update-check',
    ...(isUntrusted ? [] : ['--disable-workspace-trust']),
    '--disable-getting-started-override',
    '--ignore-last-opened',
    ...(builtIn ? ['--vscode-option', `builtin-extensions-dir=${offered}`] : []),
    ...(automation ? ['--vscode-option', 'enable-smoke-test-driver'] : []),
  ];
  const launch = () => {
    const log = openSync(logFile, 'w');
    const started = start(
      codeServer.node,
      [...program, '--auth', auth, '--bind-addr', address, ...switches, '--app-name', 'Spool'],
      { env: { ...ownFolders, ...env, ...(password && { PASSWORD: password }) }, log },
    );
    closeSync(log);
    return started;
  };
  let server = launch();
  for (const end = Date.now() + 120_000; ; await sleep(100)) {
    if (server.exitCode !== null || Date.now() > end) {
      await server.stop();
      const said = readFileSync(logFile, 'utf8').slice(-2000);
      if (Date.now() > end || !said.includes(' error timed out'))
        throw new Refusal(`VS Code's server did not start; the end of its log:\n${said}`);
      // code-server gives the process that it starts ten seconds to answer (its wrapper.js), which a busy machine needs.
      server = launch();
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
