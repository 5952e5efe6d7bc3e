/** The whole panel: the title bar, the thread with the running turn at its end, and the dock with notices, composer and gauge. */
import { css, html, LitElement, type PropertyValues, type TemplateResult } from 'lit';
import { gaugeState } from '../../core/protocol/gauge-state.ts';
import type { FocusTarget, PanelCommand } from '../../core/protocol/panel-messages.ts';
import { type Busy, modelLabel, stoppable } from '../../core/protocol/panel-state.ts';
import type { Meter } from '../../core/view/meter.ts';
import { keepFocus } from '../a11y/lost-focus.ts';
import { moveFocus } from '../a11y/move-focus.ts';
import { act, onAction } from '../state/action.ts';
import { type Drafts, draftKeyOf, draftText, noDrafts, openPlaceholders } from '../state/draft.ts';
import { cannotCompact, isLocked } from '../state/locked.ts';
import { doShortcut } from '../state/panel-keys.ts';
import type { ReceivedReply } from '../state/reply-stream.ts';
import { attachedTo, emptyState, type Head, type PanelState } from '../state/state.ts';
import { base, buttons } from '../styles/base.ts';
import { panelStyles } from '../styles/panel-styles.ts';
import { context, limits } from '../words/context-strings.ts';
import { tokens } from '../words/format.ts';
import { panel } from '../words/panel-strings.ts';
import { composer, turn } from '../words/turn-strings.ts';
import type { SpoolComposer } from './dock/spool-composer.ts';
import { focusElement } from './focus-element.ts';
import { icon } from './parts/icons.ts';
import { loadPart } from './parts/on-demand.ts';
import { runningStatus } from './thread/running-status.ts';
import type { SpoolReplyStream } from './thread/spool-reply-stream.ts';
import type { SpoolThread } from './thread/spool-thread.ts';

export class SpoolPanel extends LitElement {
  static override properties = { state: {}, drafts: {} };
  declare state: PanelState;
  declare drafts: Drafts;
  private reply: ReceivedReply | undefined;
  /** The context card has the focus and is closed by the next drawing. */
  private cardCloses = false;
  /** The preview took the focus from the thread, which gets it back where the preview is dismissed. */
  private isFromThread = false;

  static override styles = [base, buttons, panelStyles, css`:host { display: block; height: 100%; }`];

  constructor() {
    super();
    this.state = emptyState;
    this.drafts = noDrafts;
    onAction(this, (action) => {
      if (action.type === 'answerPreview' && action.answer !== 'dismiss') this.isFromThread = false;
    });
  }

  /** Shows the reply that is being streamed. It is not part of the state: it changes with every piece, and nothing else of the panel does. */
  showReply(reply: ReceivedReply | undefined): void {
    if (reply === this.reply) return;
    this.reply = reply;
    const drawn = this.shadowRoot?.querySelector<SpoolReplyStream>('spool-reply-stream');
    if (drawn && reply?.parts.length) drawn.reply = reply;
    else this.requestUpdate();
  }

  override render(): TemplateResult | string {
    const { head } = this.state;
    return head
      ? html`<div class="view" @keydown=${this.onKey}>${this.head(head)}${this.state.find ? html`<spool-find .find=${this.state.find}></spool-find>` : ''}${this.main(head)}${this.dock(head)}</div>`
      : '';
  }

  override willUpdate(changed: PropertyValues<this>): void {
    const before = changed.get('state');
    const { focused } = this;
    this.cardCloses = focused === 'spool-context-card' && before?.contextOpen === true && !this.state.contextOpen;
    keepFocus((isInRow) => this.child(isInRow ? 'spool-thread' : 'spool-composer'));
  }

  override updated(changed: PropertyValues<this>): void {
    const [was, is] = [changed.get('state')?.head?.preview, this.state.head?.preview];
    if (changed.has('state') && is && was?.why !== is.why) void this.showPreview();
    if (this.cardCloses) this.child('spool-gauge')?.focus();
    if (!was || is) return;
    if (this.isFromThread && !this.focused) moveFocus(this.child('spool-thread'), { preventScroll: true });
    this.isFromThread = false;
  }

  private get focused(): string | undefined {
    return this.shadowRoot?.activeElement?.localName;
  }

  private child(name: string): HTMLElement | null {
    return this.renderRoot.querySelector<HTMLElement>(name);
  }

