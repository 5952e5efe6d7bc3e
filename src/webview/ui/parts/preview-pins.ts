/** Draws the pins in a compaction's preview: pinned messages, and messages that can be pinned, each with its button. */
import { html, type TemplateResult } from 'lit';
import type { Preview, PreviewMessage } from '../../../core/view/preview.ts';
import { act } from '../../state/action.ts';
import { tokensInTable } from '../../words/format.ts';
import { previewWords as words } from '../../words/preview-strings.ts';
import { icon } from './icons.ts';

export function previewPins({ pins, unpinned }: Preview): TemplateResult | string {
  if (pins.shown.length + unpinned.shown.length === 0) return '';
  return html`<div class="pop-sec">
    ${pins.shown.length > 0 ? html`<ul>${pins.shown.map((message) => pinLine(message, true))}${rest(pins.others)}</ul>` : ''}
    ${
      unpinned.shown.length > 0
        ? html`<details data-pins><summary>${icon('right', 'tw')}<span>${words.pinMore()}</span></summary>
          <ul>${unpinned.shown.map((message) => pinLine(message, false))}${rest(unpinned.others)}</ul></details>`
        : ''
    }
  </div>`;
}

function pinLine({ entry, label, tokens }: PreviewMessage, pinned: boolean): TemplateResult {
  const press = (event: MouseEvent) => {
    // The second press of a double click would meet the next message.
    if (event.currentTarget && event.detail < 2) act(event.currentTarget, { type: 'pin', entry, pinned: !pinned });
  };
  return html`<li class="pin">
    ${pinned ? icon('pin') : ''}<span class="ell" title=${label} dir="auto">${label}</span><span class="num muted">${tokensInTable(tokens, true)}</span>
    <button class="lnk" data-action=${pinned ? 'unpin' : 'pin'} aria-label=${pinned ? words.unpinned(label) : words.pinned(label)} @click=${press}>${pinned ? words.unpin() : words.pin()}</button>
  </li>`;
}

function rest(count: number): TemplateResult | string {
  return count > 0 ? html`<li class="muted">${words.others(count)}</li>` : '';
}
