/** Builds dist/: extension, webview, headless workbench, in-host tests. Options: --watch, --only NAME. */
import { readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';
import { buildTargets, watchTargets } from './scripts/lib/build.mjs';

const { values: options } = parseArgs({
  options: { watch: { type: 'boolean' }, only: { type: 'string' } },
});
const targets = buildTargets();

const only = options.only;
if (only !== undefined && !Object.hasOwn(targets, only)) {
  process.stderr.write(`--only ${only}: there is no such target; there are ${Object.keys(targets).join(', ')}\n`);
  process.exit(2);
}
const chosen = Object.entries(targets).filter(([name]) => only === undefined || name === only);

if (options.watch) {
  const print = (/** @type {string} */ line) => {
    process.stdout.write(`${line}\n`);
  };
  const names = chosen.map(([name]) => name);
  // The first and last line of a build are what .vscode/tasks.json waits for.
  await watchTargets(names, {
    onStart: (name) => print(`[watch] ${name} begins`),
    onEnd: (name) => print(`[watch] ${name} ends`),
  });
} else {
  // esbuild has printed what is wrong, at its file and line, when a build rejects.
  const built = await Promise.all(chosen.map(([, target]) => build(target))).catch(() => process.exit(1));
  if (only === undefined) removeOthers(built.flatMap(({ metafile }) => Object.keys(metafile.outputs)));
}

/** Chunks are named by their content: those of earlier builds would pile up. @param {readonly string[]} outputs */
function removeOthers(outputs) {
  const kept = new Set(outputs.map((file) => path.resolve(import.meta.dirname, file)));
  for (const file of readdirSync(path.join(import.meta.dirname, 'dist'), { recursive: true, withFileTypes: true })) {
    const at = path.join(file.parentPath, file.name);
    if (file.isFile() && !kept.has(at)) rmSync(at);
  }
}
