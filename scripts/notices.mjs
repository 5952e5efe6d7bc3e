/** `npm run notices`: writes THIRD_PARTY_NOTICES.md by what esbuild bundles. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { ensureDependencies } from './lib/dependencies.mjs';
import { root } from './lib/paths.mjs';
import { runMain, say } from './lib/say.mjs';

runMain(async () => {
  await ensureDependencies();
  const { notices, page } = await import('./notices/notices.mjs');
  writeFileSync(path.join(root, page), await notices());
  say(`${page} is written.`);
  return 0;
});
