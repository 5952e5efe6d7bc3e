/** The whole panel: the thread's head, the thread, and the dock with notices and the gauge. */
import { css, html, LitElement, type PropertyValues, type TemplateResult } from 'lit';
import type { ThreadHead } from '../../core/protocol/panel.ts';
import type { Meter } from '../../core/view/meter.ts';
import { distanceOf } from '../distance.ts';
import { tokens } from '../format.ts';
import { emptyState, type Head, type PanelState } from '../state.ts';
import { context, limits, panel } from '../strings.ts';
import { base, buttons } from '../styles/base.ts';
import { act, type PanelCommand } from './action.ts';
import { icon } from './icons.ts';
import { panelStyles } from './panel-styles.ts';
import type { SpoolThread } from './spool-thread.ts';

const WINDOW_SETTING = 'spool.model.contextWindows';

export class SpoolPanel extends LitElement {
  static override properties = { state: {} };
  declare state: PanelState;
  /** The card closes while the focus is in it: the gauge takes it back. */
  private leavesCard = false;

  static override styles = [base, buttons, panelStyles, css`:host { display: block; height: 100%; }`];

  constructor() {
    super();
    this.state = emptyState;
  }

  override render(): TemplateResult | string {
    const { head } = this.state;
    return head ? html`<div class="view">${this.head(head.thread)}${this.main(head)}${this.dock(head)}</div>` : '';
  }

  override willUpdate(changed: PropertyValues<this>): void {
    const closes = changed.get('state')?.contextOpen && !this.state.contextOpen;
    this.leavesCard = closes === true && this.shadowRoot?.activeElement?.localName === 'spool-context-card';
  }

  override updated(): void {
    if (this.leavesCard) this.renderRoot.querySelector<HTMLElement>('spool-gauge')?.focus();
  }

  /** Puts the keyboard focus on the thread, or on the card that is open. */
  focusOn(target: 'thread' | 'context' | 'composer'): void {
    const name = target === 'context' ? 'spool-context-card' : 'spool-thread';
    this.renderRoot.querySelector<HTMLElement>(name)?.focus();
  }

  /** Brings a row to the top of the thread, once it is drawn. */
  async showRow(index: number, offset: number, focus: boolean): Promise<void> {
    await this.updateComplete;
    const thread = this.renderRoot.querySelector<SpoolThread>('spool-thread');
    await thread?.updateComplete;
    thread?.showRow(index, offset, focus);
  }

  private head(thread: ThreadHead | undefined): TemplateResult | string {
    if (!thread) return '';
    const title = thread.title || panel.untitled();
    return html`<header class="threadbar">
        <button class="row-btn" aria-label=${panel.switchThread(title)} title=${title} data-action="openThread" @click=${this.run('openThread')}>
          <span class="ell">${title}</span>${icon('down')}
        </button>
        <span class="grow"></span>
        <button class="ib" aria-label=${panel.openAsText()} title=${panel.openAsText()} data-action="openThreadAsText" @click=${this.run('openThreadAsText')}
          >${icon('list')}</button>
      </header>
      ${
        thread.readOnly
          ? html`<div class="banner" role="note" data-state="read-only">${icon('shield')}<div><b>${panel.readOnly()}</b> ${panel.readOnlyWhy(thread.refused)}</div></div>`
          : ''
      }`;
  }

  private main(head: Head): TemplateResult {
    const { state } = this;
    const { busy } = head;
    const running = busy ? html`<spool-running .busy=${busy}></spool-running>` : '';
    if (head.total === 0) {
      return html`<main class="nothing"><spool-empty ?threadIsOpen=${head.thread !== undefined}></spool-empty>${running}</main>`;
    }
    return html`<main><spool-thread .state=${state} .locked=${this.locked(head)}>${running}${this.limit(head)}</spool-thread></main>`;
  }

  /** The card at the thread's end about a window that is unknown or too small. */
  private limit({ meter, busy }: Head): TemplateResult | string {
    if (!meter || busy) return '';
    const distance = distanceOf(meter);
    const held = tokens(meter.tokens, meter.estimated);
    if (distance.type === 'unknown') {
      const why = meter.model ? limits.unknownModel(meter.model) : limits.unknown();
      return html`<spool-notice role="group" aria-label=${limits.unknownTitle()} data-limit="unknown" .severity=${'info'} .heading=${limits.unknownTitle()}
        .text=${`${why} ${limits.setting(held, WINDOW_SETTING)}`}>
        <div class="btns">${this.button('openSettings', limits.setWindow(), true)}${this.compactButton(context.compactNow())}</div>
      </spool-notice>`;
    }
    if (distance.type !== 'over') return '';
    const text = limits.over(
      held,
      tokens(meter.reserve),
      tokens(distance.tokens, meter.estimated),
      tokens(meter.window ?? 0),
    );
    return html`<spool-notice role="alert" data-limit="over" .severity=${'error'} .heading=${limits.overTitle()} .text=${text}>
      <div class="btns">${this.compactButton(context.compactNow(), true)}${this.button('openSettings', context.settings())}</div>
    </spool-notice>`;
  }

  private dock(head: Head): TemplateResult {
    const { meter, notice, busy, total } = head;
    const open = this.state.contextOpen && meter !== undefined;
    return html`<div class="dock">
      ${open ? html`<spool-context-card .meter=${meter} .locked=${this.locked(head)}></spool-context-card>` : ''}
      ${
        notice
          ? html`<spool-notice role="group" aria-label=${panel.notice[notice.severity]()} data-severity=${notice.severity} dismissable .severity=${notice.severity} .text=${notice.text}></spool-notice>`
          : ''
      }
      ${total > 0 ? html`<div class="foot">${this.gauge(meter, open, busy?.type === 'compacting')}<span class="grow"></span>${this.compactButton(panel.compact())}</div>` : ''}
    </div>`;
  }

  private gauge(meter: Meter | undefined, open: boolean, compacting: boolean): TemplateResult | string {
    return meter ? html`<spool-gauge .meter=${meter} .open=${open} .compacting=${compacting}></spool-gauge>` : '';
  }

  private locked({ thread, busy }: Head): boolean {
    return !thread || thread.readOnly || busy !== undefined;
  }

  private compactButton(label: string, primary = false): TemplateResult {
    const { head } = this.state;
    return this.button('compactThread', label, primary, !head || this.locked(head));
  }

  private button(command: PanelCommand, label: string, primary = false, disabled = false): TemplateResult {
    return html`<vscode-button appearance=${primary ? 'primary' : 'secondary'} data-action=${command} ?disabled=${disabled}
      @click=${this.run(command)}>${label}</vscode-button>`;
  }

  private run(command: PanelCommand): () => void {
    return () => act(this, { type: 'command', command });
  }
}

customElements.define('spool-panel', SpoolPanel);
