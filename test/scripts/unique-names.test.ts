/** The check of exported names. */
import { expect, it } from 'vitest';
import { repeatedNames } from '../../scripts/check/unique-names.mjs';

it('finds a name that two files export, of whatever kind, and passes what providers share', () => {
  const sources = {
    'src/core/a.ts': 'export interface Run {}\nexport const one = 1;\nconst two = 2;',
    'src/webview/b.ts': 'export type Run = string;\nexport function two() {}',
    'src/providers/x/c.ts': 'export async function* fromStream() {}',
    'src/providers/y/d.ts': 'export function fromStream() {}',
  };
  expect(repeatedNames(sources)).toEqual([
    'Run is exported by src/core/a.ts and src/webview/b.ts: give one of them a more specific name',
  ]);
});
