/** The suggestion list of the composer (slash commands, attachments after @), and its handling of paste and drop. */
import { html, type TemplateResult } from 'lit';
import type { Mentions, MentionView } from '../../../core/protocol/mention.ts';
import type { PromptView } from '../../../core/protocol/prompt.ts';
import type { ListedSlashCommand } from '../../../core/protocol/slash-command.ts';
import { act } from '../../state/action.ts';
import { mentionAt, withMention } from '../../state/mention-text.ts';
import { choose, commandsFor, mayNamePrompt, promptsFor } from '../../state/slash-command-list.ts';
import { slashCommands, mentions as words } from '../../words/mention-strings.ts';
import { pathName } from '../parts/path-name.ts';
import { DraftSize, type SizeHost } from './draft-size.ts';
import { takeDropped, takePasted } from './dropped-files.ts';
import type { MenuHost } from './menu-host.ts';

/** So long nothing more must be typed before the host is asked. */
const WAIT_MS = 120;

interface Option {
  readonly template: TemplateResult;
  /** What a test and a screen reader's command call it. */
  readonly name: string;
  readonly take: () => void;
}

export class ComposerMenu {
  private readonly composer: MenuHost;
  private chosen = 0;
  /** The list stays closed until the draft changes. */
  private closed = false;
  /** The text after `@` that is typed now, and what the host found for it. */
  private query: string | undefined;
  private found: Mentions | undefined;
  /** The workspace's prompts, as they were when the slash was typed. */
  private prompts: readonly PromptView[] | undefined;
  private waiting: ReturnType<typeof setTimeout> | undefined;

  constructor(composer: MenuHost) {
    this.composer = composer;
    composer.addEventListener('paste', (event) => takePasted(composer, event));
    // A file may be dropped anywhere in the panel.
    window.addEventListener('dragover', (event) => event.preventDefault());
    window.addEventListener('drop', (event) => takeDropped(composer, event));
  }

  /** To be called with each change of the draft, which is `text` now. */
  changed(text: string, caret: number): void {
    this.chosen = 0;
    this.closed = false;
    this.askForPrompts(text);
    const query = mentionAt(text, caret)?.query;
    if (query === this.query) return;
    this.query = query;
    clearTimeout(this.waiting);
    if (query === undefined) this.found = undefined;
    else this.waiting = setTimeout(() => this.ask(query), WAIT_MS);
  }

  /** The id of the option that Enter chooses; undefined while no list is open. */
  get active(): string | undefined {
    const { options } = this;
    return options.length === 0 ? undefined : `option-${this.at(options)}`;
  }

  template(): TemplateResult | string {
    const { options } = this;
    const note = this.note(options.length);
    if (options.length === 0 && note === '') return '';
    const now = this.at(options);
    // A press on the list must not take the focus from the text field.
    const keep = (event: Event) => event.preventDefault();
    const name = this.query === undefined ? slashCommands.name() : words.name();
    return html`<div class="list" role="group" tabindex="0" aria-label=${name} data-scrolls @mousedown=${keep}>
      ${
        options.length === 0
          ? ''
          : html`<div id="options" role="listbox" aria-label=${name}>${options.map(
              ({ name: option, template, take }, i) =>
                html`<div class="option" role="option" id="option-${i}" aria-selected=${i === now} data-option=${option} @click=${take}>${template}</div>`,
            )}</div>`
      }${note === '' ? '' : html`<p class="muted none" data-state="mentions-note">${note}</p>`}
    </div>`;
  }

  /** Whether a list handled the key. */
  onKey({ key, shiftKey }: KeyboardEvent): boolean {
    const { options } = this;
    if (shiftKey || (options.length === 0 && !(key === 'Escape' && this.note(0) !== ''))) return false;
    const now = this.at(options);
    if (key === 'ArrowDown') this.chosen = (now + 1) % options.length;
    else if (key === 'ArrowUp') this.chosen = (now + options.length - 1) % options.length;
    else if (key === 'Escape') this.closed = true;
    else if (key === 'Enter' || key === 'Tab') options[now]?.take();
    else return false;
    this.composer.requestUpdate();
    void this.composer.updateComplete.then(() =>
      this.composer.renderRoot.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' }),
    );
    return true;
  }

