/** `npm run record`: replaces the streams in test/fixtures/wire by real ones, for each provider that there is a key for. */
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { ensureDependencies } from './lib/dependencies.mjs';
import { out, root } from './lib/paths.mjs';
import { runMain, say } from './lib/say.mjs';

runMain(async () => {
  await ensureDependencies();
  const outfile = path.join(out, 'record/main.mjs');
  const entryPoints = [path.join(root, 'scripts/record/main.ts')];
  await build({
    entryPoints,
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    loader: { '.md': 'text' },
  });
  const { record } = await import(pathToFileURL(outfile).href);
  const target = path.join(root, 'test/fixtures/wire');
  const today = new Date().toISOString().slice(0, 10);
  return (await record({ env: process.env, root, target, today, say })) ? 0 : 1;
});
