/** What `npm run package` puts into the package, and what it says of the extension there. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { listing } from '../../scripts/package/listing.mjs';
import { stagedManifest } from '../../scripts/package/stage.mjs';
import { unlisted } from '../../scripts/package/vsce.mjs';

const read = (file: string) => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');

test('a file that no pattern names is found', () => {
  const patterns = ['LICENSE', 'dist/chunks/*.js', 'dist/webview/main.css'];
  const listed = ['package.json', 'README.md', 'LICENSE', 'dist/chunks/adapter-475KKR73.js', 'dist/webview/main.css'];
  const others = ['dist/chunks/adapter.js.map', 'dist/chunks/deep/a.js', 'dist/webview/mainXcss', 'src/extension.ts'];
  expect(unlisted([...listed, ...others], patterns)).toEqual(others);
});

test('the listing leaves out what only a checkout has', () => {
  const readme = [
    'Before.',
    '',
    '<!-- checkout only -->',
    '![The panel](docs/panel.png)',
    '<!-- end of checkout only -->',
    '',
    'It has [settings](docs/settings.md#all), keys ([providers](docs/providers.md)) and [a page](https://example.com/a).',
    '',
  ].join('\n');
  expect(listing(readme)).toBe('Before.\n\nIt has settings, keys and [a page](https://example.com/a).\n');
});

test.each(['README.md', 'CHANGELOG.md'])('the listing of %s leads to no file', (file) => {
  expect(listing(read(file))).not.toMatch(/\]\((?!https:|#)|checkout only/);
});

test('the manifest has what a listing shows, and nothing of the checkout', () => {
  const manifest = stagedManifest(JSON.parse(read('package.json')));
  expect(Object.keys(manifest)).toEqual(
    expect.arrayContaining(
      ['displayName', 'description', 'icon', 'galleryBanner', 'categories', 'keywords'].concat([
        'license',
        'preview',
        'pricing',
        'qna',
        'extensionKind',
      ]),
    ),
  );
  expect(manifest).not.toHaveProperty('scripts');
  expect(manifest).not.toHaveProperty('devDependencies');
  expect(manifest).not.toHaveProperty('private');
});
