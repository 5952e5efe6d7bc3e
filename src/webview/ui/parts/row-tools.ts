/** The place of a message's toolbar in its row: drawn while the row is pointed at or focused, and loaded with its first use. */
import { css, html, type LitElement, type TemplateResult } from 'lit';
import type { Row } from '../../../core/view/row.ts';
import { WhileActive } from './while-active.ts';

export class RowTools {
  private readonly host: LitElement;
  private readonly near: WhileActive;

  constructor(host: LitElement) {
    this.host = host;
    this.near = new WhileActive(host);
  }

  /** `offers` are the names of its buttons, separated by spaces. */
  template(row: Row, offers: string): TemplateResult | string {
    if (!this.near.active || offers === '') return '';
    void import('./spool-row-tools.ts').catch(() => undefined);
    return html`<div class="tools"><spool-row-tools .row=${row} .offers=${offers}></spool-row-tools></div>`;
  }

  /** Moves the focus to its first button, once that is drawn. */
  async enter(): Promise<void> {
    await customElements.whenDefined('spool-row-tools');
    await this.host.updateComplete;
    this.host.renderRoot.querySelector<HTMLElement>('spool-row-tools')?.focus();
  }
}

/** Without a height of its own, in the gap above the row, so that it covers none of its text; it stays in sight while a long message is scrolled. */
export const rowToolsStyles = css`
  .tools { position: sticky; top: 24px; height: 0; z-index: 1; }
  .tools > spool-row-tools { position: absolute; top: -20px; inset-inline-end: 2px; }
`;

export function toolsOf(row: HTMLElement | undefined): RowTools | undefined {
  return row && 'tools' in row && row.tools instanceof RowTools ? row.tools : undefined;
}
