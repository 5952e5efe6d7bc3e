/** Builds dist/: extension, webview, headless workbench, in-host tests. Options: --production, --watch, --only NAME. */
import { readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { build, context } from 'esbuild';

const { values: options } = parseArgs({
  options: { production: { type: 'boolean' }, watch: { type: 'boolean' }, only: { type: 'string' } },
});

/** @type {import('esbuild').BuildOptions} */
const common = {
  absWorkingDir: import.meta.dirname,
  bundle: true,
  format: 'esm',
  loader: { '.md': 'text' },
  logLevel: 'warning',
  metafile: true,
  minify: options.production ?? false,
  sourcemap: options.production ? false : 'linked',
};

/** @type {import('esbuild').BuildOptions} */
const inNode = {
  ...common,
  platform: 'node',
  target: 'node20',
  mainFields: ['module', 'main'],
  external: ['vscode', 'mocha'],
};

const inHostTests = readdirSync(path.join(import.meta.dirname, 'test/in-host'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .map((name) => `test/in-host/${name}`);

/** @type {Record<string, import('esbuild').BuildOptions>} */
const targets = {
  extension: {
    ...inNode,
    entryPoints: ['src/extension/extension.ts'],
    outdir: 'dist',
    splitting: true,
    chunkNames: 'chunks/[name]-[hash]',
  },
  'regex-worker': { ...inNode, entryPoints: { 'regex-worker': 'src/extension/tools/regex-worker.ts' }, outdir: 'dist' },
  webview: {
    ...common,
    entryPoints: ['src/webview/main.ts'],
    outdir: 'dist/webview',
    // What is imported when it is first needed is a chunk of its own.
    splitting: true,
    chunkNames: 'chunks/[name]-[hash]',
    platform: 'browser',
    target: 'es2022',
    minify: true,
  },
  compact: {
    ...inNode,
    entryPoints: { compact: 'scripts/compact/main.ts' },
    outdir: 'dist',
    outExtension: { '.js': '.mjs' },
  },
  chat: {
    ...inNode,
    entryPoints: { chat: 'scripts/chat/main.ts' },
    outdir: 'dist',
    outExtension: { '.js': '.mjs' },
  },
  'measure-adapter': {
    ...inNode,
    entryPoints: { 'measure-adapter': 'scripts/measure/adapter.ts' },
    outdir: 'dist',
    outExtension: { '.js': '.mjs' },
  },
  import: {
    ...inNode,
    entryPoints: { import: 'scripts/import/main.ts' },
    outdir: 'dist',
    outExtension: { '.js': '.mjs' },
  },
  'in-host': { ...inNode, entryPoints: inHostTests, outdir: 'dist/test/in-host', splitting: true },
};

const only = options.only;
if (only !== undefined && !Object.hasOwn(targets, only)) {
  process.stderr.write(`--only ${only}: there is no such target; there are ${Object.keys(targets).join(', ')}\n`);
  process.exit(2);
}
const chosen = Object.entries(targets).filter(([name]) => only === undefined || name === only);

if (options.watch) {
  const say = (/** @type {string} */ line) => {
    process.stdout.write(`${line}\n`);
  };
  for (const [name, target] of chosen) {
    // The first and last line of a build are what .vscode/tasks.json waits for.
    const announce = {
      name: 'announce',
      setup: (/** @type {import('esbuild').PluginBuild} */ { onStart, onEnd }) => {
        onStart(() => say(`[watch] ${name} begins`));
        onEnd(() => say(`[watch] ${name} ends`));
      },
    };
    await (await context({ ...target, plugins: [announce] })).watch();
  }
} else {
  // esbuild has printed what is wrong, at its file and line, when a build rejects.
  const built = await Promise.all(chosen.map(([, target]) => build(target))).catch(() => process.exit(1));
  if (only === undefined) removeOthers(built.flatMap(({ metafile }) => Object.keys(metafile?.outputs ?? {})));
}

/** Chunks are named by their content: those of earlier builds would pile up. @param {readonly string[]} outputs */
function removeOthers(outputs) {
  const kept = new Set(outputs.map((file) => path.resolve(import.meta.dirname, file)));
  for (const file of readdirSync(path.join(import.meta.dirname, 'dist'), { recursive: true, withFileTypes: true })) {
    const at = path.join(file.parentPath, file.name);
    if (file.isFile() && !kept.has(at)) rmSync(at);
  }
}
