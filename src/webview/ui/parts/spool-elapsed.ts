/** How long something runs, counted up once a second. */
import { html, LitElement, type TemplateResult } from 'lit';
import { base } from '../../styles/base.ts';
import { elapsed } from '../../words/format.ts';
import { Seconds } from './seconds.ts';

export class SpoolElapsed extends LitElement {
  static override properties = { since: {} };
  /** Milliseconds since 1970. */
  declare since: number;

  static override styles = [base];

  constructor() {
    super();
    new Seconds(this);
  }

  override render(): TemplateResult {
    return html`<span class="num" aria-hidden="true" data-elapsed>${elapsed(Date.now() - this.since)}</span>`;
  }
}

customElements.define('spool-elapsed', SpoolElapsed);
