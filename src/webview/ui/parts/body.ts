/** Templates for a row's text: clipped, or whole once it was loaded. */
import { css, html, type TemplateResult } from 'lit';
import type { Clipped } from '../../../core/lang/clip.ts';
import type { TextPart } from '../../../core/protocol/panel-messages.ts';
import { act } from '../../state/action.ts';
import { textKey } from '../../state/state.ts';
import { messages } from '../../words/row-strings.ts';

/** Full texts by `textKey`. */
export type Texts = ReadonlyMap<string, string>;

export function shownText(clipped: Clipped, key: string, part: TextPart, texts: Texts): string {
  return texts.get(textKey(key, part)) ?? clipped.text;
}

/** The button that loads the whole text; empty when the text is not clipped. */
export function showMore(clipped: Clipped, key: string, part: TextPart, texts: Texts): TemplateResult | string {
  if (clipped.more === 0 || texts.has(textKey(key, part))) return '';
  const load = (event: Event) => {
    if (event.currentTarget) act(event.currentTarget, { type: 'loadText', key, part });
  };
  return html`<button class="lnk kick" data-action="show-all" @click=${load}>${messages.showMore(clipped.more)}</button>`;
}

/** Plain text, with its line breaks and spaces. */
export function plain(text: string): TemplateResult {
  return html`<p class="plain" dir="auto">${text}</p>`;
}

/** Preformatted output in a scrolling box. */
export function output(text: string, name: string): TemplateResult {
  return html`<pre class="output" tabindex="0" role="group" aria-label=${name} data-scrolls>${text}</pre>`;
}

export const bodyStyles = css`
  .plain { white-space: pre-wrap; overflow-wrap: anywhere; unicode-bidi: isolate; }
  .output { max-height: 268px; overflow: auto; scrollbar-width: thin; padding: 6px 8px; border: 1px solid var(--spool-edge); border-radius: 4px; background: var(--vscode-editor-background); color: var(--vscode-editor-foreground); font-size: 11.5px; line-height: 17px; white-space: pre-wrap; overflow-wrap: anywhere; }
  .output:focus-visible { outline-offset: -1px; }
  button.lnk.kick { color: var(--vscode-textLink-foreground); align-self: flex-start; min-height: 20px; white-space: normal; }
`;
