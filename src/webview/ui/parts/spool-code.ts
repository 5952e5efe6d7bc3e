/** A code block: its language, buttons to copy and use it, and the text, highlighted once the page is idle. */
import { css, html, LitElement, type PropertyValues, type TemplateResult } from 'lit';
import { languageName, languageOf } from '../../markdown/code-language.ts';
import type { Run } from '../../markdown/highlight.ts';
import { type Action, act } from '../../state/action.ts';
import { base } from '../../styles/base.ts';
import { messages } from '../../words/row-strings.ts';
import { type IconName, icon } from './icons.ts';
import { WhileActive } from './while-active.ts';

/** Characters. A block that is shorter is coloured in less than a millisecond. */
const SHORT = 2_000;

/** Colours code, once the grammars are loaded. */
let colour: typeof import('../../markdown/highlight.ts').colour | undefined;

export class SpoolCode extends LitElement {
  static override properties = { text: {}, language: {}, unfinished: { type: Boolean }, spans: { state: true } };
  declare text: string;
  declare language: string;
  /** The block is still being streamed. */
  declare unfinished: boolean;
  /** The coloured text, which is drawn once. */
  declare spans: DocumentFragment | undefined;
  private readonly near = new WhileActive(this);

  static override styles = [
    base,
    css`
      :host { display: block; border: 1px solid var(--spool-edge); border-radius: 4px; background: var(--vscode-editor-background); overflow: hidden; }
      header { display: flex; align-items: center; height: 26px; padding: 0 2px 0 10px; font-size: 11px; color: var(--vscode-descriptionForeground); border-bottom: 1px solid var(--spool-edge); }
      .ib { opacity: 0; }
      :host(:hover) .ib, .ib:focus-visible { opacity: 1; }
      @media (hover: none) { .ib { opacity: 1; } }
      pre { padding: 8px 10px; overflow-x: auto; line-height: 18px; color: var(--vscode-editor-foreground); scrollbar-width: thin; tab-size: 2; text-align: left; }
      pre:focus-visible { outline-offset: -1px; }
      .keyword { color: var(--vscode-debugTokenExpression-boolean); }
      .string { color: var(--vscode-debugTokenExpression-string); }
      .number { color: var(--vscode-debugTokenExpression-number); }
      .name { color: var(--vscode-symbolIcon-functionForeground); }
      .comment { color: var(--vscode-descriptionForeground); font-style: italic; }
      .added { color: var(--vscode-chat-linesAddedForeground); }
      .removed { color: var(--vscode-chat-linesRemovedForeground); }
    `,
  ];

  override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has('text') && !changed.has('language') && !changed.has('unfinished')) return;
    this.spans = undefined;
    if (this.unfinished || !languageOf(this.language)) return;
    // A second drawing would cost a streamed reply as much again.
    if (colour && this.text.length < SHORT && this.isStreamed()) this.spans = this.coloured();
    else requestIdleCallback(() => void this.paint());
  }

  /** Code stays plain when the grammars can't be loaded. */
  private async paint(): Promise<void> {
    const { text } = this;
    colour ??= (await import('../../markdown/highlight.ts').catch(() => undefined))?.colour;
    if (this.isConnected && text === this.text) this.spans = this.coloured();
  }

  private isStreamed(): boolean {
    const root = this.getRootNode();
    return root instanceof ShadowRoot && root.host.localName === 'spool-markdown-stream';
  }

  private coloured(): DocumentFragment | undefined {
    const runs = colour?.(this.text, languageOf(this.language));
    return runs && spansOf(runs);
  }

  /** What can be done with the code in the editor. */
  private uses(): TemplateResult {
    const { text, language } = this;
    const use = (action: Action, label: string, name: IconName) =>
      html`<button class="ib" data-action=${action.type} aria-label=${label} title=${label} @click=${() => act(this, action)}>${icon(name)}</button>`;
    return html`${use({ type: 'insertCode', text }, messages.insertCode(), 'insert')}${use({ type: 'compareCode', text }, messages.compareCode(), 'compare')}
      ${use({ type: 'newFile', text, language }, messages.newFile(), 'newFile')}`;
  }

  override render(): TemplateResult {
    const name = languageName(this.language) || messages.plainText();
    const label = messages.copyCode(this.text.split('\n').length, languageName(this.language));
    const copy = () => act(this, { type: 'copyText', text: this.text });
    return html`<header>
        <span class="ell">${name}</span> <span class="grow"></span>${this.near.active && !this.unfinished ? this.uses() : ''}
        <button class="ib" data-action="copy" aria-label=${label} title=${label} @click=${copy}>${icon('copy')}</button>
      </header>
      <pre tabindex="0" role="group" aria-label=${name} data-scrolls>${this.spans ?? this.text}</pre>`;
  }
}

/** A template for each run would cost several times as much. */
function spansOf(runs: readonly Run[]): DocumentFragment {
  const spans = document.createDocumentFragment();
  for (const { text, kind } of runs) {
    const node = kind ? document.createElement('span') : document.createTextNode(text);
    if (node instanceof Element) {
      node.className = kind ?? '';
      node.textContent = text;
    }
    spans.append(node);
  }
  return spans;
}

customElements.define('spool-code', SpoolCode);
