/** A plugin of esbuild that minifies the style sheets and templates in the panel's sources, which esbuild leaves as they are. */
import { readFile } from 'node:fs/promises';

/** A style sheet as a component has it: a `css` template without a value in it. */
const SHEET = /\bcss`([^`$]*)`/g;

/** Takes comments and spaces out of a style sheet that mean nothing; strings stay as they are. */
export function minifyStyles(/** @type {string} */ sheet) {
  return sheet
    .replace(/("[^"]*"|'[^']*')|\/\*[\s\S]*?\*\/|\s+/g, (_, string) => string ?? ' ')
    .replace(/("[^"]*"|'[^']*')|\s*([{};,])\s*|:\s+/g, (_, string, mark) => string ?? mark ?? ':')
    .replace(/("[^"]*"|'[^']*')|;}/g, (_, string) => string ?? '}')
    .trim();
}

/**
 * Takes the indentation out of a source, and so out of its templates: HTML takes a line end for the space that it and the indentation
 * are, and elsewhere in a source it means nothing.
 */
export function withoutIndentation(/** @type {string} */ source) {
  return source.replace(/\n[ \t]+/g, '\n');
}

/** @type {import('esbuild').Plugin} */
export const minifiedStyles = {
  name: 'minified-styles',
  setup: (build) => {
    build.onLoad({ filter: /[\\/]src[\\/]webview[\\/].*\.ts$/ }, async ({ path }) => {
      const source = await readFile(path, 'utf8');
      const contents = source.replace(SHEET, (_, sheet) => `css\`${minifyStyles(sheet)}\``);
      return { contents: withoutIndentation(contents), loader: 'ts' };
    });
  },
};
