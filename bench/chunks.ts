/** What the extension loads at its start and with each provider: sizes of the chunks of a production build. Asserts nothing. */
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build, type Metafile } from 'esbuild';

const root = fileURLToPath(new URL('../..', import.meta.url));
const ENTRY = 'src/extension/extension.ts';

/** As esbuild.mjs builds it, into memory. */
const { metafile, outputFiles } = await build({
  absWorkingDir: root,
  entryPoints: [ENTRY],
  outdir: 'dist',
  ...{ bundle: true, format: 'esm', platform: 'node', target: 'node20', splitting: true, minify: true },
  mainFields: ['module', 'main'],
  external: ['vscode'],
  loader: { '.md': 'text' },
  metafile: true,
  write: false,
});
const contents = new Map(outputFiles.map(({ path, contents }) => [path.slice(root.length), contents]));
const { outputs } = metafile;

const start = withImports(outputs, fileOf(ENTRY));
show('at the start', start);
for (const folder of ['anthropic', 'openai-responses', 'openai-compatible', 'gemini', 'vscode-lm', 'replay']) {
  const files = withImports(outputs, fileOf(`src/providers/${folder}/adapter.ts`));
  const recording = folder === 'replay' ? withImports(outputs, fileOf('src/providers/replay/shipped.ts')) : [];
  show(`with ${folder}`, new Set([...files, ...recording].filter((file) => !start.has(file))));
}

function fileOf(entry: string): string {
  const found = Object.entries(outputs).find(([, { entryPoint }]) => entryPoint === entry)?.[0];
  if (found === undefined) throw new Error(`no chunk begins with ${entry}`);
  return found;
}

/** The file and all that it imports at once. */
function withImports(all: Metafile['outputs'], file: string): ReadonlySet<string> {
  const files = new Set([file]);
  for (const one of files)
    for (const { path, kind } of all[one]?.imports ?? [])
      if (kind === 'import-statement' && path in all) files.add(path);
  return files;
}

function show(name: string, files: ReadonlySet<string>): void {
  const bytes = [...files].map((file) => contents.get(file) ?? new Uint8Array());
  const sum = (size: (one: Uint8Array) => number) => bytes.reduce((total, one) => total + size(one), 0) / 1000;
  const plain = sum((one) => one.length).toFixed(0);
  const packed = sum((one) => gzipSync(one).length).toFixed(0);
  console.log(`${name.padEnd(24)} ${plain.padStart(5)} kB, ${packed.padStart(4)} kB gzipped, ${files.size} files`);
}
