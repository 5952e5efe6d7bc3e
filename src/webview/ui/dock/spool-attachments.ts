/** What is attached to the draft: chips above the composer's field, each with its tokens; they can be opened, removed, attached again. */
import { css, html, LitElement, type TemplateResult } from 'lit';
import type { DraftAttachmentView } from '../../../core/protocol/draft-attachment.ts';
import type { ModelHead } from '../../../core/protocol/panel-state.ts';
import { act } from '../../state/action.ts';
import { base } from '../../styles/base.ts';
import { chipStyles } from '../../styles/chip-styles.ts';
import { attachmentLabel, attachments } from '../../words/attachment-strings.ts';
import { tokens } from '../../words/format.ts';
import { attachmentName } from '../parts/attachment-chip.ts';
import { icon } from '../parts/icons.ts';
import { pathNameStyles } from '../parts/path-name.ts';

/** What was added to a list, as a sentence; undefined where nothing was. */
export function addedText(before: List, now: List): string | undefined {
  const added = now.filter(({ id }) => !before.some((one) => one.id === id));
  const [first] = added;
  return added.length > 1 ? attachments.saidMany(added.length) : first && attachments.said(first);
}

type List = readonly DraftAttachmentView[];

export class SpoolAttachments extends LitElement {
  static override properties = { list: {}, model: {} };
  declare list: readonly DraftAttachmentView[];
  declare model: ModelHead | undefined;

  static override styles = [
    base,
    pathNameStyles,
    chipStyles,
    css`.chips { padding: 6px 8px 0; max-height: min(30vh, 160px); overflow-y: auto; scrollbar-width: thin; }`,
  ];

  override render(): TemplateResult {
    return html`<ul class="chips" data-scrolls aria-label=${attachments.name()}>${this.list.map((one) => this.chip(one))}</ul>`;
  }

  private chip(one: DraftAttachmentView): TemplateResult {
    const { id, source } = one;
    const label = attachmentLabel(one);
    const open = () => act(this, { type: 'openAttachment', id });
    const opens = attachments.open(label);
    // An image from the clipboard is nowhere that it could be opened.
    const isShown = one.kind === 'image' || one.kind === 'document' ? source !== 'none' : true;
    return html`<li class="chip" data-attachment=${id}>
      ${
        isShown
          ? html`<button class="open" data-action="open-attachment" aria-label=${opens} title=${opens} @click=${open}>${attachmentName(one)}</button>`
          : html`<span class="open" title=${label}>${attachmentName(one)}</span>`
      }<span class="num">${tokens(one.tokens, true)}</span>${this.mark(one)}
      ${source === 'changed' ? this.button('retry', attachments.again(label), { type: 'attachAgain', id }) : ''}
      ${this.button('close', attachments.remove(label), { type: 'removeAttachment', id })}
    </li>`;
  }

  /** What a person should know before they send it. */
  private mark({ kind, source }: DraftAttachmentView): TemplateResult | string {
    const { model } = this;
    const mark = (name: string, text: string, why: string) =>
      html`<span class="mark" data-mark=${name} title=${why}>${icon('warning')}<span>${text}</span></span>`;
    if (kind === 'image' && model?.takesImages === false)
      return mark('unseen', attachments.unseen(), attachments.unseenWhy(model.name));
    if (source === 'changed') return mark('changed', attachments.changed(), attachments.changedWhy());
    if (source === 'gone') return mark('gone', attachments.gone(), attachments.goneWhy());
    return '';
  }

  private button(
    name: 'retry' | 'close',
    label: string,
    action: { readonly type: 'attachAgain' | 'removeAttachment'; readonly id: number },
  ): TemplateResult {
    const press = () => {
      act(this, action);
      // The chip that has the focus goes: the focus goes to the field that it belongs to.
      if (name === 'close') this.closest<HTMLElement>('spool-composer')?.focus();
    };
    return html`<button class="ib" data-action=${action.type} aria-label=${label} title=${label} @click=${press}>${icon(name)}</button>`;
  }
}

customElements.define('spool-attachments', SpoolAttachments);
