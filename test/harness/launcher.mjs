#!/usr/bin/env node
/** Stands in for the desktop program `code` under @vscode/test-electron: same arguments and exit code, VS Code in a browser beneath. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { format, parseArgs } from 'node:util';
import { serve } from '../../scripts/lib/serve.mjs';
import { openBrowser } from './browser.mjs';
import { FEW_BUILT_IN } from './vs-code.mjs';

const timeout = 600_000;
/** What the host itself says on every run and nobody can act on. */
const noise =
  /AccountPolicyGate|Ignoring fetching|Creating a socket|Resolv|AgentHost|grace time|Service Worker|authentication provider|builtin extensions/;

const { values, positionals } = parseArgs({
  strict: false,
  allowPositionals: true,
  options: { extensionDevelopmentPath: { type: 'string', multiple: true }, extensionTestsPath: { type: 'string' } },
});
const tests = String(values.extensionTestsPath);

const dir = mkdtempSync(path.join(tmpdir(), 'spool-in-host-'));
const empty = path.join(dir, 'workspace');
mkdirSync(empty);
const [developed = '', ...others] = [values.extensionDevelopmentPath ?? []]
  .flat()
  .map((at) => path.resolve(String(at)));
/** @param {string} at @returns {string} the name of its folder among installed extensions */
const idOf = (at) => {
  const { publisher, name, version } = JSON.parse(readFileSync(path.join(at, 'package.json'), 'utf8'));
  return `${publisher}.${name}-${version}`;
};
const server = await serve({
  dir,
  // In a browser VS Code develops one extension; more are installed from their folders.
  extensions: others.map((at) => ({ id: idOf(at), at })),
  automation: true,
  builtIn: FEW_BUILT_IN,
  // In a browser VS Code saves by itself after a second, which a slow test would meet.
  settings: { 'security.workspace.trust.enabled': false, 'files.autoSave': 'off' },
});
const browser = await openBrowser();
const timer = { id: setTimeout(() => undefined, 0) };

/** @type {Promise<number>} */
const ended = new Promise((resolve) => {
  timer.id = setTimeout(() => {
    console.error(`The tests did not end within ${timeout / 1000} s.`);
    resolve(124);
  }, timeout);
  browser.page.on('crash', () => resolve(101));
  browser.page.exposeFunction('codeAutomationExit', resolve);
  browser.page.exposeFunction('codeAutomationLog', (/** @type {string} */ type, /** @type {unknown[]} */ args) => {
    const line = format(...args);
    if (!noise.test(line)) (type === 'error' || type === 'warn' ? console.error : console.log)(line);
  });
});

await browser.page.goto(
  server.url(path.resolve(positionals[0] ?? empty), [
    ['extensionDevelopmentPath', server.remote(developed)],
    ['extensionTestsPath', server.remote(path.resolve(tests))],
  ]),
  // The tests say when they are done; under load the last of the page's files come late.
  { waitUntil: 'commit' },
);
const code = await ended;
clearTimeout(timer.id);
await browser.close();
await server.stop();
rmSync(dir, { recursive: true, force: true });
process.exit(code);
