/** What esbuild makes of the sources: the files of the extension, the headless commands and the in-host tests. */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { context } from 'esbuild';
import { minifiedStyles } from './minify-styles.mjs';
import { root } from './paths.mjs';

/** @typedef {import('esbuild').BuildOptions} BuildOptions */
/** @typedef {BuildOptions & {metafile: true}} Target */

/** The targets whose files are in the package that a user installs. */
export const shipped = ['extension', 'regex-worker', 'webview'];

/** How the panel is built. @satisfies {BuildOptions} */
export const panelOptions = {
  bundle: true,
  format: 'esm',
  // What is imported when it is first needed is a chunk of its own.
  splitting: true,
  chunkNames: 'chunks/[name]-[hash]',
  platform: 'browser',
  target: 'es2022',
  minify: true,
  plugins: [minifiedStyles],
  // THIRD_PARTY_NOTICES.md has the licences of all that is bundled.
  legalComments: 'none',
};

/**
 * All targets by name.
 * @param {{production?: boolean}} [options] `production`: minified and without source maps
 * @returns {Readonly<Record<string, Target>>}
 */
export function buildTargets({ production = false } = {}) {
  /** @type {Target} */
  const common = {
    absWorkingDir: root,
    bundle: true,
    format: 'esm',
    loader: { '.md': 'text' },
    logLevel: 'warning',
    metafile: true,
    minify: production,
    sourcemap: production ? false : 'linked',
  };
  /** @type {Target} */
  const inNode = {
    ...common,
    platform: 'node',
    target: 'node20',
    mainFields: ['module', 'main'],
    external: ['vscode', 'mocha'],
    // Its build for Node is CommonJS that requires built-in modules, which no bundled module of ours can do.
    alias: { yaml: path.join(root, 'node_modules/yaml/browser/index.js') },
  };
  const program = (/** @type {string} */ name, /** @type {string} */ entry) => ({
    ...inNode,
    entryPoints: { [name]: entry },
    outdir: 'dist',
    outExtension: { '.js': '.mjs' },
  });
  const inHostTests = readdirSync(path.join(root, 'test/in-host'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => `test/in-host/${name}`);
  return {
    extension: {
      ...inNode,
      entryPoints: ['src/extension/extension.ts'],
      outdir: 'dist',
      splitting: true,
      chunkNames: 'chunks/[name]-[hash]',
    },
    'regex-worker': {
      ...inNode,
      entryPoints: { 'regex-worker': 'src/extension/tools/regex-worker.ts' },
      outdir: 'dist',
    },
    webview: { ...common, ...panelOptions, entryPoints: ['src/webview/main.ts'], outdir: 'dist/webview' },
    compact: program('compact', 'scripts/compact/main.ts'),
    chat: program('chat', 'scripts/chat/main.ts'),
    'measure-adapter': program('measure-adapter', 'scripts/measure/adapter.ts'),
    import: program('import', 'scripts/import/main.ts'),
    'in-host': { ...inNode, entryPoints: inHostTests, outdir: 'dist/test/in-host', splitting: true },
  };
}

/**
 * Builds targets, and builds each again when one of its files changes. The process goes on until that is stopped.
 * @param {readonly string[]} names
 * @param {{onStart?: (name: string) => void, onEnd: (name: string, failed: boolean) => void}} listener `failed`: esbuild
 *   has printed the errors, and the files of the last build are unchanged
 * @returns {Promise<() => Promise<unknown>>} stops it
 */
export async function watchTargets(names, { onStart, onEnd }) {
  const targets = buildTargets();
  /** @type {import('esbuild').BuildContext[]} */
  const watching = [];
  for (const name of names) {
    const announce = {
      name: 'announce',
      setup: (/** @type {import('esbuild').PluginBuild} */ build) => {
        build.onStart(() => onStart?.(name));
        build.onEnd(({ errors }) => onEnd(name, errors.length > 0));
      },
    };
    const building = await context({ ...targets[name], plugins: [...(targets[name]?.plugins ?? []), announce] });
    watching.push(building);
    await building.watch();
  }
  return () => Promise.all(watching.map((building) => building.dispose()));
}
