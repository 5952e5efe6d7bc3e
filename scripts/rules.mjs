/** `npm run rules`: writes the tables of rules and reliability cases with their tests into the documentation. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { rules } from './check/rules.mjs';
import { root } from './lib/paths.mjs';
import { runMain, say } from './lib/say.mjs';

runMain(async () => {
  const { problems, pages } = rules();
  for (const [page, text] of Object.entries(pages)) writeFileSync(path.join(root, page), text);
  problems.forEach(say);
  return problems.length === 0 ? 0 : 1;
});
