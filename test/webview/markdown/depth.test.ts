/** Markdown that is nested without end: the tree has a bounded depth, and no word is lost. */
import { expect, it } from 'vitest';
import { MarkdownStream, parseMarkdown } from '../../../src/webview/markdown/markdown.ts';
import { type Node, plainText } from '../../../src/webview/markdown/markdown-nodes.ts';

/** Levels below a list of nodes. */
function depthOf(nodes: readonly Node[]): number {
  return 1 + Math.max(0, ...nodes.map((node) => ('children' in node ? depthOf(node.children) : 0)));
}

const times = (count: number, make: (i: number) => string) => Array.from({ length: count }, (_, i) => make(i)).join('');

it.each([
  ['quotes on one line', `${'> '.repeat(1200)}word`],
  ['quotes without spaces', `${'>'.repeat(1200)}word`],
  ['quotes that grow line by line', `${times(300, (i) => `${'> '.repeat(i)}a\n`)}word`],
  ['lists on one line', `${'- '.repeat(1200)}word`],
  ['numbered lists on one line', `${'1. '.repeat(1200)}word`],
  ['lists line by line', `${times(300, (i) => `${'  '.repeat(i)}- a\n`)}word`],
  ['lists by tabs', `${times(300, (i) => `${'\t'.repeat(i)}- a\n`)}word`],
  ['quotes and lists', `${'> - '.repeat(600)}word`],
  ['emphasis', `${'*a **b '.repeat(500)}word`],
  ['emphasis of three kinds', `${'*a __b ~~c '.repeat(300)}word`],
  ['brackets', `${'['.repeat(1200)}word${']'.repeat(1200)}`],
  ['links in links', `${'[a '.repeat(500)}word${'](b.ts)'.repeat(500)}`],
  ['images in links', `${'[!['.repeat(500)}word`],
  ['fences in quotes', `${times(200, (i) => `${'> '.repeat(i)}\`\`\`\n`)}word`],
  ['tables in quotes', `${'> '.repeat(200)}| a | b |\n${'> '.repeat(200)}|---|---|\nword`],
  ['HTML', `${'<div>'.repeat(1000)}word`],
  ['headings in quotes', `${'> # '.repeat(500)}word`],
  ['equations', `${'$a '.repeat(1000)}word`],
])('S5 %s', (_, source) => {
  const tree = parseMarkdown(source);
  expect(depthOf(tree)).toBeLessThan(40);
  expect(plainText(tree)).toContain('word');
  const stream = new MarkdownStream();
  for (let at = 0; at < source.length; at += 97) {
    stream.write(source.slice(at, at + 97));
    expect(depthOf(stream.soFar())).toBeLessThan(40);
  }
  expect(plainText(stream.end())).toContain('word');
});

it('S5 the part of a line that is nested too deeply is its text, and the lines after it are read', () => {
  const tree = parseMarkdown(`${'> '.repeat(30)}deep\n\n**bold**\n`);
  expect(plainText(tree)).toContain('> > > deep');
  expect(tree.at(-1)).toEqual({
    type: 'paragraph',
    children: [{ type: 'strong', children: [{ type: 'text', text: 'bold' }] }],
  });
});

it.each([
  ['an item of the first level', `${times(7, (i) => `${'  '.repeat(i)}- a\n`)}`, '- **bold**'],
  ['a heading after deep quotes', `${'> '.repeat(30)}deep\n\n`, '# **bold**'],
  ['an item after deep quotes', `${'> '.repeat(30)}deep\n\n`, '- **bold**'],
  ['a quote after deep lists', `${'- '.repeat(30)}deep\n\n`, '> **bold**'],
  ['a paragraph after quotes that grow', `${times(40, (i) => `${'> '.repeat(i)}a\n`)}\n`, '**bold**'],
  ['a quote of twelve levels that goes on', `${'> '.repeat(12)}a\n`, `${'> '.repeat(12)}**bold**`],
])('S5 %s is read whatever came before it', (_, before, line) => {
  expect(JSON.stringify(parseMarkdown(`${before}${line}\n`))).toContain(
    '{"type":"strong","children":[{"type":"text","text":"bold"}]}',
  );
});
