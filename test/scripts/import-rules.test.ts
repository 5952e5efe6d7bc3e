/** The import rules refuse what they are for: each is broken once in a tree of its own. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { cruise, type IReporterOutput } from 'dependency-cruiser';
import { expect, it } from 'vitest';
import config from '../../.dependency-cruiser.mjs';
import { newFolder } from '../new-folder.ts';

const FILES: Readonly<Record<string, string>> = {
  'core/lang/a.ts': "export type { M } from '../message/a.ts';",
  'core/message/a.ts':
    "export type M = import('../tokens/a.ts').T;\nimport type { T } from '../tokens/a.ts';\nexport type N = T;",
  'core/tokens/a.ts': "import type { E } from '../thread/a.ts';\nexport type T = E;",
  'core/thread/a.ts': "import type { O } from '../tool-output/a.ts';\nexport type E = O;",
  'core/tool-output/a.ts': "import type { C } from '../compaction/a.ts';\nexport type O = C;",
  'core/compaction/a.ts': "import type { V } from '../view/a.ts';\nexport type C = V;",
  'core/view/a.ts': "import type { A } from '../agent/a.ts';\nexport type V = A;",
  'core/agent/a.ts': "import type { P } from '../protocol/a.ts';\nexport type A = P;",
  'core/protocol/a.ts': "import type { I } from '../transfer/a.ts';\nexport type P = I;",
  'core/transfer/a.ts': "import type { X } from '../elsewhere/a.ts';\nexport type I = X;",
  'core/elsewhere/a.ts': 'export type X = string;',
  'core/thread/b.ts': "import type { D } from './c.ts';\nexport type B = D;",
  'core/thread/c.ts': "import type { B } from './b.ts';\nexport type D = B;",
  'extension/one/a.ts': "import type { Two } from '../two/a.ts';\nexport type One = Two;",
  'extension/two/a.ts': 'export type Two = string;',
  'extension/two/b.ts': "import type { One } from '../one/a.ts';\nexport type B = One;",
};

it('each rule about floors and circles finds an import against it, type imports too', async () => {
  const root = newFolder('rules');
  for (const [name, text] of Object.entries(FILES)) {
    const file = path.join(root, 'src', name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  const { options, ...ruleSet } = config;
  const { output } = await cruise(['src'], { ...options, baseDir: root, ruleSet, validate: true });
  const { violations } = (output as Exclude<IReporterOutput['output'], string>).summary;
  expect(new Set(violations.map(({ rule }) => rule.name))).toEqual(
    new Set([
      'no-cycle',
      'no-folder-cycle',
      'every-core-folder-has-a-floor',
      'core-lang-imports-lower-floors',
      'core-message-imports-lower-floors',
      'core-tokens-imports-lower-floors',
      'core-thread-imports-lower-floors',
      'core-tool-output-imports-lower-floors',
      'core-compaction-imports-lower-floors',
      'core-view-imports-lower-floors',
      'core-agent-imports-lower-floors',
      'core-protocol-imports-lower-floors',
      'core-transfer-imports-lower-floors',
    ]),
  );
});
