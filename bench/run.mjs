/** Bundles one script of this folder and runs it: `npm run bench -- NAME [arguments]`. */
import { readdirSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const folder = fileURLToPath(new URL('.', import.meta.url));
const name = process.argv[2] ?? '';
const names = readdirSync(folder).flatMap((file) => (file.endsWith('.ts') ? [file.slice(0, -3)] : []));
if (!names.includes(name)) {
  console.error(
    `npm run bench -- NAME: ${name === '' ? 'no name given' : `no bench/${name}.ts`}; there are: ${names.join(', ')}`,
  );
  process.exit(2);
}
const outfile = `${folder}../out/bench/${name}.mjs`;
await build({
  entryPoints: [`${folder}${name}.ts`],
  outfile,
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  packages: 'external',
  loader: { '.md': 'text' },
  logLevel: 'warning',
});
process.argv.splice(1, 2, outfile);
await import(pathToFileURL(outfile).href);
