/** Each provider is loaded by its id, and no SDK before it is asked for. */
import path from 'node:path';
import { build } from 'esbuild';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadProvider } from '../../src/providers/registry.ts';
import { PROVIDER_IDS } from '../../src/providers/shared/provider.ts';
import type { LmApi } from '../../src/providers/vscode-lm/api.ts';

/** Nothing of the editor is touched when a provider is loaded. */
const vscode = new Proxy({}, { get: (_, name) => expect.unreachable(`vscode.${String(name)} was read`) }) as LmApi;

it.each(PROVIDER_IDS)('%s is loaded by its id', async (id) => {
  expect((await loadProvider(id, { vscode })).id).toBe(id);
});

describe('the built extension', () => {
  const entry = 'src/extension/extension.ts';
  /** By entry point: all sources that are loaded with it at once. */
  const loaded = new Map<string, readonly string[]>();

  beforeAll(async () => {
    const { metafile } = await build({
      absWorkingDir: path.join(import.meta.dirname, '../..'),
      entryPoints: [entry],
      outdir: 'dist',
      ...{ bundle: true, splitting: true, format: 'esm', platform: 'node', mainFields: ['module', 'main'] },
      external: ['vscode'],
      loader: { '.md': 'text' },
      metafile: true,
      write: false,
    });
    for (const [file, { entryPoint }] of Object.entries(metafile.outputs)) {
      if (entryPoint === undefined) continue;
      const files = new Set([file]);
      for (const one of files)
        for (const { path: to, kind } of metafile.outputs[one]?.imports ?? [])
          if (kind === 'import-statement' && to in metafile.outputs) files.add(to);
      loaded.set(
        entryPoint,
        [...files].flatMap((one) => Object.keys(metafile.outputs[one]?.inputs ?? {})),
      );
    }
  });

  const packagesOf = (from: string) => [
    ...new Set((loaded.get(from) ?? []).flatMap((file) => file.match(/node_modules\/((@[^/]+\/)?[^/]+)/)?.[1] ?? [])),
  ];
  const SDKS = ['@anthropic-ai/sdk', 'openai', '@google/genai'];

  it('starts without any SDK, and without a recording', () => {
    expect(loaded.get(entry)?.length).toBeGreaterThan(100);
    expect(packagesOf(entry).filter((name) => SDKS.includes(name))).toEqual([]);
    expect(loaded.get(entry)?.filter((file) => /replay|adapter\.ts$/.test(file))).toEqual([]);
  });

  it.each([
    ['anthropic', ['@anthropic-ai/sdk']],
    ['openai-responses', ['openai']],
    ['openai-compatible', ['openai']],
    ['gemini', ['@google/genai']],
    ['vscode-lm', []],
    ['replay', []],
  ])('loads with %s the SDKs %j', (folder, sdks) => {
    expect(packagesOf(`src/providers/${folder}/adapter.ts`).filter((name) => SDKS.includes(name))).toEqual(sdks);
  });
});
