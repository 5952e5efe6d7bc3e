/** The panel's style sheets mean the same once they are minified, and are smaller. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { transform } from 'esbuild';
import { expect, it } from 'vitest';
import { minifyStyles, withoutIndentation } from '../../scripts/lib/minify-styles.mjs';

const webview = path.resolve(import.meta.dirname, '../../src/webview');
const sheets = readdirSync(webview, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .flatMap((name) => [...readFileSync(path.join(webview, name), 'utf8').matchAll(/\bcss`([^`]*)`/g)])
  .map(([, sheet = '']) => sheet);

/** By esbuild, which keeps the spaces inside `var()` and in conditions. */
async function parsed(sheet: string): Promise<string> {
  const { code } = await transform(sheet.replaceAll('\\\\', '\\'), { loader: 'css', minify: true });
  return code.replaceAll(/([,:])\s+/g, '$1');
}

it('every style sheet of the panel has no values in it, and means the same when it is minified', async () => {
  expect(sheets.length).toBeGreaterThan(20);
  for (const sheet of sheets) {
    expect(sheet).not.toContain('$');
    const small = minifyStyles(sheet);
    expect(await parsed(small), sheet).toBe(await parsed(sheet));
    expect(small.length, sheet).toBeLessThanOrEqual(sheet.length);
  }
});

it('keeps strings, descendants and values apart', () => {
  const sheet = `
    /* the mark; between */
    a :hover::before, b > c { content: ' ; } ' / ", :"; margin: 0 -4px; }
    @container (max-width: 300px) { a { width: calc(1px + 2px); } }
  `;
  expect(minifyStyles(sheet)).toBe(
    `a :hover::before,b > c{content:' ; } ' / ", :";margin:0 -4px}@container (max-width:300px){a{width:calc(1px + 2px)}}`,
  );
});

it('keeps one line end of what stands between two lines of a template', () => {
  const source = 'return html`<p>\n      {words} <b>a  b</b>\n\n  </p>`;\n}\n';
  expect(withoutIndentation(source)).toBe('return html`<p>\n{words} <b>a  b</b>\n\n</p>`;\n}\n');
});
