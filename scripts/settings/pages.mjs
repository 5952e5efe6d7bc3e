/** The files that state the settings, as they are and as the tables in the code want them. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';
import { root } from '../lib/paths.mjs';
import { manifestWith, pageWith, textsWith } from './write.mjs';

/** Node can't load the tables as they are, since they are TypeScript. @returns {Promise<readonly import('./tables.ts').DeclaredSetting[]>} */
async function loadSettings() {
  const entry = path.join(root, 'scripts/settings/tables.ts');
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    format: 'esm',
    platform: 'node',
    write: false,
    logLevel: 'silent',
  });
  const source = Buffer.from(outputFiles[0]?.contents ?? []).toString('base64');
  const { ALL_SETTINGS } = await import(`data:text/javascript;base64,${source}`);
  return ALL_SETTINGS;
}

const writers = { 'package.json': manifestWith, 'package.nls.json': textsWith, 'docs/settings.md': pageWith };

/** @returns {Promise<readonly {file: string, is: string, wanted: string}[]>} each file by its path from the root */
export async function settingsPages() {
  const settings = await loadSettings();
  return Object.entries(writers).map(([file, write]) => {
    const is = readFileSync(path.join(root, file), 'utf8');
    return { file, is, wanted: write(is, settings) };
  });
}
