/** `npm run settings`: writes the settings from the tables in the code into package.json, package.nls.json and docs/settings.md. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { ensureDependencies } from './lib/dependencies.mjs';
import { root } from './lib/paths.mjs';
import { runMain, say } from './lib/say.mjs';

runMain(async () => {
  await ensureDependencies();
  const { settingsPages } = await import('./settings/pages.mjs');
  for (const { file, is, wanted } of await settingsPages()) {
    if (is === wanted) continue;
    writeFileSync(path.join(root, file), wanted);
    say(`wrote ${file}`);
  }
  return 0;
});
