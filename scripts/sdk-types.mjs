/** `npm run sdk-types`: writes JSON schemas of the bodies that Spool sends, made from the types of the official libraries. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { SCHEMA_FOLDER, sourcesOfSchemas } from './check/sdk-types.mjs';
import { ensureDependencies } from './lib/dependencies.mjs';
import { runMain, say } from './lib/say.mjs';

const BODIES = ['AnthropicBodies', 'GeminiBodies', 'OpenaiBodies', 'VscodeBodies'];

runMain(async () => {
  await ensureDependencies();
  const { createGenerator } = await import('ts-json-schema-generator');
  const generator = createGenerator({
    path: path.join(SCHEMA_FOLDER, 'types.ts'),
    tsconfig: path.join(SCHEMA_FOLDER, 'tsconfig.json'),
    type: '*',
    additionalProperties: false,
    skipTypeCheck: true,
    expose: 'all',
    jsDoc: 'none',
    topRef: true,
  });
  for (const name of BODIES) {
    const { definitions = {} } = generator.createSchema(name);
    const lines = Object.entries(definitions).map(([key, value]) => `${JSON.stringify(key)}: ${JSON.stringify(value)}`);
    writeFileSync(path.join(SCHEMA_FOLDER, `${name}.json`), `{"definitions": {\n${lines.join(',\n')}\n}}\n`);
  }
  writeFileSync(path.join(SCHEMA_FOLDER, 'made-from.json'), `${JSON.stringify(sourcesOfSchemas(), null, 2)}\n`);
  say(`${BODIES.length} schemas written to test/sdk-types`);
  return 0;
});
