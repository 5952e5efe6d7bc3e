/** The composer: the text field of the draft with what is attached to it, the model, Send and Stop. */
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import type { DraftAttachmentView } from '../../../core/protocol/draft-attachment.ts';
import type { ModelHead, ShownMode } from '../../../core/protocol/panel-state.ts';
import type { Meter } from '../../../core/view/meter.ts';
import type { Row } from '../../../core/view/row.ts';
import type { PlaceholderSpan } from '../../../core/workspace/prompts/expand-prompt.ts';
import { moveFocus } from '../../a11y/move-focus.ts';
import { act } from '../../state/action.ts';
import { type Recalled, recall, sentTexts } from '../../state/input-history.ts';
import { base } from '../../styles/base.ts';
import { composerStyles, menuStyles, pickerStyles } from '../../styles/composer-styles.ts';
import { modes } from '../../words/mode-strings.ts';
import { composer } from '../../words/turn-strings.ts';
import { icon } from '../parts/icons.ts';
import { onDemand } from '../parts/on-demand.ts';
import { pathNameStyles } from '../parts/path-name.ts';
import type { ComposerMenu } from './composer-menu.ts';
import type { DraftSize } from './draft-size.ts';

const sizePart = onDemand(() => import('./composer-menu.ts'));

export class SpoolComposer extends LitElement {
  static override properties = {
    text: {},
    sending: { type: Boolean },
    refused: {},
    canSendRefused: { type: Boolean },
    placeholders: {},
    barred: {},
    running: { type: Boolean },
    model: {},
    mode: {},
    rows: {},
    attached: {},
    meter: {},
  };
  declare text: string;
  /** The host has not answered the sent draft yet. */
  declare sending: boolean;
  /** Why the draft was refused. */
  declare refused: string | undefined;
  /** The refused draft can be sent unchanged. */
  declare canSendRefused: boolean;
  /** What is still to be filled in of an inserted prompt, in the order of the draft. */
  declare placeholders: readonly PlaceholderSpan[];
  /** Why nothing can be sent in this thread. */
  declare barred: string | undefined;
  /** Something runs that Stop ends. */
  declare running: boolean;
  declare model: ModelHead | undefined;
  declare mode: ShownMode | undefined;
  /** What is attached to the draft. */
  declare attached: readonly DraftAttachmentView[];
  declare meter: Meter | undefined;
  /** The thread's loaded rows, by their index. */
  declare rows: ReadonlyMap<number, Row> | undefined;
  /** Opens lists and takes what is pasted; loaded with the first focus. */
  private menu: ComposerMenu | undefined;
  private recalled: Recalled | undefined;
  /** Loaded with the first draft. */
  private size: DraftSize | undefined;

  static override styles = [base, pickerStyles, menuStyles, pathNameStyles, composerStyles];

  constructor() {
    super();
    this.attached = [];
    this.placeholders = [];
  }

