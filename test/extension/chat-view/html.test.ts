/** The page of the panel and its policy. */
import { expect, it } from 'vitest';
import { panelHtml } from '../../../src/extension/chat-view/html.ts';

const page = (strings: Readonly<Record<string, string>> = {}) =>
  panelHtml({
    cspSource: 'https://source',
    nonce: 'n0nce',
    script: 'https://source/main.js',
    style: 'https://source/main.css',
    language: 'de',
    strings,
  });

it('allows the bundled script and style sheet, and nothing else', () => {
  expect(/content="([^"]*default-src[^"]*)"/.exec(page())?.[1]).toBe(
    "default-src 'none'; script-src 'nonce-n0nce'; style-src https://source 'nonce-n0nce'; font-src https://source; img-src https://source data:",
  );
  expect(page()).not.toMatch(/ style=|<style|unsafe/);
  expect(page().match(/<script/g)).toHaveLength(2);
});

it('keeps the browser from looking up the hosts of links, whose names can carry data', () => {
  expect(page()).toContain('<meta http-equiv="x-dns-prefetch-control" content="off">');
});

it('hands over language and strings, whatever the strings hold', () => {
  const strings = { 'a </script><script>x': '<!-- "b" -->' };
  const html = page(strings);
  const [, data = ''] = /id="l10n">(.*)<\/script>\n/.exec(html) ?? [];
  expect(JSON.parse(data)).toEqual(strings);
  expect(html).toContain('<html lang="de">');
  expect(html.match(/<script/g)).toHaveLength(2);
});
