/** The mode picker: a button with the mode that holds, and the menu of modes that it opens. */
import { css, html, LitElement, type TemplateResult } from 'lit';
import type { Mode } from '../../../core/permission/request.ts';
import { moveFocus } from '../../a11y/move-focus.ts';
import { indexAfterKey } from '../../a11y/roving.ts';
import { act } from '../../state/action.ts';
import { base } from '../../styles/base.ts';
import { menuStyles, pickerStyles } from '../../styles/composer-styles.ts';
import { modes } from '../../words/mode-strings.ts';
import { icon } from '../parts/icons.ts';

const MODES: readonly Mode[] = ['ask', 'edit', 'plan'];

export class SpoolMode extends LitElement {
  static override properties = { mode: {}, open: { state: true } };
  declare mode: Mode;
  declare open: boolean;

  static override styles = [
    base,
    pickerStyles,
    menuStyles,
    css`
      :host { display: inline-flex; min-width: 0; }
      .option { display: grid; grid-template-columns: 16px minmax(0, 1fr); gap: 0 6px; width: 100%; }
      .option > .about { grid-column: 2; }
    `,
  ];

  override render(): TemplateResult {
    const { mode, open } = this;
    const label = modes.picker(mode);
    return html`<button class="picker" data-action="mode" aria-haspopup="menu" aria-expanded=${open ?? false} aria-label=${label} title=${label}
        @click=${this.toggle} @keydown=${this.onButtonKey}><span class="ell">${modes.name(mode)}</span>${icon('down')}</button>
      ${open ? this.menu() : ''}`;
  }

  private menu(): TemplateResult {
    return html`<div class="list" role="menu" aria-label=${modes.list()} data-scrolls @keydown=${this.onMenuKey} @focusout=${this.onFocusOut}>
      ${MODES.map(
        (
          mode,
        ) => html`<button class="option" role="menuitemradio" aria-checked=${mode === this.mode} tabindex="-1" data-action="set-mode" data-mode=${mode}
          @click=${this.choose(mode)}>${mode === this.mode ? icon('check') : html`<span></span>`}<span>${modes.name(mode)}</span><span class="about muted">${modes.about(mode)}</span></button>`,
      )}
    </div>`;
  }

  private get options(): HTMLElement[] {
    return [...this.renderRoot.querySelectorAll<HTMLElement>('.option')];
  }

  private readonly toggle = () => (this.open ? this.close() : this.show());

  private async show(): Promise<void> {
    this.open = true;
    await this.updateComplete;
    moveFocus(this.options[MODES.indexOf(this.mode)]);
  }

  private close(): void {
    this.open = false;
    moveFocus(this.renderRoot.querySelector<HTMLElement>('.picker'));
  }

  private choose(mode: Mode): () => void {
    return () => {
      this.close();
      if (mode !== this.mode) act(this, { type: 'setMode', mode });
    };
  }

  private readonly onButtonKey = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    void this.show();
  };

  private readonly onMenuKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape' || event.key === 'Tab') {
      event.preventDefault();
      event.stopPropagation();
      this.close();
      return;
    }
    const { options } = this;
    const at = options.findIndex((option) => option.matches(':focus'));
    const next = indexAfterKey(event.key, at, options.length);
    if (next === undefined) return;
    event.preventDefault();
    moveFocus(options[next]);
  };

  /** A press beside the menu closes it. */
  private readonly onFocusOut = ({ relatedTarget }: FocusEvent) => {
    if (!(relatedTarget instanceof Node && this.renderRoot.contains(relatedTarget))) this.open = false;
  };
}

customElements.define('spool-mode', SpoolMode);
