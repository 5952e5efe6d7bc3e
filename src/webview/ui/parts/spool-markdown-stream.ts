/** Markdown that is being streamed: finished blocks keep their elements, only the last block is redrawn. */
import { css, html, LitElement, type PropertyValues, type TemplateResult } from 'lit';
import { MarkdownStream } from '../../markdown/markdown.ts';
import { base } from '../../styles/base.ts';
import { drawEach, proseStyles } from './prose.ts';

export class SpoolMarkdownStream extends LitElement {
  static override properties = { text: {}, growing: { type: Boolean } };
  declare text: string;
  /** The text is still being streamed. */
  declare growing: boolean;
  private stream = new MarkdownStream();
  private written = '';

  static override styles = [
    base,
    proseStyles,
    css`
      :host { display: block; }
      .growing > p:last-child::after, .growing > :is(ul, ol):last-child > li:last-child::after, .growing > spool-slice:last-child > p:last-child::after, .growing > spool-slice:last-child > :is(ul, ol):last-child > li:last-child::after { content: ''; display: inline-block; width: 7px; height: 14px; margin-inline-start: 2px; vertical-align: -2px; background: currentColor; }
    `,
  ];

  override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has('text')) return;
    const { text } = this;
    if (!text.startsWith(this.written)) {
      this.stream = new MarkdownStream();
      this.written = '';
    }
    this.stream.write(text.slice(this.written.length));
    this.written = text;
  }

  override render(): TemplateResult {
    return html`<div class="prose ${this.growing ? 'growing' : ''}" dir="auto">${drawEach(this.stream.soFar())}</div>`;
  }
}

customElements.define('spool-markdown-stream', SpoolMarkdownStream);