  override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('text')) this.menu?.changed(this.text, this.caret);
    if (!this.size && (this.text !== '' || this.attached.length > 0)) {
      const loaded = sizePart(this);
      this.size = loaded?.measureDraft(this);
    }
    this.size?.update();
  }

  /** Loaded when one is about to type or to drop something; what could not be loaded is tried again. */
  override firstUpdated(): void {
    const load = () => void this.loadMenu();
    this.addEventListener('focusin', load);
    window.addEventListener('dragenter', load);
  }

  private async loadMenu(): Promise<void> {
    const loaded = this.menu ? undefined : await import('./composer-menu.ts').catch(() => undefined);
    if (!loaded || this.menu) return;
    this.menu = new loaded.ComposerMenu(this);
    this.menu.changed(this.text, this.caret);
    this.requestUpdate();
  }

  /** Where the caret is in the draft. */
  get caret(): number {
    const { field, text } = this;
    return field?.value === text ? field.selectionEnd : text.length;
  }

  /** The caret goes to the end of the draft, or to an offset in it. */
  override focus(at?: FocusOptions | number): void {
    const { field } = this;
    const caret = typeof at === 'number' ? at : (field?.value.length ?? 0);
    moveFocus(field);
    field?.setSelectionRange(caret, caret);
  }

  override render(): TemplateResult {
    const { barred, refused } = this;
    const active = this.menu?.active;
    const sendLabel = this.size?.label(this.sendLabel) ?? this.sendLabel;
    const about = refused === undefined ? barred && 'barred' : 'refused';
    return html`<div class="composer" role="group" aria-label=${composer.name()}>
        ${this.menu?.template() ?? ''}
        ${refused === undefined ? '' : html`<p class="refused" id="refused" data-state="refused">${icon('error')}<span>${composer.refused()}: ${refused} ${this.canSendRefused ? html`<button class="lnk" data-action="send-anyway" @click=${this.send}>${composer.sendAnyway()}</button>` : ''}</span></p>`}
        ${barred === undefined ? '' : html`<p class="reason muted" id="barred" data-state="barred">${barred}</p>`}
        <slot></slot>
        <textarea rows="1" dir="auto" aria-label=${composer.field()} placeholder=${barred === undefined ? composer.hint(this.running) : ''} ?disabled=${barred !== undefined} .value=${live(this.text)}
          aria-describedby=${about ?? nothing} aria-autocomplete="list" aria-controls=${active === undefined ? nothing : 'options'}
          aria-activedescendant=${active ?? nothing} data-action="type"
          @input=${this.onInput} @keydown=${this.onKey}></textarea>
        <div class="bar-row">
          ${this.picker()}
          ${this.modePicker()}
          <span class="grow"></span>
          ${this.size?.template() ?? ''}
          <button class="ib send" data-action="send" ?disabled=${!this.canSend} aria-label=${sendLabel} title=${this.sendLabel} @click=${this.send}>${icon('up')}</button>
          ${this.running ? html`<button class="ib stop" data-action="stop" aria-label=${composer.stop()} title=${composer.stop()} @click=${this.stop}>${icon('stop')}</button>` : ''}
        </div>
      </div>`;
  }

  /** Selects the next placeholder. False where none follows `from`. */
  selectPlaceholder(from: number): boolean {
    const { field, placeholders } = this;
    const next = placeholders.find(({ start }) => start >= from);
    if (!field || !next) return false;
    moveFocus(field);
    field.setSelectionRange(next.start, next.end);
    return true;
  }

  private get field(): HTMLTextAreaElement | null {
    return this.renderRoot.querySelector('textarea');
  }

  private get canSend(): boolean {
    return (this.text.trim() !== '' || this.attached.length > 0) && !this.sending && this.barred === undefined;
  }

  private get sendLabel(): string {
    return this.running ? composer.queue() : composer.send();
  }

  private picker(): TemplateResult {
    const { model } = this;
    const select = () => act(this, { type: 'runCommand', command: 'selectModel' });
    if (!model)
      return html`<button class="picker" data-action="selectModel" @click=${select}>${composer.selectModel()}${icon('down')}</button>`;
    const { id, name, provider, isReplay } = model;
    const label = isReplay ? composer.replay(name) : composer.model(name, provider);
    return html`<button class="picker" data-action="selectModel" aria-label=${label} title=${isReplay ? composer.recordingWhy() : `${label}\n${id}`} @click=${select}>
      <span class="ell">${name}</span>${isReplay ? html`<span class="pill">${composer.recording()}</span>` : html`<span class="ell muted provider">${provider}</span>`}${icon('down')}
    </button>`;
  }

  private modePicker(): TemplateResult | string {
    const { mode } = this;
    if (mode === undefined) return '';
    if (mode !== 'restricted') return html`<spool-mode .mode=${mode}></spool-mode>`;
    const manage = () => act(this, { type: 'runCommand', command: 'setMode' });
    const why = modes.restrictedWhy();
    return html`<button class="picker" data-action="setMode" aria-label=${why} title=${why} @click=${manage}><span class="ell">${modes.restricted()}</span></button>`;
  }

  private readonly onInput = () => act(this, { type: 'editDraft', text: this.field?.value ?? '' });

  private readonly send = () => {
    if (this.canSend) act(this, { type: 'send' });
  };

  private readonly stop = () => act(this, { type: 'stop' });

  private readonly onKey = (event: KeyboardEvent) => {
    // Keys belong to the input method (IME) while it composes; some report that only by the code 229.
    if (event.isComposing || event.keyCode === 229) {
      event.stopPropagation();
      return;
    }
    if (!this.menu?.onKey(event) && !this.onPlaceKey(event) && !this.onHistoryKey(event)) {
      if (event.key !== 'Enter' || event.shiftKey || event.altKey) return;
      // A key that is held may have been pressed elsewhere: it answered a question, say, before the focus came here.
      if (!event.repeat) this.send();
    }
    event.preventDefault();
    event.stopPropagation();
  };

  /** After the last placeholder, Tab leaves the field as usual. */
  private onPlaceKey({ key, shiftKey, altKey, ctrlKey, metaKey }: KeyboardEvent): boolean {
    if (key !== 'Tab' || shiftKey || altKey || ctrlKey || metaKey) return false;
    return this.selectPlaceholder(this.field?.selectionEnd ?? 0);
  }

  /** Whether a message that was sent before came into the empty field. */
  private onHistoryKey({ key, shiftKey, altKey, ctrlKey, metaKey }: KeyboardEvent): boolean {
    if ((key !== 'ArrowUp' && key !== 'ArrowDown') || shiftKey || altKey || ctrlKey || metaKey || !this.rows)
      return false;
    const found = recall(sentTexts(this.rows), this.recalled, this.text, key === 'ArrowUp' ? -1 : 1);
    if (!found) return false;
    this.recalled = found;
    act(this, { type: 'editDraft', text: found.text });
    void this.updateComplete.then(() => this.focus());
    return true;
  }
}

customElements.define('spool-composer', SpoolComposer);
