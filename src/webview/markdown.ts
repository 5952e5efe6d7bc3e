/** Markdown as a tree of plain values: text is only ever text, and a link is only what the policy lets through. */
import * as smd from 'streaming-markdown';
import { type Target, targetOf } from './links.ts';

export type Node =
  | { readonly type: 'text' | 'code' | 'math'; readonly text: string }
  | { readonly type: 'fence'; readonly language: string; readonly text: string }
  | { readonly type: 'break' | 'rule' }
  | { readonly type: 'check'; readonly done: boolean }
  | { readonly type: 'image'; readonly target: Target | undefined; readonly alt: string }
  | { readonly type: 'link'; readonly target: Target | undefined; readonly children: readonly Node[] }
  | { readonly type: 'heading'; readonly level: number; readonly children: readonly Node[] }
  | { readonly type: 'list'; readonly start: number | undefined; readonly children: readonly Node[] }
  | { readonly type: Plain; readonly children: readonly Node[] };

type Plain = 'paragraph' | 'strong' | 'emphasis' | 'strike' | 'quote' | 'item' | 'table' | 'row' | 'cell';

/** A node while its parts still arrive. */
interface Open {
  readonly token: number;
  readonly attrs: Map<number, string>;
  readonly children: Node[];
}

/** The tree of a whole text. */
export function parseMarkdown(text: string): readonly Node[] {
  const path: Open[] = [{ token: smd.DOCUMENT, attrs: new Map(), children: [] }];
  const end = () => {
    const done = path.length > 1 ? path.pop() : undefined;
    if (done) path.at(-1)?.children.push(closed(done));
  };
  const parser = smd.parser({
    data: path,
    add_token: (_, token) => path.push({ token, attrs: new Map(), children: [] }),
    end_token: end,
    add_text: (_, added) => path.at(-1)?.children.push({ type: 'text', text: added }),
    set_attr: (_, attr, value) => path.at(-1)?.attrs.set(attr, value),
  });
  smd.parser_write(parser, text);
  smd.parser_end(parser);
  // The parser leaves open what the text leaves open.
  while (path.length > 1) end();
  return path[0]?.children ?? [];
}

/** The text in a tree, without its marks. */
export function plainText(nodes: readonly Node[]): string {
  return nodes
    .map((node) => {
      if ('text' in node) return node.text;
      if (node.type === 'image') return node.alt;
      return 'children' in node ? plainText(node.children) : '';
    })
    .join('');
}

function closed({ token, attrs, children }: Open): Node {
  const href = attrs.get(smd.HREF) ?? attrs.get(smd.SRC) ?? '';
  switch (token) {
    case smd.HEADING_1:
    case smd.HEADING_2:
    case smd.HEADING_3:
    case smd.HEADING_4:
    case smd.HEADING_5:
    case smd.HEADING_6:
      return { type: 'heading', level: token - smd.HEADING_1 + 1, children };
    case smd.CODE_BLOCK:
    case smd.CODE_FENCE:
      return { type: 'fence', language: attrs.get(smd.LANG) ?? '', text: plainText(children) };
    case smd.CODE_INLINE:
      return { type: 'code', text: plainText(children) };
    case smd.EQUATION_BLOCK:
    case smd.EQUATION_INLINE:
      return { type: 'math', text: plainText(children) };
    case smd.ITALIC_AST:
    case smd.ITALIC_UND:
      return { type: 'emphasis', children };
    case smd.STRONG_AST:
    case smd.STRONG_UND:
      return { type: 'strong', children };
    case smd.STRIKE:
      return { type: 'strike', children };
    case smd.LINK:
    case smd.RAW_URL:
      return { type: 'link', target: targetOf(href), children };
    case smd.IMAGE:
      return { type: 'image', target: targetOf(href), alt: plainText(children) };
    case smd.BLOCKQUOTE:
      return { type: 'quote', children };
    case smd.LINE_BREAK:
      return { type: 'break' };
    case smd.RULE:
      return { type: 'rule' };
    case smd.LIST_UNORDERED:
      return { type: 'list', start: undefined, children };
    case smd.LIST_ORDERED:
      return { type: 'list', start: Number(attrs.get(smd.START) ?? 1), children };
    case smd.LIST_ITEM:
      return { type: 'item', children };
    case smd.CHECKBOX:
      return { type: 'check', done: attrs.has(smd.CHECKED) };
    case smd.TABLE:
      return { type: 'table', children };
    case smd.TABLE_ROW:
      return { type: 'row', children };
    case smd.TABLE_CELL:
      return { type: 'cell', children };
    default:
      return { type: 'paragraph', children };
  }
}
