/** The queued messages above the composer: each can be edited in place, moved and removed; after Stop they can be sent. */
import { html, LitElement, type TemplateResult } from 'lit';
import type { QueuedView } from '../../../core/protocol/panel-state.ts';
import { moveFocus } from '../../a11y/move-focus.ts';
import { act } from '../../state/action.ts';
import { base } from '../../styles/base.ts';
import { queueStyles } from '../../styles/queue-styles.ts';
import { attachments } from '../../words/attachment-strings.ts';
import { tokens } from '../../words/format.ts';
import { queue as words } from '../../words/turn-strings.ts';
import { icon } from '../parts/icons.ts';

export class SpoolQueue extends LitElement {
  static override properties = {
    queue: {},
    running: { type: Boolean },
    locked: { type: Boolean },
    edited: { state: true },
  };
  declare queue: readonly QueuedView[];
  /** Something runs that sends the queue when it ends. */
  declare running: boolean;
  /** Nothing can be written to the thread. */
  declare locked: boolean;
  /** The id of the message that is being edited. */
  declare edited: number | undefined;

  static override styles = [base, queueStyles];

  override render(): TemplateResult {
    const { queue, running, locked } = this;
    const send = () => act(this, { type: 'sendQueued' });
    return html`<ul class="queue" aria-label=${words.name()}>${queue.map((one, index) => this.item(one, index))}</ul>
      ${
        running
          ? ''
          : html`<div class="waits"><span class="muted grow">${words.waits()}</span>
            <button class="lnk" data-action="send-queued" ?disabled=${locked} @click=${send}>${words.sendNow()}</button></div>`
      }`;
  }

  private item(one: QueuedView, index: number): TemplateResult {
    const { id, text, attached = 0, tokens: size } = one;
    return html`<li class="queued" data-queued=${id}>
      <span class="muted tag">${words.queued()}</span>
      ${
        this.edited === id
          ? html`<textarea class="grow" rows="2" dir="auto" data-action="text-queued" aria-label=${words.edit(text.slice(0, 80))} .value=${text} @keydown=${this.onKey(one)} @blur=${this.onBlur(one)}></textarea>`
          : html`<span class="grow ell" title=${text.slice(0, 400)}>${text}</span>${attached > 0 ? html`<span class="attached muted" title=${attachments.inQueue(attached)}>${icon('clip')}<span class="num" aria-hidden="true">${attached}</span><span class="sr">${attachments.inQueue(attached)}</span></span>` : ''}<span class="muted num">${tokens(size, true)}</span>${this.buttons(one, index)}`
      }
    </li>`;
  }

  private buttons({ id, text }: QueuedView, index: number): TemplateResult {
    const short = text.slice(0, 80);
    const move = (by: -1 | 1) => () => this.move(id, index, by);
    const remove = () => act(this, { type: 'unqueue', queued: id });
    return html`${index === 0 ? '' : this.button('move-queued-up', 'above', words.earlier(short), move(-1))}
      ${index === this.queue.length - 1 ? '' : this.button('move-queued-down', 'down', words.later(short), move(1))}
      ${this.button('edit-queued', 'edit', words.edit(short), () => void this.edit(id))}
      ${this.button('remove-queued', 'close', words.remove(short), remove)}`;
  }

  private button(action: string, name: Parameters<typeof icon>[0], label: string, press: () => void): TemplateResult {
    return html`<button class="ib" data-action=${action} aria-label=${label} title=${label} ?disabled=${this.locked} @click=${press}>${icon(name)}</button>`;
  }

  private async edit(id: number): Promise<void> {
    this.edited = id;
    await this.updateComplete;
    moveFocus(this.field);
  }

  /** The moved message keeps the focus: it has another id and position by then. */
  private async move(id: number, index: number, by: -1 | 1): Promise<void> {
    const before = this.queue;
    act(this, { type: 'moveQueued', queued: id, by });
    while (this.queue === before && this.isConnected) await new Promise(requestAnimationFrame);
    await this.updateComplete;
    const moved = this.renderRoot.querySelectorAll('.queued')[index + by];
    const same = moved?.querySelector<HTMLElement>(`[data-action=move-queued-${by < 0 ? 'up' : 'down'}]`);
    moveFocus(same ?? moved?.querySelector<HTMLElement>('[data-action=edit-queued]'));
  }

  private get field(): HTMLTextAreaElement | null {
    return this.renderRoot.querySelector('textarea');
  }

  /** Enter saves, Escape leaves the message as it was. */
  private onKey(one: QueuedView) {
    return (event: KeyboardEvent) => {
      // Keys belong to the input method (IME) while it composes; some report that only by the code 229.
      const isComposing = event.isComposing || event.keyCode === 229;
      const ends = !isComposing && (event.key === 'Escape' || (event.key === 'Enter' && !event.shiftKey));
      if (event.key !== 'Tab') event.stopPropagation();
      if (!ends) return;
      event.preventDefault();
      this.finish(one, event.key === 'Enter');
      void this.updateComplete.then(() =>
        moveFocus(this.renderRoot.querySelector<HTMLElement>(`[data-queued="${one.id}"] [data-action=edit-queued]`)),
      );
    };
  }

  private onBlur(one: QueuedView) {
    return () => this.finish(one, true);
  }

  private finish({ id, text }: QueuedView, saves: boolean): void {
    if (this.edited !== id) return;
    const typed = this.field?.value ?? text;
    this.edited = undefined;
    if (saves && typed.trim() !== '' && typed !== text) act(this, { type: 'editQueued', queued: id, text: typed });
  }
}

customElements.define('spool-queue', SpoolQueue);
