/** `npm run catalogue`: makes src/core/tokens/models.json anew from the model lists of @earendil-works/pi-ai (MIT). */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { factsOf } from './catalogue/facts.mjs';
import { source } from './catalogue/source.mjs';
import { bin, root } from './lib/paths.mjs';
import { Refusal, runMain, say } from './lib/say.mjs';
import { withTemporaryFolder } from './lib/temporary.mjs';

const spec = `${source.name}@${source.version}`;
const lists = ['anthropic', 'openai', 'google'];
const target = path.join(root, 'src/core/tokens/models.json');

/** The package is read where npm unpacks it, and no dependency. @param {string} folder */
function fetchLists(folder) {
  try {
    const archive = execFileSync('npm', ['pack', spec, '--silent'], { cwd: folder, encoding: 'utf8' }).trim();
    execFileSync('tar', ['xzf', archive], { cwd: folder });
  } catch (error) {
    throw new Refusal(`npm pack ${spec} failed: ${error instanceof Error ? error.message : error}`);
  }
  return lists.map((name) =>
    JSON.parse(readFileSync(path.join(folder, `package/dist/providers/data/${name}.json`), 'utf8')),
  );
}

runMain(() =>
  withTemporaryFolder('spool-catalogue-', async (folder) => {
    const facts = factsOf(fetchLists(folder));
    writeFileSync(target, JSON.stringify(facts));
    execFileSync(bin('biome'), ['format', '--write', target], { cwd: root });
    say(`${path.relative(root, target)}: ${Object.keys(facts).length} models of ${spec}`);
    return 0;
  }),
);
