/** The toolbar of a message: copy, pin, edit and resend, retry, compact what is before it or up to it, restore. */
import { css, html, LitElement, type TemplateResult } from 'lit';
import { assertNever } from '../../../core/lang/assert-never.ts';
import type { Row } from '../../../core/view/row.ts';
import { moveFocus } from '../../a11y/move-focus.ts';
import { focusEntry } from '../../a11y/roving.ts';
import { type Action, act } from '../../state/action.ts';
import { base } from '../../styles/base.ts';
import { type RowOffer, rowTools } from '../../words/row-strings.ts';
import { type IconName, icon } from './icons.ts';

const ICONS: Readonly<Record<RowOffer, IconName>> = {
  copy: 'copy',
  pin: 'pin',
  unpin: 'pin',
  edit: 'edit',
  retry: 'retry',
  compactBefore: 'fold',
  compactUpTo: 'fold',
  restore: 'back',
};

export class SpoolRowTools extends LitElement {
  static override properties = { row: {}, offers: {} };
  declare row: Row;
  /** Names of `RowOffer`, separated by spaces. */
  declare offers: string;
  /** The button that is the Tab stop. */
  private current = 0;

  static override styles = [
    base,
    css`
      :host { display: block; }
      .bar { display: flex; border-radius: 5px; background: var(--vscode-editorWidget-background); border: 1px solid var(--vscode-contrastBorder, var(--vscode-editorWidget-border, var(--spool-edge))); box-shadow: 0 1px 4px var(--vscode-widget-shadow); }
      .ib { height: 20px; }
      .ib[aria-pressed='true'] { background: var(--vscode-inputOption-activeBackground, var(--vscode-toolbar-hoverBackground)); outline: 1px solid var(--vscode-focusBorder); outline-offset: -2px; }
    `,
  ];

  override render(): TemplateResult {
    return html`<div class="bar" role="toolbar" aria-label=${rowTools.name()} @keydown=${this.onKey} @contextmenu=${prevent}>
      ${this.names().map((offer, at) => this.button(offer, at))}
    </div>`;
  }

  override focus(): void {
    moveFocus(this.buttons[0]);
  }

  private names(): readonly RowOffer[] {
    return this.offers.split(' ').filter(isOffer);
  }

  private button(offer: RowOffer, at: number): TemplateResult {
    const name = rowTools.offer(offer);
    const run = (event: Event) => {
      event.stopPropagation();
      act(this, actionOf(offer, this.row));
    };
    return html`<button class="ib" data-action=${offer} aria-label=${name} title=${name} tabindex=${at === this.current ? 0 : -1}
      aria-pressed=${offer === 'unpin' ? 'true' : 'false'} @click=${run}>${icon(ICONS[offer])}</button>`;
  }

  private get buttons(): readonly HTMLElement[] {
    return [...this.renderRoot.querySelectorAll<HTMLElement>('button')];
  }

  private readonly onKey = (event: KeyboardEvent) => {
    const { buttons } = this;
    const at = buttons.findIndex((button) => button.matches(':focus'));
    const isRtl = getComputedStyle(this).direction === 'rtl';
    const steps: Readonly<Record<string, number>> = { ArrowRight: isRtl ? -1 : 1, ArrowLeft: isRtl ? 1 : -1 };
    const step = steps[event.key];
    const to = event.key === 'Home' ? 0 : event.key === 'End' ? buttons.length - 1 : at + (step ?? 0);
    if (event.key === 'Escape') {
      const root = this.getRootNode();
      // Escape would stop the running turn.
      event.stopPropagation();
      if (root instanceof ShadowRoot && root.host instanceof HTMLElement) focusEntry(root.host);
    } else if (to !== at && buttons[to]) {
      event.preventDefault();
      event.stopPropagation();
      this.current = to;
      this.requestUpdate();
      moveFocus(buttons[to]);
    }
  };
}

/** The key that opened the toolbar opens the menu of the page, too. */
function prevent(event: Event): void {
  event.preventDefault();
}

function isOffer(name: string): name is RowOffer {
  return Object.hasOwn(ICONS, name);
}

function actionOf(offer: RowOffer, { entry, key }: Row): Action {
  switch (offer) {
    case 'copy':
      return { type: 'copyRowText', key, part: 'body' };
    case 'pin':
      return { type: 'pin', entry, pinned: true };
    case 'unpin':
      return { type: 'pin', entry, pinned: false };
    case 'edit':
      return { type: 'editMessage', entry };
    case 'retry':
      return { type: 'retryReply' };
    case 'compactBefore':
    case 'compactUpTo':
      return { type: 'compactUpTo', entry };
    case 'restore':
      return { type: 'restoreTo', entry };
    default:
      return assertNever(offer);
  }
}

customElements.define('spool-row-tools', SpoolRowTools);