  /** Selects the first placeholder of a prompt. */
  selectPlaceholder(): void {
    this.renderRoot.querySelector<SpoolComposer>('spool-composer')?.selectPlaceholder(0);
  }

  /** Moves the keyboard focus to the thread, the composer, the open context card or the question. */
  focusOn(target: FocusTarget): void {
    // A preview that the person asked for gets the focus instead of the thread.
    if (target === 'thread' && this.state.head?.preview?.why === 'manual') return void this.showPreview();
    if (target === 'question') this.toLatest();
    focusElement(this.renderRoot, target);
  }

  /** Focuses the preview that a person asked for; when a turn asks, the focus stays where it is, as the person may be typing. */
  private async showPreview(): Promise<void> {
    await customElements.whenDefined('spool-preview');
    const card = this.renderRoot.querySelector<LitElement>('spool-preview');
    await card?.updateComplete;
    if (this.state.head?.preview?.why === 'manual') {
      if (this.focused !== 'spool-preview') this.isFromThread = this.focused === 'spool-thread';
      card?.focus();
    }
    if (card?.isConnected) this.renderRoot.querySelector<SpoolThread>('spool-thread')?.showInTail(card);
  }

  /** Scrolls to the thread's end and follows it. */
  toLatest(): void {
    this.renderRoot.querySelector<SpoolThread>('spool-thread')?.toLatest();
  }

  /** Scrolls a row to the top of the view once it is drawn, and `offset` pixels into it. */
  async showRow(index: number, offset: number, focus: boolean): Promise<void> {
    await this.updateComplete;
    const thread = this.renderRoot.querySelector<SpoolThread>('spool-thread');
    await thread?.updateComplete;
    thread?.showRow(index, offset, focus);
  }

  private head({ thread, others }: Head): TemplateResult | string {
    if (others) void loadPart(() => import('./dock/spool-others.ts'));
    const sign = others ? html`<spool-others .others=${others}></spool-others>` : '';
    if (!thread) return others ? html`<header class="threadbar">${sign}</header>` : '';
    const title = thread.title || panel.untitled();
    return html`<header class="threadbar">
        <button class="row-btn" aria-label=${panel.switchThread(title)} title=${title} data-action="openThread" @click=${this.run('openThread')}>
          <span class="ell">${title}</span>${icon('down')}
        </button>
        ${sign}<span class="grow"></span>
        <button class="ib" aria-label=${panel.openAsText()} title=${panel.openAsText()} data-action="openThreadAsText" @click=${this.run('openThreadAsText')}
          >${icon('list')}</button>
      </header>
      ${
        thread.readOnly
          ? html`<div class="banner" role="note" data-state="read-only">${icon('shield')}<div><b>${panel.readOnly()}</b> ${panel.readOnlyWhy(thread.refused)}${thread.refused === undefined ? html` <button class="lnk" data-action="takeOverThread" @click=${this.run('takeOverThread')}>${panel.takeOver()}</button>` : ''}</div></div>`
          : ''
      }`;
  }

  private main(head: Head): TemplateResult {
    const { state } = this;
    if (head.preview) void loadPart(() => import('./thread/spool-preview.ts'));
    const tail = html`${this.reply?.parts.length ? html`<spool-reply-stream role="article" aria-label=${turn.replyStream()} .reply=${this.reply}></spool-reply-stream>` : ''}
      ${runningStatus(head)}
      ${head.preview ? html`<spool-preview .preview=${head.preview}></spool-preview>` : ''}
      ${head.question ? html`<spool-question .question=${head.question}></spool-question>` : ''}`;
    const card = state.contextOpen && head.meter ? this.contextCard(head, head.meter) : '';
    if (head.total === 0) {
      return html`<main class="nothing"><spool-empty .model=${head.model}></spool-empty><div class="tail">${tail}</div>${card}</main>`;
    }
    return html`<main><spool-thread .state=${state} .locked=${isLocked(head)}>${tail}${this.limit(head)}</spool-thread>${card}</main>`;
  }

  private contextCard(head: Head, meter: Meter): TemplateResult {
    void loadPart(() => import('./dock/spool-context-card.ts'));
    return html`<spool-context-card .meter=${meter} .model=${head.model} .busy=${head.busy} .locked=${cannotCompact(head)}></spool-context-card>`;
  }

