/** The composer: the text field of the draft, the list of slash commands, the model, Send and Stop. */
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import type { ModelHead, ShownMode } from '../../../core/protocol/panel-state.ts';
import type { ListedSlashCommand } from '../../../core/protocol/slash-command.ts';
import type { Row } from '../../../core/view/row.ts';
import { act } from '../../state/action.ts';
import { type Recalled, recall, sentTexts } from '../../state/input-history.ts';
import { choose, commandsFor } from '../../state/slash-command-list.ts';
import { base } from '../../styles/base.ts';
import { composerStyles, menuStyles, pickerStyles } from '../../styles/composer-styles.ts';
import { modes } from '../../words/mode-strings.ts';
import { composer, slashCommands } from '../../words/turn-strings.ts';
import { icon } from '../parts/icons.ts';

export class SpoolComposer extends LitElement {
  static override properties = {
    text: {},
    sending: { type: Boolean },
    refused: {},
    barred: {},
    running: { type: Boolean },
    model: {},
    mode: {},
    rows: {},
    chosen: { state: true },
    closed: { state: true },
  };
  declare text: string;
  /** The host has not answered the sent draft yet. */
  declare sending: boolean;
  /** Why the host refused the draft. */
  declare refused: string | undefined;
  /** Why nothing can be sent in this thread. */
  declare barred: string | undefined;
  /** Something runs that Stop ends. */
  declare running: boolean;
  declare model: ModelHead | undefined;
  declare mode: ShownMode | undefined;
  /** The thread's loaded rows. */
  declare rows: ReadonlyMap<number, Row> | undefined;
  /** The index of the slash command that Enter chooses. */
  declare chosen: number;
  /** The list of commands stays closed until the draft changes. */
  declare closed: boolean;

  private recalled: Recalled | undefined;

  static override styles = [base, pickerStyles, menuStyles, composerStyles];

  constructor() {
    super();
    this.chosen = 0;
    this.closed = false;
  }

  override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('text')) {
      this.chosen = 0;
      this.closed = false;
    }
  }

  override focus(): void {
    const { field } = this;
    field?.focus();
    field?.setSelectionRange(field.value.length, field.value.length);
  }

  override render(): TemplateResult {
    const { barred, refused } = this;
    const list = this.commands;
    const about = refused === undefined ? barred && 'barred' : 'refused';
    return html`<div class="composer" role="group" aria-label=${composer.name()}>
        ${list.length > 0 ? this.list(list) : ''}
        ${refused === undefined ? '' : html`<p class="refused" id="refused" data-state="refused">${icon('error')}<span>${composer.refused()}: ${refused}</span></p>`}
        ${barred === undefined ? '' : html`<p class="reason muted" id="barred" data-state="barred">${barred}</p>`}
        <textarea rows="1" dir="auto" aria-label=${composer.field()} placeholder=${barred === undefined ? composer.hint(this.running) : ''} ?disabled=${barred !== undefined} .value=${live(this.text)}
          aria-describedby=${about ?? nothing} aria-autocomplete="list" aria-controls=${list.length > 0 ? 'commands' : nothing}
          aria-activedescendant=${list.length > 0 ? `command-${this.at(list)}` : nothing} data-action="type"
          @input=${this.onInput} @keydown=${this.onKey}></textarea>
        <div class="bar-row">
          ${this.picker()}
          ${this.modePicker()}
          <span class="grow"></span>
          <button class="ib send" data-action="send" ?disabled=${!this.canSend} aria-label=${this.sendLabel} title=${this.sendLabel} @click=${this.send}>${icon('up')}</button>
          ${this.running ? html`<button class="ib stop" data-action="stop" aria-label=${composer.stop()} title=${composer.stop()} @click=${this.stop}>${icon('stop')}</button>` : ''}
        </div>
      </div>`;
  }

  private get field(): HTMLTextAreaElement | null {
    return this.renderRoot.querySelector('textarea');
  }

  private get commands(): readonly ListedSlashCommand[] {
    return this.closed || this.barred !== undefined ? [] : commandsFor(this.text);
  }

  private get canSend(): boolean {
    return this.text.trim() !== '' && !this.sending && this.barred === undefined;
  }

  private get sendLabel(): string {
    return this.running ? composer.queue() : composer.send();
  }

  private at(list: readonly ListedSlashCommand[]): number {
    return Math.min(this.chosen, list.length - 1);
  }

  private list(list: readonly ListedSlashCommand[]): TemplateResult {
    const now = this.at(list);
    // A press on the list must not take the focus from the text field.
    const keep = (event: Event) => event.preventDefault();
    return html`<div class="list" id="commands" role="listbox" aria-label=${composer.commands()} data-scrolls @mousedown=${keep}>
      ${list.map(
        (
          command,
          i,
        ) => html`<div class="option" role="option" id="command-${i}" aria-selected=${i === now} data-command=${command.typed} @click=${() => this.take(command)}>
          <span class="mono">${command.typed}${command.takesInstructions ? html` <span class="muted">${slashCommands.instructions()}</span>` : ''}</span><span class="muted">${slashCommands.about(command.name)}</span>
        </div>`,
      )}
    </div>`;
  }

  private picker(): TemplateResult {
    const { model } = this;
    const select = () => act(this, { type: 'runCommand', command: 'selectModel' });
    if (!model)
      return html`<button class="picker" data-action="selectModel" @click=${select}>${composer.selectModel()}${icon('down')}</button>`;
    const { name, provider, isReplay } = model;
    const label = isReplay ? composer.replay(name) : composer.model(name, provider);
    return html`<button class="picker" data-action="selectModel" aria-label=${label} title=${isReplay ? composer.recordingWhy() : label} @click=${select}>
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

  private take(command: ListedSlashCommand): void {
    const { text, send } = choose(command, this.text);
    act(this, { type: 'editDraft', text });
    if (send) act(this, { type: 'send' });
    this.focus();
  }

  private readonly onKey = (event: KeyboardEvent) => {
    // Keys belong to the input method (IME) while it composes; some report that only by the code 229.
    if (event.isComposing || event.keyCode === 229) {
      event.stopPropagation();
      return;
    }
    if (!this.onListKey(event) && !this.onHistoryKey(event)) {
      if (event.key !== 'Enter' || event.shiftKey || event.altKey) return;
      // A key that is held may have been pressed elsewhere: it answered a question, say, before the focus came here.
      if (!event.repeat) this.send();
    }
    event.preventDefault();
    event.stopPropagation();
  };

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

  /** Whether the list of commands handled the key. */
  private onListKey({ key, shiftKey }: KeyboardEvent): boolean {
    const list = this.commands;
    const now = this.at(list);
    const command = list[now];
    if (!command || shiftKey) return false;
    if (key === 'ArrowDown') this.chosen = (now + 1) % list.length;
    else if (key === 'ArrowUp') this.chosen = (now + list.length - 1) % list.length;
    else if (key === 'Escape') this.closed = true;
    else if (key === 'Enter' || key === 'Tab') this.take(command);
    else return false;
    return true;
  }
}

customElements.define('spool-composer', SpoolComposer);
