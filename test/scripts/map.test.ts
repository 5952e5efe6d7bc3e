/** The check of ARCHITECTURE.md's table: which names count as paths, and where they are looked for. */
import { expect, test } from 'vitest';
import { problemsOfRow } from '../../scripts/check/map.mjs';

const there = new Set(['src/core/a/one.ts', 'src/core/a/two.ts', 'src/core/b/', 'scripts/x.mjs']);

test.each([
  ['| a | `core/a/one.ts` → `two.ts`; `checkedLine` by `npm run x`, `core/b/`, `scripts/x.mjs` |', []],
  ['| a | `core/a/three.ts` |', ['ARCHITECTURE.md: there is no core/a/three.ts']],
  ['| a | `core/b/`, `one.ts` |', ['ARCHITECTURE.md: there is no core/b/one.ts']],
])('%s', (row, problems) => expect(problemsOfRow(row, (place) => there.has(place))).toEqual(problems));