  /** The notice at the thread's end when the context window is unknown or too small. */
  private limit({ meter, busy, preview, model }: Head): TemplateResult | string {
    if (!meter || busy || preview) return '';
    const gauge = gaugeState(meter, busy);
    const held = tokens(meter.tokens, meter.estimated);
    if (gauge.type === 'unknown') {
      const why = meter.model ? limits.unknownModel(modelLabel(model, meter.model)) : limits.unknown();
      return html`<spool-notice role="group" aria-label=${limits.unknownTitle()} data-limit="unknown" .severity=${'info'} .heading=${limits.unknownTitle()}
        .text=${`${why} ${limits.held(held)}`}>
        <div class="btns">${this.button('setContextWindow', limits.setWindow(), true)}${this.compactButton(context.compactNow())}</div>
      </spool-notice>`;
    }
    if (gauge.type !== 'over') return '';
    const text = limits.over(
      held,
      tokens(meter.reserve),
      tokens(gauge.tokens, meter.estimated),
      tokens(meter.window ?? 0),
    );
    return html`<spool-notice role="alert" data-limit="over" .severity=${'error'} .heading=${limits.overTitle()} .text=${text}>
      <div class="btns">${this.button('previewCompaction', context.preview(), true)}${this.compactButton(context.compactNow())}${this.button('openSettings', context.settings())}</div>
    </spool-notice>`;
  }

  private dock(head: Head): TemplateResult {
    const { meter, notice, busy, total, thread, model, mode, queue } = head;
    const { drafts } = this;
    const attached = attachedTo(this.state);
    const key = draftKeyOf(head);
    const open = this.state.contextOpen && meter !== undefined;
    const refused = drafts.refused?.key === key ? drafts.refused : undefined;
    const barred = thread?.readOnly ? composer.readOnly(thread.refused) : undefined;
    return html`<div class="dock">
      ${
        notice
          ? html`<spool-notice role="group" aria-label=${panel.notice[notice.severity]()} data-severity=${notice.severity} dismissable .severity=${notice.severity}
            .text=${notice.text} .details=${notice.details} .actions=${notice.actions}></spool-notice>`
          : ''
      }
      ${queue ? html`<spool-queue .queue=${queue} .running=${stoppable(busy)} .locked=${barred !== undefined}></spool-queue>` : ''}
      <spool-composer .text=${draftText(drafts, key)} .sending=${drafts.sending !== undefined} .refused=${refused?.why} .canSendRefused=${refused?.canSend === true} .placeholders=${openPlaceholders(drafts, key)} .barred=${barred}
        .running=${stoppable(busy)} .model=${model} .mode=${mode} .rows=${this.state.rows} .attached=${attached} .meter=${meter}
        >${attached.length > 0 ? html`<spool-attachments .list=${attached} .model=${model}></spool-attachments>` : ''}</spool-composer>
      ${meter || total > 0 ? html`<div class="foot">${this.gauge(meter, open, busy)}<span class="grow"></span>${total > 0 ? this.compactButton(panel.compact()) : ''}</div>` : ''}
    </div>`;
  }

  private gauge(meter: Meter | undefined, open: boolean, busy: Busy | undefined): TemplateResult | string {
    return meter ? html`<spool-gauge .meter=${meter} .open=${open} .busy=${busy}></spool-gauge>` : '';
  }

  private compactButton(label: string, primary = false): TemplateResult {
    const { head } = this.state;
    return this.button('compactThread', label, primary, !head || cannotCompact(head));
  }

  private button(command: PanelCommand, label: string, primary = false, disabled = false): TemplateResult {
    return html`<vscode-button appearance=${primary ? 'primary' : 'secondary'} data-action=${command} ?disabled=${disabled}
      @click=${this.run(command)}>${label}</vscode-button>`;
  }

  /** Escape closes the context card; when that is closed, it stops the running turn. */
  private readonly onKey = (event: KeyboardEvent) => {
    if (event.isComposing) return;
    doShortcut(this, event);
    if (event.key !== 'Escape') return;
    if (this.state.contextOpen) act(this, { type: 'setContextOpen', open: false });
    else if (stoppable(this.state.head?.busy)) act(this, { type: 'stop' });
  };

  private run(command: PanelCommand): () => void {
    return () => act(this, { type: 'runCommand', command });
  }
}

customElements.define('spool-panel', SpoolPanel);
