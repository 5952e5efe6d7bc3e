/** Every sentence can be translated: l10n/bundle.l10n.json, which translators start from, holds exactly those of the code. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { expect, it } from 'vitest';

/** Calls that take messages, and where in their arguments. */
const CALLS: ReadonlyMap<string, readonly number[]> = new Map([
  ['t', [0]],
  ['plural', [1, 2]],
]);

function messagesIn(file: string): readonly string[] {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.ES2023, true);
  const messages: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node)) {
      const { expression, arguments: given } = node;
      const name = ts.isPropertyAccessExpression(expression) ? expression.name.text : expression.getText();
      for (const index of CALLS.get(name) ?? []) {
        const message = given[index];
        if (message && ts.isStringLiteralLike(message)) messages.push(message.text);
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return messages;
}

it('lists every message of the host and the panel (renewed with: npx vitest run test/extension/l10n/l10n.test.ts --update)', async () => {
  const files = ['src/core/view', 'src/core/workspace', 'src/extension', 'src/webview'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => path.join(folder, name)),
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
