/** Each provider is loaded by its id, and no SDK before it is asked for. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { PROVIDER_IDS } from '../../src/providers/provider.ts';
import { loadProvider } from '../../src/providers/registry.ts';
import type { LmApi } from '../../src/providers/vscode-lm/api.ts';

/** Nothing of the editor is touched when a provider is loaded. */
const vscode = new Proxy({}, { get: (_, name) => expect.unreachable(`vscode.${String(name)} was read`) }) as LmApi;

it.each(PROVIDER_IDS)('%s is loaded by its id', async (id) => {
  expect((await loadProvider(id, { vscode })).id).toBe(id);
});

it('the registry itself imports nothing but types and a check', () => {
  const source = readFileSync(new URL('../../src/providers/registry.ts', import.meta.url), 'utf8');
  const imported = [...source.matchAll(/^import (?!type)[^;]* from '([^']+)'/gm)].map(([, from]) => from);
  expect(imported).toEqual(['../core/lang/assert-never.ts']);
});
