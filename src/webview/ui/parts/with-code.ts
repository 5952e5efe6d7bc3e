/** A sentence of the host in which words between backticks are code; nothing else in it is read as Markdown. */
import { html, type TemplateResult } from 'lit';

export function withCode(sentence: string): readonly (TemplateResult | string)[] {
  return sentence.split('`').map((part, at) => (at % 2 === 1 ? html`<span class="mono">${part}</span>` : part));
}
