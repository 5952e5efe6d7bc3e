/** A part of a long text: plain until it comes into view, as drawing thousands of blocks at once would block the panel for seconds. */
import { html, LitElement, type PropertyValues, type TemplateResult } from 'lit';
import { type Node, plainText } from '../../markdown/markdown-nodes.ts';

/** All slices share one observer. */
const inView = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting } of entries) {
    if (!isIntersecting || !(target instanceof SpoolSlice)) continue;
    inView.unobserve(target);
    target.drawn = true;
  }
});

export class SpoolSlice extends LitElement {
  static override properties = {
    nodes: { hasChanged: (now: readonly Node[], before?: readonly Node[]) => !isSame(now, before) },
    draw: { attribute: false },
    drawn: { type: Boolean },
  };
  declare nodes: readonly Node[];
  /** Makes the nodes' templates. */
  declare draw: (nodes: readonly Node[]) => unknown;
  declare drawn: boolean;

  /** In the tree around it, whose styles are for what it draws. */
  override createRenderRoot(): this {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    if (!this.drawn) inView.observe(this);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    inView.unobserve(this);
  }

  /** The plain text is there for a search, a copy and a screen reader before the slice is drawn. */
  override render(): TemplateResult {
    if (this.drawn) return html`${this.draw(this.nodes)}`;
    return html`<span class="undrawn">${this.nodes.map(undrawnText).join('')}</span>`;
  }

  override updated(changed: PropertyValues<this>): void {
    if (changed.has('drawn') && this.drawn) inView.unobserve(this);
  }
}

const INLINE = new Set<Node['type']>([
  'text',
  'code',
  'break',
  'check',
  'image',
  'link',
  'strong',
  'emphasis',
  'strike',
]);

/** The text of a node; that of a block ends its line. */
function undrawnText(node: Node): string {
  if (INLINE.has(node.type)) return plainText([node]);
  const inside = 'children' in node ? node.children.map(undrawnText).join('') : plainText([node]);
  return `${inside.trimEnd()}\n`;
}

function isSame(now: readonly Node[], before: readonly Node[] | undefined): boolean {
  return before?.length === now.length && now.every((node, at) => node === before[at]);
}

customElements.define('spool-slice', SpoolSlice);
