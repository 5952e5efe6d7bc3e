/** Markdown as a tree of plain values: text is only ever text, a link is only what the policy lets through, nothing is lost. */
import * as smd from 'streaming-markdown';
import { type Node, nodesOf, type Open, openingMark, text } from './markdown-nodes.ts';

/** Longer texts are shown as they stand: nobody reads them, and they would take seconds. */
const LONGEST = 200_000;
/** A longer line is text and nothing else: on some lines the parser's time grows with the square of their length. */
const LONGEST_LINE = 4_000;

/** The tree of a whole text. */
export function parseMarkdown(source: string): readonly Node[] {
  if (source.length > LONGEST) return [{ type: 'paragraph', children: [text(source)] }];
  const root: Open = { token: smd.DOCUMENT, mark: '', inWord: false, attrs: new Map(), children: [] };
  const path = [root];
  const standIn = unusedIn(source);
  const longLines: string[] = [];
  let finished = false;
  let broken = false;

  const end = () => {
    const done = path.length > 1 ? path.pop() : undefined;
    if (done) append(path.at(-1) ?? root, nodesOf(done, finished ? undefined : parser.pending, broken));
  };
  const parser = smd.parser({
    data: undefined,
    add_token: (_, token) => {
      const before = path.at(-1)?.children.at(-1);
      const inWord = before?.type === 'text' && /[\p{L}\p{N}]$/u.test(before.text);
      const mark = openingMark(token, parser.pending, parser.fence_start);
      path.push({ token, mark, inWord, attrs: new Map(), children: [] });
    },
    end_token: end,
    add_text: (_, added) =>
      append(path.at(-1) ?? root, [text(added.replaceAll(standIn, () => longLines.shift() ?? standIn))]),
    set_attr: (_, attr, value) => path.at(-1)?.attrs.set(attr, value),
  });
  // An address ends with its line, though the parser would look for its end in all that follows.
  const endAddress = () => {
    if (!parser.pending.startsWith('](')) return;
    broken = true;
    smd.parser_write(parser, ')');
    broken = false;
  };
  for (const [i, line] of source.split('\n').entries()) {
    if (i > 0) smd.parser_write(parser, '\n');
    if (line.length > LONGEST_LINE) longLines.push(line);
    smd.parser_write(parser, line.length > LONGEST_LINE ? standIn : line);
    endAddress();
  }
  smd.parser_end(parser);
  finished = true;
  while (path.length > 1) end();
  return root.children;
}

/** A character that the text does not hold. */
function unusedIn(source: string): string {
  let code = 0xe000;
  while (source.includes(String.fromCharCode(code))) code += 1;
  return String.fromCharCode(code);
}

/** Adds nodes; neighbouring texts become one. */
function append(to: Open, nodes: readonly Node[]): void {
  for (const node of nodes) {
    const last = to.children.at(-1);
    if (node.type === 'text' && last?.type === 'text') to.children.splice(-1, 1, text(last.text + node.text));
    else if (node.type !== 'text' || node.text !== '') to.children.push(node);
  }
}
