/** A command is shown with every character that would hide a part of it. */
import { expect, it } from 'vitest';
import { shownCommand } from '../../../src/core/permission/hidden-characters.ts';

it.each([
  ['git status', 'git status'],
  ['a  \t\n    b', 'a  \t\n    b'],
  ['größe 日本 🚀', 'größe 日本 🚀'],
  ['a\rb', 'a⟨U+000D⟩b'],
  ['a\u202eb', 'a⟨U+202E⟩b'],
  ['a\u200bb', 'a⟨U+200B⟩b'],
  ['a\u00a0b\u2028c', 'a⟨U+00A0⟩b⟨U+2028⟩c'],
  ['\u001b[2K\u0008\0', '⟨U+001B⟩[2K⟨U+0008⟩⟨U+0000⟩'],
  ['\u{e0041}\u3164\u2800', '⟨U+E0041⟩⟨U+3164⟩⟨U+2800⟩'],
  ['\ud800', '⟨U+D800⟩'],
  ['👩\u200d💻', '👩⟨U+200D⟩💻'],
])('%j is shown as %s', (command, shown) => {
  expect(shownCommand(command)).toBe(shown);
});
