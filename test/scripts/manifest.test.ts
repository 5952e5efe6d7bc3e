/** The check that package.json and the code name the same commands and settings. */
import { expect, test } from 'vitest';
import { manifestProblems } from '../../scripts/check/manifest.mjs';

const manifest = JSON.stringify({
  contributes: {
    commands: [{ command: 'spool.compactThread', title: '%command.compactThread%' }],
    configuration: { properties: { 'spool.compaction.auto': {} } },
  },
});
const texts = '{"command.compactThread": "Compact Thread"}';
const code = "registerCommand('spool.compactThread', act); read('spool.compaction.auto');";

test('says nothing when both name the same', () => {
  expect(manifestProblems(manifest, texts, code)).toEqual([]);
});

test.each([
  [
    'a command without code',
    manifest,
    texts,
    code.replace('compactThread', 'newThread'),
    'no code registers the command spool.compactThread',
  ],
  [
    'code without a command',
    manifest,
    texts,
    `${code} registerCommand('spool.undo', act)`,
    'the command spool.undo is registered but',
  ],
  [
    'a setting without code',
    manifest,
    texts,
    code.replace('.auto', '.strategy'),
    'no code reads the setting spool.compaction.auto',
  ],
  [
    'code without a setting',
    manifest,
    texts,
    `${code} read('spool.model.name')`,
    'the setting spool.model.name is read but',
  ],
  [
    'code without a setting of one name',
    manifest,
    texts,
    `${code} setting('spool.provider', null, ANY)`,
    'the setting spool.provider is read but',
  ],
  ['a key without text', manifest, '{}', code, 'no text for %command.compactThread%'],
  ['a text without use', manifest, texts.replace('}', ', "old": ""}'), code, 'old is used nowhere'],
])('finds %s', (_, ...[named, words, sources, problem]) => {
  expect(manifestProblems(named, words, sources).join('\n')).toContain(problem);
});
