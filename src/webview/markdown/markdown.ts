/** Parses Markdown into a tree of plain values, never HTML: only links that the policy allows, and no text is lost. */
import * as smd from 'streaming-markdown';
import { endsWithHalfPair } from '../../core/lang/clip.ts';
import { type Node, nodesOf, type Open, openingMark, text } from './markdown-nodes.ts';

/** Characters. Longer texts are not parsed, since that would take seconds; they are shown as plain text. */
const LONGEST = 200_000;

/** Characters. Longer lines are plain text: on some lines the parser's time grows with the square of their length. */
const LONGEST_LINE = 4_000;

/** Elements inside each other that are parsed; the rest of such a line is plain text. The parser has room for 24. */
const DEEPEST = 16;

/** Elements more than `DEEPEST` that a line may find, as a line begins up to three with the character that is one too many. */
const LEEWAY = 4;

/** Characters that can begin an element. */
const BEGINS = /[>\-+*_~`|#[$\\\d\t]| {2}/g;

/** Characters at the end that may become a mark with the next piece, and are not shown until then. */
const MARKS = /^(?:!\[|```.*|[\s*_`~|#>\-+[\]()$\\]*)$/;

/** A placeholder in the parser's input for text that is not parsed. */
const STAND_IN = '\u{e000}';

/** The tree of a whole text. */
export function parseMarkdown(source: string): readonly Node[] {
  if (source.length > LONGEST) return [{ type: 'paragraph', children: [text(source)] }];
  const stream = new MarkdownStream();
  stream.write(source);
  return stream.end();
}

/** The text without the first half of a surrogate pair at its end, and that half: the parser reads whole characters. */
function withoutHalf(source: string): readonly [string, string] {
  return endsWithHalfPair(source) ? [source.slice(0, -1), source.slice(-1)] : [source, ''];
}

/** A tree that grows with its text. Blocks that are over are the same objects each time they are asked for. */
export class MarkdownStream {
  readonly #root: Open = { token: smd.DOCUMENT, mark: '', inWord: false, attrs: new Map(), children: [] };
  readonly #path = [this.#root];
  readonly #parser: smd.Parser;
  readonly #unread: string[] = [];
  #line = 0;
  #hasBegun = false;
  #half = '';
  #finished = false;
  #broken = false;

  constructor() {
    this.#parser = smd.parser({
      data: undefined,
      add_token: (_, token) => this.#begin(token),
      end_token: () => this.#close(),
      add_text: (_, added) => append(this.#now, [text(this.#read(added))]),
      set_attr: (_, attr, value) => this.#now.attrs.set(attr, value),
    });
  }

  /** More of the text, cut wherever it was cut: also in the middle of a character, whose first half waits for the second. */
  write(source: string): void {
    const [whole, half] = withoutHalf(this.#half + source);
    this.#half = half;
    if (whole !== '') this.#write(whole);
  }

  #write(source: string): void {
    for (const [i, part] of source.split('\n').entries()) {
      if (i > 0) {
        this.#endLine();
        smd.parser_write(this.#parser, '\n');
        this.#line = 0;
        this.#hasBegun = false;
      }
      this.#line += part.length;
      if (this.#line > LONGEST_LINE) this.#writeUnread(part);
      else this.#writeLine(part);
    }
  }

  /** The tree as it would stand if the text were over now, but for marks of which it is not clear yet what they begin. */
  soFar(): readonly Node[] {
    const { pending } = this.#parser;
    const isRead = !MARKS.test(pending) && !pending.includes(STAND_IN);
    let inner: readonly Node[] = isRead ? [text(pending)] : [];
    for (const open of this.#path.slice(1).reverse()) {
      const children = [...open.children];
      append({ children }, inner);
      inner = nodesOf({ ...open, children }, undefined, false).map((node) =>
        node.type === 'fence' ? { ...node, unfinished: true } : node,
      );
    }
    const loose = inner.some(({ type }) => type === 'text');
    return [...this.#root.children, ...(loose ? [{ type: 'paragraph', children: inner } as const] : inner)];
  }

  /** The whole tree; nothing may be written after it. */
  end(): readonly Node[] {
    if (this.#half !== '') this.#write(this.#half);
    this.#endLine();
    smd.parser_end(this.#parser);
    this.#finished = true;
    while (this.#path.length > 1) this.#close();
    return this.#root.children;
  }

  get #now(): Open {
    return this.#path.at(-1) ?? this.#root;
  }

  #writeLine(part: string): void {
    for (const [i, piece] of part.split(STAND_IN).entries()) {
      if (i > 0) this.#writeUnread(STAND_IN);
      this.#writeBelowDepth(piece);
    }
  }

  /** A piece that could nest too deeply is written character by character until it does. */
  #writeBelowDepth(piece: string): void {
    const begins = piece.match(BEGINS)?.length ?? 0;
    let written = 0;
    for (const part of this.#path.length + 2 * begins < DEEPEST ? [piece] : piece) {
      if (this.#isDeep()) break;
      smd.parser_write(this.#parser, part);
      written += part.length;
    }
    this.#writeUnread(piece.slice(written));
  }

  /** What a line ends is known only when something begins in it, and what an empty line ends once more is written. */
  #isDeep(): boolean {
    if (this.#parser.pending === '\n') return false;
    return this.#path.length >= (this.#hasBegun ? DEEPEST : DEEPEST + LEEWAY);
  }

  #writeUnread(part: string): void {
    if (part === '') return;
    this.#unread.push(part);
    smd.parser_write(this.#parser, STAND_IN);
  }

  #read(added: string): string {
    return added.replaceAll(STAND_IN, () => this.#unread.shift() ?? STAND_IN);
  }

  /** An address ends with its line, though the parser would look for its end in all that follows. */
  #endLine(): void {
    if (!this.#parser.pending.startsWith('](')) return;
    this.#broken = true;
    smd.parser_write(this.#parser, ')');
    this.#broken = false;
  }

  #begin(token: number): void {
    const before = this.#now.children.at(-1);
    const inWord = before?.type === 'text' && /[\p{L}\p{N}]$/u.test(before.text);
    const mark = openingMark(token, this.#parser.pending, this.#parser.fence_start);
    this.#hasBegun = true;
    this.#path.push({ token, mark, inWord, attrs: new Map(), children: [] });
  }

  #close(): void {
    const done = this.#path.length > 1 ? this.#path.pop() : undefined;
    if (done) append(this.#now, nodesOf(done, this.#finished ? undefined : this.#parser.pending, this.#broken));
  }
}

/** Adds nodes; neighbouring texts become one. */
function append(to: Pick<Open, 'children'>, nodes: readonly Node[]): void {
  for (const node of nodes) {
    const last = to.children.at(-1);
    if (node.type === 'text' && last?.type === 'text') to.children.splice(-1, 1, text(last.text + node.text));
    else if (node.type !== 'text' || node.text !== '') to.children.push(node);
  }
}
