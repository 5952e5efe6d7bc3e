/** Templates for a Markdown tree: text, links that the policy allows, and code blocks. */
import { css, html, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { mentionedFile, type Target } from '../../markdown/links.ts';
import { parseMarkdown } from '../../markdown/markdown.ts';
import { type Node, plainText } from '../../markdown/markdown-nodes.ts';
import { act } from '../../state/action.ts';
import { messages } from '../../words/row-strings.ts';
import './spool-slice.ts';

export function prose(text: string): TemplateResult {
  return html`<div class="prose" dir="auto">${guard([text], () => drawEach(parseMarkdown(text)))}</div>`;
}

/** Nodes of a slice, which is drawn at once; each item of a list counts. */
const SLICE = 40;

/** Templates by node: a node that is passed again is not rendered again. Of many nodes, only those near the view are drawn. */
export function drawEach(nodes: readonly Node[]): unknown {
  const slices = slicesOf(nodes);
  if (slices.length <= 2) return drawNow(nodes);
  return slices.map((part, at) => html`<spool-slice .nodes=${part} .draw=${drawNow} ?drawn=${at === 0}></spool-slice>`);
}

function slicesOf(nodes: readonly Node[]): readonly (readonly Node[])[] {
  const slices: Node[][] = [];
  let room = 0;
  for (const node of nodes.flatMap(split)) {
    if (room <= 0) {
      slices.push([]);
      room = SLICE;
    }
    slices.at(-1)?.push(node);
    room -= node.type === 'list' || node.type === 'table' ? node.children.length : 1;
  }
  return slices;
}

function drawNow(nodes: readonly Node[]): unknown {
  return nodes.map((node) => guard([node], () => draw(node)));
}

/** Pieces by the first node of their own, so that a list which grows is the same pieces and one more. */
const pieces = new WeakMap<Node, Parent>();

type Parent = Node & { readonly type: 'list' | 'table' };

/** A long list as several that go on with its numbers, and a long table as several with its head. */
function split(node: Node): readonly Node[] {
  if (!('children' in node) || node.children.length <= SLICE) return [node];
  if (node.type === 'list') {
    const { start, children } = node;
    return chunks(children).map((items, at) =>
      piece(items[0], { ...node, start: start === undefined ? undefined : start + at * SLICE, children: items }),
    );
  }
  if (node.type !== 'table') return [node];
  const [head, ...rows] = node.children;
  return chunks(rows).map((part) => piece(part[0], { type: 'table', children: head ? [head, ...part] : part }));
}

function chunks(nodes: readonly Node[]): readonly (readonly Node[])[] {
  return Array.from({ length: Math.ceil(nodes.length / SLICE) }, (_, at) => nodes.slice(at * SLICE, (at + 1) * SLICE));
}

function piece(first: Node | undefined, made: Parent): Parent {
  const known = first && pieces.get(first);
  if (known?.children.length === made.children.length && known.children.at(-1) === made.children.at(-1)) return known;
  if (first) pieces.set(first, made);
  return made;
}

type Part = TemplateResult | string;

/** `inLink`: a link holds no other link. */
function draw(node: Node, inLink = false): Part {
  const drawn = (children: readonly Node[]) => children.map((child) => draw(child, inLink));
  switch (node.type) {
    case 'text':
      return node.text;
    case 'code': {
      const code = html`<code>${node.text}</code>`;
      const target = inLink ? undefined : mentionedFile(node.text);
      return target ? link(target, [code]) : code;
    }
    case 'fence':
      return html`<spool-code .text=${node.text} .language=${node.language} .unfinished=${node.unfinished ?? false}></spool-code>`;
    case 'break':
      return html`<br />`;
    case 'rule':
      return html`<hr />`;
    case 'check':
      return node.done ? '☑ ' : '☐ ';
    case 'image':
      return link(node.target, [messages.image(node.alt)]);
    case 'link':
      return link(
        node.target,
        node.children.map((child) => draw(child, true)),
      );
    case 'heading':
      return html`<h4>${drawn(node.children)}</h4>`;
    case 'list':
      return node.start === undefined
        ? html`<ul>${drawn(node.children)}</ul>`
        : html`<ol start=${node.start}>${drawn(node.children)}</ol>`;
    case 'strong':
      return html`<strong>${drawn(node.children)}</strong>`;
    case 'emphasis':
      return html`<em>${drawn(node.children)}</em>`;
    case 'strike':
      return html`<s>${drawn(node.children)}</s>`;
    case 'quote':
      return html`<blockquote>${drawEach(node.children)}</blockquote>`;
    case 'item':
      return html`<li>${drawEach(node.children)}</li>`;
    case 'table':
      return table(node.children);
    case 'row':
    case 'cell':
    case 'paragraph':
      return html`<p>${drawEach(node.children)}</p>`;
  }
}

function table(rows: readonly Node[]): Part {
  const cells = rows.map((row) => ('children' in row ? row.children : []));
  const [head = [], ...rest] = cells;
  const text = (cell: Node) => ('children' in cell ? cell.children.map((child) => draw(child)) : draw(cell));
  return html`<div class="scroll" tabindex="0" role="group" aria-label=${plainText(head).slice(0, 80)} data-scrolls>
    <table>
      <thead><tr>${head.map((cell) => html`<th scope="col">${text(cell)}</th>`)}</tr></thead>
      <tbody>${rest.map((row) => html`<tr>${row.map((cell) => html`<td>${text(cell)}</td>`)}</tr>`)}</tbody>
    </table>
  </div>`;
}

function link(target: Target, content: readonly Part[]): Part {
  if (target.type === 'page') return html`<a href=${target.url} title=${target.url} rel="noreferrer">${content}</a>`;
  const { path, line } = target;
  const open = (event: Event) => {
    if (event.currentTarget) act(event.currentTarget, { type: 'openFile', path, ...(line ? { line } : {}) });
  };
  return html`<button class="lnk file" title=${line ? `${path}:${line}` : path} @click=${open}>${content}</button>`;
}

export const proseStyles = css`
  .prose { overflow-wrap: anywhere; unicode-bidi: isolate; }
  .prose > * + * { margin-top: 8px; }
  .prose > spool-slice, .prose :is(blockquote, li) > spool-slice { display: block; }
  .prose > spool-slice > * + * { margin-top: 8px; }
  .prose .undrawn { display: block; max-height: 100%; overflow: hidden; white-space: pre-wrap; }
  .prose ul, .prose ol { padding-inline-start: 18px; }
  .prose ul { list-style: disc; } .prose ol { list-style: decimal; }
  .prose li + li { margin-top: 2px; }
  .prose li > p { display: inline; }
  .prose li::marker { color: var(--vscode-descriptionForeground); }
  .prose h4, .prose strong, .prose th { font-weight: 600; }
  .prose code { color: var(--vscode-textPreformat-foreground); background: var(--vscode-textPreformat-background); border-radius: 3px; padding: 1px 4px; font-size: 11.5px; }
  .prose a, .prose .file { color: var(--vscode-textLink-foreground); text-decoration: underline; text-underline-offset: 2px; white-space: normal; }
  .prose .file code { color: inherit; background: none; padding: 0; }
  .prose a:hover, .prose .file:hover { color: var(--vscode-textLink-activeForeground); }
  .prose blockquote { border-inline-start: 2px solid var(--vscode-textBlockQuote-border); padding-inline-start: 8px; }
  .prose hr { border: 0; border-top: 1px solid var(--spool-edge); }
  .prose .scroll { overflow-x: auto; scrollbar-width: thin; }
  .prose table { border-collapse: collapse; font-size: 12px; line-height: 18px; }
  .prose th, .prose td { text-align: start; padding: 2px 12px 2px 0; border-bottom: 1px solid var(--spool-edge); vertical-align: top; overflow-wrap: normal; }
`;
