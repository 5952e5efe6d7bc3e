/** `npm run settings`: what it writes of a setting into package.json, package.nls.json and docs/settings.md. */
import { expect, test } from 'vitest';
import { ALL_SETTINGS } from '../../scripts/settings/tables.ts';
import { manifestWith, pageWith, textsWith } from '../../scripts/settings/write.mjs';
import { byModel, nullable, oneOf, setting, tokenCount } from '../../src/core/lang/setting.ts';

const settings = [
  setting('spool.mode', 'fast', oneOf(['fast', 'slow']), {
    description: 'How it goes, see `#spool.sizes#`.',
    options: { fast: 'At once.', slow: 'Later.' },
    scope: 'window',
  }),
  setting('spool.limit', null, nullable(tokenCount()), { description: 'Most tokens.' }),
  byModel('spool.sizes', tokenCount(2), { description: 'Sizes.' }),
];

test('package.json keeps all else, and names the texts', () => {
  const untrustedWorkspaces = { supported: 'limited', restrictedConfigurations: ['gone'] };
  const old = {
    name: 'x',
    capabilities: { untrustedWorkspaces },
    contributes: { configuration: { title: 'X', properties: { gone: {} } }, views: {} },
    b: 1,
  };
  const written = manifestWith(JSON.stringify(old), settings);
  const { contributes, capabilities } = JSON.parse(written);
  expect(Object.keys(JSON.parse(written))).toEqual(['name', 'capabilities', 'contributes', 'b']);
  const restrictedConfigurations = ['spool.limit', 'spool.sizes'];
  expect(capabilities).toEqual({ untrustedWorkspaces: { supported: 'limited', restrictedConfigurations } });
  expect(contributes.configuration.title).toBe('X');
  expect(contributes.configuration.properties).toEqual({
    'spool.mode': {
      type: 'string',
      enum: ['fast', 'slow'],
      default: 'fast',
      scope: 'window',
      enumDescriptions: ['%spool.mode.fast%', '%spool.mode.slow%'],
      markdownDescription: '%spool.mode%',
      order: 0,
    },
    'spool.limit': {
      type: ['integer', 'null'],
      default: null,
      scope: 'resource',
      minimum: 1,
      maximum: 100_000_000,
      markdownDescription: '%spool.limit%',
      order: 1,
    },
    'spool.sizes': {
      type: 'object',
      default: {},
      scope: 'resource',
      additionalProperties: { type: 'integer', minimum: 2, maximum: 100_000_000 },
      markdownDescription: '%spool.sizes%',
      order: 2,
    },
  });
});

test('package.nls.json keeps the texts of other things', () => {
  const written = textsWith(JSON.stringify({ 'command.a': 'A', 'spool.gone': 'Gone.' }), settings);
  expect(JSON.parse(written)).toEqual({
    'command.a': 'A',
    'spool.mode': 'How it goes, see `#spool.sizes#`.',
    'spool.mode.fast': 'At once.',
    'spool.mode.slow': 'Later.',
    'spool.limit': 'Most tokens.',
    'spool.sizes': 'Sizes.',
  });
});

test('the page keeps what stands around the table', () => {
  const page = '# S\n\n<!-- settings: written by `npm run settings` -->\nold\n<!-- settings end -->\n\nMore.\n';
  const written = pageWith(page, settings);
  expect(written).toMatch(/^# S\n\n<!--/);
  expect(written).toMatch(/-->\n\nMore\.\n$/);
  expect(written).not.toContain('old');
  expect(written).toContain(
    '| `spool.mode` | `"fast"`, `"slow"` | `"fast"` | How it goes, see `spool.sizes`. `fast`: At once. `slow`: Later. |',
  );
  expect(written).toContain('| `spool.limit` | a whole number of tokens from 1, or null | `null` | Most tokens. |');
  expect(pageWith(written, settings)).toBe(written);
});

test('each option that is described can be set', () => {
  for (const { key, schema, presentation } of ALL_SETTINGS)
    if (presentation.options)
      expect([key, Object.keys(presentation.options).sort()]).toEqual([key, [schema.enum].flat().map(String).sort()]);
});
