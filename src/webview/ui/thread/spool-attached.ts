/** The attachments of a sent message, drawn as chips; each opens the content that was sent. */
import { html, LitElement, type TemplateResult } from 'lit';
import type { AttachmentView } from '../../../core/view/row.ts';
import { act } from '../../state/action.ts';
import { base } from '../../styles/base.ts';
import { chipStyles } from '../../styles/chip-styles.ts';
import { attachmentLabel, attachments } from '../../words/attachment-strings.ts';
import { tokens } from '../../words/format.ts';
import { messages } from '../../words/row-strings.ts';
import { attachmentName } from '../parts/attachment-chip.ts';
import { pathNameStyles } from '../parts/path-name.ts';

export class SpoolAttached extends LitElement {
  static override properties = { list: {} };
  declare list: readonly AttachmentView[];

  static override styles = [base, pathNameStyles, chipStyles];

  override render(): TemplateResult {
    return html`<ul class="chips" aria-label=${messages.attached()}>${this.list.map(
      (one) => html`<li class="chip">${this.named(one)}<span class="num">${tokens(one.tokens, true)}</span></li>`,
    )}</ul>`;
  }

  /** An image has no text that could be opened. */
  private named(one: AttachmentView): TemplateResult {
    const { key } = one;
    const label = attachmentLabel(one);
    if (key === undefined) return html`<span class="open" title=${label}>${attachmentName(one)}</span>`;
    const open = () => act(this, { type: 'openRow', key });
    const name = attachments.open(label);
    return html`<button class="open" data-action="open-attached" aria-label=${name} title=${name} @click=${open}>${attachmentName(one)}</button>`;
  }
}

customElements.define('spool-attached', SpoolAttached);
