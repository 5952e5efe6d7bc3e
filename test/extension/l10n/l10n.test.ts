/** Every sentence can be translated: l10n/bundle.l10n.json, which translators start from, holds exactly those of the code. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { messagesIn, sourcesIn } from './messages.ts';

it('lists every message of the host and the panel (renewed with: npx vitest run test/extension/l10n/l10n.test.ts --update)', async () => {
  const files = ['src/core/lang', 'src/core/view', 'src/core/workspace', 'src/extension', 'src/webview'].flatMap(
    sourcesIn,
  );
  const messages = [...new Set(files.flatMap(messagesIn))].sort();
  expect(messages.length).toBeGreaterThan(100);
  const bundle = `${JSON.stringify(Object.fromEntries(messages.map((message) => [message, message])), null, 2)}\n`;
  await expect(bundle).toMatchFileSnapshot('../../../l10n/bundle.l10n.json');
});

it('gives each placeholder of a message something to stand for', () => {
  const bundle: Readonly<Record<string, string>> = JSON.parse(readFileSync('l10n/bundle.l10n.json', 'utf8'));
  for (const message of Object.keys(bundle)) {
    const numbers = [...message.matchAll(/\{(\d+)\}/g)].map((match) => Number(match[1]));
    expect([...new Set(numbers)].sort(), message).toEqual([...new Set(numbers)].map((_, i) => i));
  }
});
