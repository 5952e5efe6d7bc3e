/** What is bundled can be loaded: no module in it requires a built-in one in a way that fails in an ES module. */
import { build } from 'esbuild';
import { expect, it } from 'vitest';
import { buildTargets } from '../../scripts/lib/build.mjs';

const targets = buildTargets();

it.each(['extension', 'chat', 'regex-worker'])('%s requires nothing at run time', async (name) => {
  const target = targets[name];
  if (!target) throw new Error(`no target ${name}`);
  const { outputFiles = [] } = await build({ ...target, write: false, sourcemap: false });
  // esbuild's `__require` throws “Dynamic require of … is not supported” in an ES module.
  const found = outputFiles.flatMap(({ path, text }) =>
    [...text.matchAll(/\b__require\d*\("([^"]+)"\)/g)].map(([, module]) => `${path.split('/').at(-1)}: ${module}`),
  );
  expect(found).toEqual([]);
});