  private ask(query: string): void {
    const take = (found: Mentions) => {
      if (this.query !== query) return;
      this.found = found;
      this.composer.requestUpdate();
      if (this.isOpen) act(this.composer, { type: 'say', text: words.count(found.list.length) });
    };
    act(this.composer, { type: 'findMentions', text: query, take });
  }

  private askForPrompts(text: string): void {
    if (!mayNamePrompt(text)) this.prompts = undefined;
    else if (this.prompts === undefined) {
      this.prompts = [];
      const take = (found: readonly PromptView[]) => {
        if (this.prompts === undefined) return;
        this.prompts = found;
        this.composer.requestUpdate();
      };
      act(this.composer, { type: 'findPrompts', take });
    }
  }

  private get isOpen(): boolean {
    return !this.closed && this.composer.barred === undefined;
  }

  private get commands() {
    return this.isOpen ? commandsFor(this.composer.text) : [];
  }

  /** `@` begins both a command and the name of a file: what is attached comes first. */
  private get options(): readonly Option[] {
    const found = this.isOpen && this.query !== undefined ? this.found?.list : undefined;
    const prompts = this.isOpen ? promptsFor(this.composer.text, this.prompts ?? []) : [];
    return [
      ...(found ?? []).map((one) => this.mention(one)),
      ...this.commands.map((one) => this.command(one)),
      ...prompts.map((one) => this.prompt(one)),
    ];
  }

  private prompt({ typed, hint, takesArguments, about, path, tokens }: PromptView): Option {
    const size = tokens === undefined ? '' : ` · ${slashCommands.tokens(tokens)}`;
    const template = html`<span class="mono">${typed}${hint === '' ? '' : html` <span class="muted">${hint}</span>`}</span><span class="muted" title=${path}>${about}${size}</span>`;
    return { name: typed, template, take: () => this.choose({ typed, takesInstructions: takesArguments }) };
  }

  private command(command: ListedSlashCommand): Option {
    const { typed, takesInstructions, name } = command;
    const template = html`<span class="mono">${typed}${takesInstructions ? html` <span class="muted">${slashCommands.instructions()}</span>` : ''}</span><span class="muted">${slashCommands.about(name)}</span>`;
    return { name: typed, template, take: () => this.choose(command) };
  }

  private choose(command: Pick<ListedSlashCommand, 'typed' | 'takesInstructions'>): void {
    const { text, send } = choose(command, this.composer.text);
    act(this.composer, { type: 'editDraft', text });
    if (send) act(this.composer, { type: 'send' });
    this.composer.focus();
  }

  private mention(one: MentionView): Option {
    const { kind, name, detail, wish } = one;
    const shown = name === undefined ? html`<span>${words.kind(kind)}</span>` : pathName(name);
    const about = name === undefined ? (detail ?? '') : [words.kind(kind), detail].filter(Boolean).join(' · ');
    const take = () => {
      const { text, caret } = withMention(this.composer.text, this.composer.caret, name);
      this.query = undefined;
      this.found = undefined;
      act(this.composer, { type: 'editDraft', text });
      act(this.composer, { type: 'attach', wish });
      void this.composer.updateComplete.then(() => this.composer.focus(caret));
    };
    return { name: name ?? kind, template: html`${shown}<span class="muted">${about}</span>`, take };
  }

  /** What is to be said in place of options, or below them. */
  private note(options: number): string {
    const { found } = this;
    if (!this.isOpen || this.query === undefined || !found) return '';
    if (found.lacks) return words.lacks(found.lacks);
    return options === 0 ? words.nothing(this.query) : '';
  }

  private at(options: readonly Option[]): number {
    return Math.min(this.chosen, options.length - 1);
  }
}

/** Here, so that it is in one file with the list: the packager warns of an extension of more than 100 scripts. */
export function measureDraft(composer: SizeHost): DraftSize {
  return new DraftSize(composer);
}
