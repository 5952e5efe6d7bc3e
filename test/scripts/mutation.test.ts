/** The table of mutation figures: what a run writes, and what it leaves. */
import { expect, it } from 'vitest';
import { withFigures } from '../../scripts/mutation/table.mjs';

const DOCUMENT = `# Mutation testing

| folder | mutants | killed | % | measured at |
| --- | ---: | ---: | ---: | --- |
| src/a | 10 | 9 | 90.0 | 2026-01-01, aaaaaaa |
| src/gone | 10 | 9 | 90.0 | 2026-01-01, aaaaaaa |
`;

it('writes the folders of this run, keeps the others, and says which were never run', () => {
  const figures = [{ folder: 'src/b', killed: 2, total: 3 }];
  expect(withFigures(DOCUMENT, ['src/a', 'src/b', 'src/c'], figures, '2026-02-02, bbbbbbb')).toBe(`# Mutation testing

| folder | mutants | killed | % | measured at |
| --- | ---: | ---: | ---: | --- |
| src/a | 10 | 9 | 90.0 | 2026-01-01, aaaaaaa |
| src/b | 3 | 2 | 66.7 | 2026-02-02, bbbbbbb |
| src/c |  |  |  | not run |
`);
});

it('refuses a document without the table', () => {
  expect(() => withFigures('# Mutation testing\n', [], [], '')).toThrow('no table');
});
