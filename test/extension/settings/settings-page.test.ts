/** docs/settings.md says of each setting what package.json does. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const properties: Readonly<Record<string, { default: unknown; enum?: unknown[]; minimum?: number; maximum?: number }>> =
  JSON.parse(readFileSync('package.json', 'utf8')).contributes.configuration.properties;
const rows = readFileSync('docs/settings.md', 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| `spool.'))
  .map((line) => line.split('|').map((cell) => cell.trim()));

it('names every setting once, in the order of the settings page', () => {
  expect(rows.map(([, key]) => key)).toEqual(Object.keys(properties).map((key) => `\`${key}\``));
});

it.each(rows)('%s%s: default and range are those of package.json', (_, key, takes, value) => {
  const schema = properties[key?.replaceAll('`', '') ?? ''];
  if (!schema) throw new Error(key);
  expect(value).toBe(`\`${JSON.stringify(schema.default)}\``);
  for (const option of schema.enum ?? []) expect(takes).toContain(`\`${JSON.stringify(option)}\``);
  if (schema.minimum !== undefined) expect(takes).toMatch(new RegExp(`(^|from )${schema.minimum}\\b`));
  if (schema.maximum !== undefined && schema.maximum < 1e6) expect(takes).toContain(`to ${schema.maximum}`);
});

it('S6 a folder that is not trusted sets nothing of ours: neither prompts nor models, windows or when to compact', () => {
  const manifest = JSON.parse(readFileSync('package.json', 'utf8'));
  const { restrictedConfigurations } = manifest.capabilities.untrustedWorkspaces;
  const fromFolders = Object.entries<{ scope: string }>(manifest.contributes.configuration.properties)
    .filter(([, { scope }]) => scope !== 'machine' && scope !== 'window')
    .map(([key]) => key);
  expect(restrictedConfigurations).toEqual(fromFolders);
  expect(fromFolders).toEqual(expect.arrayContaining(['spool.compaction.summaryPrompt', 'spool.model.id']));
});
