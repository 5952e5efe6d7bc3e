/** Whether the JSON schemas in test/sdk-types are made from the versions of package.json: making them takes too long for each check. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../lib/paths.mjs';

export const SCHEMA_FOLDER = path.join(root, 'test/sdk-types');
const LIBRARIES = ['@anthropic-ai/sdk', '@google/genai', '@types/vscode', 'openai', 'ts-json-schema-generator'];

/** Versions of package.json, and what is asked of their types. @returns {Readonly<Record<string, string>>} */
export function sourcesOfSchemas() {
  const { devDependencies } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  const types = readFileSync(path.join(SCHEMA_FOLDER, 'types.ts'));
  const versions = LIBRARIES.map((name) => [name, devDependencies[name]]);
  return { ...Object.fromEntries(versions), types: createHash('sha256').update(types).digest('hex') };
}

/** @returns {readonly string[]} */
export function staleSchemas() {
  const made = JSON.parse(readFileSync(path.join(SCHEMA_FOLDER, 'made-from.json'), 'utf8'));
  return Object.entries(sourcesOfSchemas()).flatMap(([name, now]) =>
    made[name] === now ? [] : [`test/sdk-types: ${name} is another since the schemas were made: npm run sdk-types`],
  );
}
