/** Turns the Markdown parser's tokens into nodes of a tree; a mark that opens no element stays text. */
import * as smd from 'streaming-markdown';
import { type Target, targetOf } from './links.ts';

export type Node =
  | { readonly type: 'text' | 'code'; readonly text: string }
  /** `unfinished` while more of it is to come. */
  | { readonly type: 'fence'; readonly language: string; readonly text: string; readonly unfinished?: boolean }
  | { readonly type: 'break' | 'rule' }
  | { readonly type: 'check'; readonly done: boolean }
  | { readonly type: 'image'; readonly target: Target; readonly alt: string }
  | { readonly type: 'link'; readonly target: Target; readonly children: readonly Node[] }
  | { readonly type: 'heading'; readonly level: number; readonly children: readonly Node[] }
  | { readonly type: 'list'; readonly start: number | undefined; readonly children: readonly Node[] }
  | { readonly type: Plain; readonly children: readonly Node[] };

type Plain = 'paragraph' | 'strong' | 'emphasis' | 'strike' | 'quote' | 'item' | 'table' | 'row' | 'cell';

/** A token that was begun. */
export interface Open {
  readonly token: number;
  /** The characters that began it. */
  readonly mark: string;
  /** It began inside a word, as in `snake_case`. */
  readonly inWord: boolean;
  readonly attrs: Map<number, string>;
  readonly children: Node[];
}

export function text(value: string): Node & { readonly type: 'text' } {
  return { type: 'text', text: value };
}

/** The text in a tree, without its marks. */
export function plainText(nodes: readonly Node[]): string {
  return nodes
    .map((node) => {
      if ('text' in node) return node.text;
      if (node.type === 'image') return node.alt;
      if (node.type === 'break') return '\n';
      return 'children' in node ? plainText(node.children) : '';
    })
    .join('');
}

/** The characters that begin a token; `pending` is what the parser looked at, `ticks` counts backticks. */
export function openingMark(token: number, pending: string, ticks: number): string {
  switch (token) {
    case smd.ITALIC_AST:
      return '*';
    case smd.ITALIC_UND:
      return '_';
    case smd.STRONG_AST:
      return '**';
    case smd.STRONG_UND:
      return '__';
    case smd.STRIKE:
      return '~~';
    case smd.CODE_INLINE:
      return '`'.repeat(ticks);
    case smd.LINK:
      return '[';
    case smd.IMAGE:
      return '![';
    case smd.EQUATION_INLINE:
      return pending === '\\' ? '\\(' : '$';
    case smd.EQUATION_BLOCK:
      return pending.startsWith('\\') ? '\\[\n' : '$$\n';
    default:
      return '';
  }
}

const closing: Readonly<Record<string, string>> = { '$$\n': '$$', '\\(': '\\)', '\\[\n': '\\]', '[': ']', '![': ']' };

/** Whether the parser ends the token because it met the closing mark, and not because the paragraph is over. */
function isClosed({ token, mark }: Open, pending: string): boolean {
  if (token === smd.CODE_INLINE) return /^ ?`*$/.test(pending);
  if (token === smd.LINK || token === smd.IMAGE) return pending.startsWith(']');
  if (token === smd.EQUATION_INLINE || token === smd.EQUATION_BLOCK) return pending === '\\' || pending.startsWith('$');
  const symbol = mark.charAt(0);
  return pending === symbol || pending === symbol + symbol;
}

/** A finished token. `pending` is what the parser looks at, undefined once the text is over; `broken`: its address is none. */
export function nodesOf(open: Open, pending: string | undefined, broken: boolean): readonly Node[] {
  const { token, mark, attrs, children } = open;
  if (mark !== '') return marked(open, pending !== undefined && isClosed(open, pending), broken);
  switch (token) {
    case smd.HEADING_1:
    case smd.HEADING_2:
    case smd.HEADING_3:
    case smd.HEADING_4:
    case smd.HEADING_5:
    case smd.HEADING_6:
      return [{ type: 'heading', level: token - smd.HEADING_1 + 1, children }];
    case smd.CODE_BLOCK:
    case smd.CODE_FENCE:
      return [{ type: 'fence', language: attrs.get(smd.LANG) ?? '', text: plainText(children) }];
    case smd.RAW_URL:
      return rawUrl(plainText(children));
    case smd.BLOCKQUOTE:
      return [{ type: 'quote', children }];
    case smd.LINE_BREAK:
      return [{ type: 'break' }];
    case smd.RULE:
      return [{ type: 'rule' }];
    case smd.LIST_UNORDERED:
      return [{ type: 'list', start: undefined, children }];
    case smd.LIST_ORDERED:
      return [{ type: 'list', start: Number(attrs.get(smd.START) ?? 1), children }];
    case smd.LIST_ITEM:
      return [{ type: 'item', children }];
    case smd.CHECKBOX:
      return [{ type: 'check', done: attrs.has(smd.CHECKED) }];
    case smd.TABLE:
      return [{ type: 'table', children }];
    case smd.TABLE_ROW:
      return [{ type: 'row', children }];
    case smd.TABLE_CELL:
      return [{ type: 'cell', children }];
    default:
      return [{ type: 'paragraph', children }];
  }
}

function marked(open: Open, isClosedByMark: boolean, broken: boolean): readonly Node[] {
  const { token, mark, inWord, attrs, children } = open;
  const href = attrs.get(smd.HREF) ?? attrs.get(smd.SRC);
  const tail = isClosedByMark ? (closing[mark] ?? mark) : '';
  const literal = [text(mark), ...children, text(tail)];
  if (token === smd.LINK || token === smd.IMAGE) {
    const target = broken ? undefined : targetOf(href ?? '');
    if (!target) return href === undefined ? literal : [...literal.slice(0, -1), text(`](${href}${broken ? '' : ')'}`)];
    return token === smd.LINK
      ? [{ type: 'link', target, children }]
      : [{ type: 'image', target, alt: plainText(children) }];
  }
  if (!isClosedByMark || children.length === 0 || (inWord && mark.startsWith('_'))) return literal;
  switch (token) {
    case smd.CODE_INLINE:
      return [{ type: 'code', text: plainText(children) }];
    case smd.STRIKE:
      return [{ type: 'strike', children }];
    case smd.STRONG_AST:
    case smd.STRONG_UND:
      return [{ type: 'strong', children }];
    case smd.ITALIC_AST:
    case smd.ITALIC_UND:
      return [{ type: 'emphasis', children }];
    default:
      return literal;
  }
}

/** A bare address; the punctuation of the sentence around it is not part of it. */
function rawUrl(written: string): readonly Node[] {
  const url = written.replace(/[.,;:!?)\]'"*_]+$/, '');
  const target = targetOf(url);
  if (target?.type !== 'page') return [text(written)];
  return [{ type: 'link', target, children: [text(url)] }, text(written.slice(url.length))];
}
