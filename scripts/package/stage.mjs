/** Puts the files of the package into a folder of their own, so that dist/ stays the build that is worked with. */
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';
import { buildTargets, shipped } from '../lib/build.mjs';
import { out, root } from '../lib/paths.mjs';
import { listing } from './listing.mjs';

export const staged = path.join(out, 'package');

/** What only a checkout needs of package.json. @param {Record<string, unknown>} manifest */
export function stagedManifest({ private: _, scripts: __, devDependencies: ___, ...manifest }) {
  return manifest;
}

/** @param {string} file from the root */
const read = (file) => readFileSync(path.join(root, file), 'utf8');

/** @param {string} file from the root @param {string} text */
function write(file, text) {
  const to = path.join(staged, file);
  mkdirSync(path.dirname(to), { recursive: true });
  writeFileSync(to, text);
}

/**
 * Fills `staged` with what `files` of package.json names, built for production.
 * @returns {Promise<readonly string[]>} `files`
 */
export async function stage() {
  rmSync(staged, { recursive: true, force: true });
  const manifest = stagedManifest(JSON.parse(read('package.json')));
  write('package.json', `${JSON.stringify(manifest, null, 2)}\n`);
  write('README.md', listing(read('README.md')));
  write('CHANGELOG.md', listing(read('CHANGELOG.md')));
  const files = [manifest.files].flat().map(String);
  for (const file of files) {
    if (!file.startsWith('dist/') && file !== 'CHANGELOG.md') cpSync(path.join(root, file), path.join(staged, file));
  }
  const targets = buildTargets({ production: true });
  await Promise.all(
    shipped.map((name) => {
      const outdir = path.join(staged, String(targets[name]?.outdir));
      return build({ ...targets[name], outdir });
    }),
  );
  return files;
}
