/** What a question shows of a path. */
import { expect, test } from 'vitest';
import { shownPath } from '../../../src/extension/permission/shown-path.ts';

test.each([
  ['src/a.ts', '/ws/src/a.ts', 'src/a.ts', 'src/a.ts'],
  ['./src/a.ts', '/ws/src/a.ts', 'src/a.ts', './src/a.ts'],
  ['src/', '/ws/src', 'src', 'src/'],
  ['.', '/ws', '', '.'],
  ['/ws/src/a.ts', '/ws/src/a.ts', 'src/a.ts', '/ws/src/a.ts'],
  ['notes.md', '/home/me/diary.md', undefined, 'notes.md → /home/me/diary.md'],
  ['todo.md', '/ws/src/auth.ts', 'src/auth.ts', 'todo.md → src/auth.ts'],
  ['up', '/ws', '', 'up → .'],
  ['../b', '/b', undefined, '../b → /b'],
  ['/etc/hosts', '/etc/hosts', undefined, '/etc/hosts'],
  ['a\u202eb', '/ws/a\u202eb', 'a\u202eb', 'a⟨U+202E⟩b'],
])('%s, which is %s, is shown as %s', (given, real, inside, shown) => {
  expect(shownPath({ given, real, inside })).toBe(shown);
});
