/** A part of a long text: drawn while it is near the view, else plain, as the elements of thousands of blocks would fill the memory. */
import { html, LitElement, type PropertyValues, type TemplateResult } from 'lit';
import { type Node, plainText } from '../../markdown/markdown-nodes.ts';

/** Above and below the view slices are drawn so far, so that scrolling comes upon few that are not. */
const MARGIN = '600px';

/** All slices share one observer. */
const nearView = new IntersectionObserver(
  (entries) => {
    for (const { target, isIntersecting } of entries) if (target instanceof SpoolSlice) target.show(isIntersecting);
  },
  { root: document, scrollMargin: MARGIN },
);

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
    nearView.observe(this);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    nearView.unobserve(this);
  }

  /** A slice that leaves the neighbourhood of the view keeps its height, so that nothing moves. */
  show(isNear: boolean): void {
    if (isNear === Boolean(this.drawn) || (!isNear && this.isUsed())) return;
    this.style.height = isNear ? '' : `${this.getBoundingClientRect().height}px`;
    this.drawn = isNear;
  }

  /** What is focused or selected stays drawn. */
  private isUsed(): boolean {
    return this.matches(':focus-within') || document.getSelection()?.type === 'Range';
  }

  /** The plain text is there for a search, a copy and a screen reader while the slice is not drawn. */
  override render(): TemplateResult {
    if (this.drawn) return html`${this.draw(this.nodes)}`;
    return html`<span class="undrawn">${this.nodes.map(undrawnText).join('')}</span>`;
  }

  override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('nodes') && !this.drawn) this.style.height = '';
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
