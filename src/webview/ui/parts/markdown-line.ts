/** The beginning of a Markdown text as one line: inline code is kept, all other formatting is dropped. */
import { html, type TemplateResult } from 'lit';
import { parseMarkdown } from '../../markdown/markdown.ts';
import type { Node } from '../../markdown/markdown-nodes.ts';

/** Characters that are parsed: more than two lines of the widest panel. */
const ENOUGH = 400;

export function inlineMarkdown(text: string): readonly (TemplateResult | string)[] {
  return flat(parseMarkdown(text.trim().slice(0, ENOUGH)));
}

/** A path that may break after each slash. */
export function breakable(path: string): readonly unknown[] {
  return path.split(/(?<=\/)/).flatMap((part) => [part, html`<wbr />`]);
}

function flat(nodes: readonly Node[]): (TemplateResult | string)[] {
  return nodes.flatMap((node) => {
    if (node.type === 'text') return [node.text];
    if (node.type === 'code') return [html`<span class="mono">${node.text}</span>`];
    if (node.type === 'fence') return [html` <span class="mono">${node.text}</span> `];
    if (node.type === 'image') return [node.alt];
    if (node.type === 'break') return [' '];
    const inline = node.type === 'strong' || node.type === 'emphasis' || node.type === 'strike' || node.type === 'link';
    return 'children' in node ? [...flat(node.children), inline ? '' : ' '] : [];
  });
}
