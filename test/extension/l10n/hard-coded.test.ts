/** No text for people stands in the code without a way to translate it. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { hardCodedInAdapters, hardCodedInHost, hardCodedInManifest, hardCodedInPanel, parse } from './hard-coded.ts';
import { sourcesIn } from './messages.ts';

const manifest = JSON.parse(readFileSync('package.json', 'utf8'));

const found = (files: readonly string[], find: (source: ReturnType<typeof parse>) => readonly string[]) =>
  files.flatMap((file) => find(parse(readFileSync(file, 'utf8'))).map((text) => `${file}: ${text}`));

it('in the panel', () => {
  // Lists of languages and file endings are words of code.
  const files = sourcesIn('src/webview').filter((file) => !/src.webview.markdown/.test(file));
  expect(found(files, hardCodedInPanel)).toEqual([]);
});

it('in the host', () => {
  // Descriptions of settings become package.nls.json; what is wrong with a stored line or a file is said to the log and the model.
  const files = sourcesIn('src/extension').filter((file) => !/src.extension.(settings|storage|workspace)\W/.test(file));
  expect(found(files, (source) => hardCodedInHost(source, manifest.displayName))).toEqual([]);
});

it('in the adapters, and in what is said of a failed import', () => {
  // What a model reads in place of something, a recording's own texts, and a fault of the headless commands.
  const others = /src.providers.(replay\W|registry|\S+.(to-messages|to-request|to-input|contents)\.ts)/;
  const files = sourcesIn('src/providers').filter((file) => !others.test(file));
  expect(files.length).toBeGreaterThan(40);
  const imports = ['src/core/transfer/import-failures.ts', 'src/core/transfer/sibling-files.ts'];
  expect(found([...files, ...imports], hardCodedInAdapters)).toEqual([]);
});

it('in package.json', () => {
  const { contributes, capabilities, description, displayName } = manifest;
  expect(hardCodedInManifest({ contributes, capabilities, description }, displayName)).toEqual([]);
});

it.each([
  [`html\`<b>Open</b>\``, ['Open']],
  [`html\`<b title="Open it">\${x}</b>\``, ['Open it']],
  [`html\`<b aria-label=\${name()}>\${t("Open")}</b>\``, []],
  [`html\`<b class="no match">\${n} more</b>\``, ['more']],
  ['const name = isOpen ? "no result yet" : t("Open");', ['no result yet']],
  ['if (key === "Enter") throw new Error("no such row");', []],
])('in the panel: %s', (code, texts) => {
  expect(hardCodedInPanel(parse(code))).toEqual(texts);
});

it.each([
  ['pick.title = "Models";', ['Models']],
  [`const item = { label: \`$(check) \${name}\`, detail: a ? "in use" : "" };`, ['in use']],
  ['window.showErrorMessage("It failed: " + why, l10n.t("Retry"));', ['It failed: ']],
  ['const item = { label: "$(spool) Spool", placeHolder: "http://localhost/v1", kind: "in use" };', []],
])('in the host: %s', (code, texts) => {
  expect(hardCodedInHost(parse(code), 'Spool')).toEqual(texts);
});

it.each([
  [`const error = { message: \`The connection to \${url} failed\` };`, ['The connection to {} failed']],
  ["throw new Error('The answer is too long.');", ['The answer is too long.']],
  ["const error = { message: ownSentence('tooLong') };", []],
  ["const type = 'text/event-stream';", []],
])('in the adapters: %s', (code, texts) => {
  expect(hardCodedInAdapters(parse(code))).toEqual(texts);
});

it('in a manifest', () => {
  const views = [{ name: '%view%', title: 'Spool' }, { title: 'Thread' }];
  expect(hardCodedInManifest({ views, enumDescriptions: ['%a%', 'B'] }, 'Spool')).toEqual([
    'title: Thread',
    'enumDescriptions: B',
  ]);
});
