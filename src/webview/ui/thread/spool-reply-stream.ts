/** The reply that is being streamed: its text so far, its thinking collapsed, and its tool calls shortened. */
import { css, html, LitElement, type PropertyValues, type TemplateResult } from 'lit';
import { beside, keepFocus } from '../../a11y/lost-focus.ts';
import type { ReceivedPart, ReceivedReply } from '../../state/reply-stream.ts';
import { base } from '../../styles/base.ts';
import { thinkingStyles } from '../../styles/thinking-styles.ts';
import { turn } from '../../words/turn-strings.ts';
import { icon } from '../parts/icons.ts';

export class SpoolReplyStream extends LitElement {
  static override properties = { reply: {}, opened: { state: true } };
  declare reply: ReceivedReply;
  /** The indexes of the thinking parts that are expanded. */
  declare opened: ReadonlySet<number>;

  static override styles = [
    base,
    thinkingStyles,
    css`
      .parts { overflow-wrap: anywhere; }
      /* As the rows that come in their place. */
      .parts > * + * { margin-top: 16px; }
      .parts > * + .card { margin-top: 12px; }
      .card { border: 1px solid var(--spool-edge); border-radius: 4px; font-size: 12px; line-height: 18px; padding: 4px 8px 5px; }
      .head { display: flex; align-items: center; gap: 6px; min-height: 20px; }
      .head > .i { color: var(--vscode-descriptionForeground); }
      .card .meta { margin-inline-start: 10px; }
    `,
  ];

  constructor() {
    super();
    this.opened = new Set();
  }

  override willUpdate(changed: PropertyValues<this>): void {
    // What has the focus may become another element.
    if (this.shadowRoot?.activeElement) keepFocus(() => beside(this, 'spool-composer'));
    const before = changed.get('reply');
    if (before && before.reply !== this.reply.reply) this.opened = new Set();
  }

  override render(): TemplateResult {
    const { parts } = this.reply;
    return html`<h3 class="sr">${turn.replyStream()}</h3>
      <div class="parts">${parts.map((part, i) => this.draw(part, i, i === parts.length - 1))}</div>`;
  }

  private draw(part: ReceivedPart, index: number, isLast: boolean): TemplateResult {
    if (part.type === 'thinking') return this.thinking(part, index, isLast);
    if (part.type === 'call') return call(part);
    return html`<div><spool-markdown-stream .text=${part.text} .growing=${isLast && part.length === part.text.length}></spool-markdown-stream>${more(part)}</div>`;
  }

  private thinking(part: ReceivedPart, index: number, isLast: boolean): TemplateResult {
    const isOpen = this.opened.has(index);
    const toggle = () => {
      const next = new Set(this.opened);
      if (!next.delete(index)) next.add(index);
      this.opened = next;
    };
    return html`<div>
      <button class="thinking" aria-expanded=${isOpen} data-action="toggle-thinking" @click=${toggle}>
        ${icon('right', 'tw')}<span>${isLast ? turn.thinking() : turn.thought()}</span>
      </button>
      ${isOpen ? html`<div class="thoughts"><spool-markdown-stream .text=${part.text} .growing=${isLast}></spool-markdown-stream>${more(part)}</div>` : ''}
    </div>`;
  }
}

function call({ name, text, length }: ReceivedPart): TemplateResult {
  return html`<div class="card" role="group" aria-label=${name ?? ''}>
    <div class="head">${icon('wrench')}<span class="grow ell">${name} <span class="mono">${text.replace(/\s+/g, ' ')}</span></span></div>
    <div class="meta"><span>${turn.call(length)}</span></div>
  </div>`;
}

function more({ text, length }: ReceivedPart): TemplateResult | string {
  return length > text.length ? html`<p class="kick">${turn.more(length - text.length)}</p>` : '';
}

customElements.define('spool-reply-stream', SpoolReplyStream);
