/** The find bar at the top of the thread: the field, the count, and the buttons for the previous and the next match. */
import { css, html, LitElement, type TemplateResult } from 'lit';
import { moveFocus } from '../../a11y/move-focus.ts';
import { act } from '../../state/action.ts';
import { type FindState, NO_FIND } from '../../state/find.ts';
import { base } from '../../styles/base.ts';
import { find as words } from '../../words/find-strings.ts';
import { icon } from '../parts/icons.ts';

export class SpoolFind extends LitElement {
  static override properties = { find: {} };
  declare find: FindState;

  static override styles = [
    base,
    css`
      :host { display: block; }
      .bar { display: flex; align-items: center; gap: 2px; padding: 4px 8px; background: var(--vscode-editorWidget-background); border-block-end: 1px solid var(--vscode-contrastBorder, var(--spool-edge)); }
      input { flex: 1 1 80px; min-width: 0; height: 24px; padding: 0 6px; font: inherit; color: var(--vscode-input-foreground); background: var(--vscode-input-background); border: 1px solid var(--vscode-contrastBorder, var(--vscode-input-border, var(--spool-edge))); border-radius: 3px; }
      input:focus { outline: 1px solid var(--vscode-focusBorder); outline-offset: -1px; }
      .count { font-size: 11px; padding: 0 4px; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; flex: 0 1 auto; min-width: 0; }
      .up { transform: rotate(180deg); }
    `,
  ];

  constructor() {
    super();
    this.find = NO_FIND;
  }

  override render(): TemplateResult {
    const { text, hits, at, isSearching } = this.find;
    const count =
      text === ''
        ? ''
        : hits.length > 0
          ? words.place(at, hits.length)
          : isSearching
            ? words.searching()
            : words.nothing();
    return html`<div class="bar" role="search" aria-label=${words.name()} @keydown=${this.onKey}>
      <input type="text" aria-label=${words.field()} placeholder=${words.field()} .value=${text} spellcheck="false" autocomplete="off" maxlength="1000" dir="auto" data-action="find" @input=${this.onInput}>
      <span class="count muted num">${count}</span>
      <button class="ib" aria-label=${words.previous()} title=${words.previous()} data-action="findPrevious" @click=${() => this.step(true)}><span class="up">${icon('down')}</span></button>
      <button class="ib" aria-label=${words.next()} title=${words.next()} data-action="findNext" @click=${() => this.step(false)}>${icon('down')}</button>
      <button class="ib" aria-label=${words.close()} title=${words.close()} data-action="closeFind" @click=${this.close}>${icon('close')}</button>
    </div>`;
  }

  /** Focuses the field and selects what is in it. */
  override focus(): void {
    const field = this.renderRoot.querySelector('input');
    moveFocus(field);
    // `select` would focus the field, too.
    field?.setSelectionRange(0, field.value.length);
  }

  private readonly onInput = (event: Event) => {
    if (event.target instanceof HTMLInputElement) act(this, { type: 'find', text: event.target.value });
  };

  private readonly close = () => act(this, { type: 'closeFind' });

  private step(back: boolean): void {
    act(this, { type: 'findNext', back });
  }

  /** Escape closes the bar, and does not stop the running turn. */
  private readonly onKey = (event: KeyboardEvent) => {
    if (event.isComposing) return;
    const inField = event.composedPath()[0] instanceof HTMLInputElement;
    if (event.key === 'Escape') this.close();
    else if (event.key === 'F3' || (event.key === 'Enter' && inField)) this.step(event.shiftKey);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
}

customElements.define('spool-find', SpoolFind);
