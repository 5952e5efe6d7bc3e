/** The card that asks for permission: what a tool would do, why it is asked, and the buttons that answer it. */
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { assertNever } from '../../../core/lang/assert-never.ts';
import type { QuestionSubject, QuestionView } from '../../../core/protocol/question.ts';
import { moveFocus } from '../../a11y/move-focus.ts';
import { act } from '../../state/action.ts';
import type { HostAction } from '../../state/channel.ts';
import { base, buttons } from '../../styles/base.ts';
import { questionStyles } from '../../styles/question-styles.ts';
import { question } from '../../words/question-strings.ts';
import { commandBox } from '../parts/command-box.ts';
import { type IconName, icon } from '../parts/icons.ts';
import { PressGuard } from '../parts/press-guard.ts';
import { withCode } from '../parts/with-code.ts';
import { hunksOf, type SpoolChanges } from './spool-changes.ts';

type Allowed = 'once' | 'thread' | 'always';

/** Reasons of more characters may need scrolling in a panel of 260 px. */
const FEW_CHARACTERS = 150;

const NONE: ReadonlySet<number> = new Set();

const ICONS: Readonly<Record<QuestionSubject['type'], IconName>> = {
  command: 'term',
  external: 'wrench',
  change: 'edit',
  read: 'file',
};

export class SpoolQuestion extends LitElement {
  static override properties = {
    question: {},
    offer: { state: true },
    left: { state: true },
    reasoning: { state: true },
    answered: { state: true },
  };
  declare question: QuestionView;
  /** The index of the offer that is chosen. */
  declare offer: number;
  /** The hunks that are not taken. */
  declare left: ReadonlySet<number>;
  /** The field for a reason is open. */
  declare reasoning: boolean;
  /** The host was sent the answer. The buttons are not disabled: a disabled one would lose the focus. */
  declare answered: boolean;
  /** What is asked, as JSON: each message of the host brings the question again. */
  private content = '';
  /** As it came first. */
  private subject: QuestionSubject | undefined;
  private readonly guard = new PressGuard(this, '.answers vscode-button');
  private keepsFocus = false;

  static override styles = [base, buttons, questionStyles];

  override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has('question')) return;
    // Not by the id alone: that begins at 1 again when the host is restarted.
    const content = JSON.stringify({ ...this.question, waiting: 0 });
    if (content === this.content) return;
    this.content = content;
    const { subject, offers } = this.question;
    this.subject = subject;
    // The last one covers the least.
    this.offer = offers.length - 1;
    this.left = NONE;
    this.reasoning = false;
    this.answered = false;
    this.guard.restart();
    this.keepsFocus = Boolean(this.shadowRoot?.activeElement);
  }

  override updated(): void {
    // The focus leaves the button, so that a key that answered one question can't answer the next.
    if (this.keepsFocus) void this.focus();
    this.keepsFocus = false;
  }

  /** Focuses the heading, once it is drawn. */
  override async focus(): Promise<void> {
    await this.updateComplete;
    moveFocus(this.renderRoot.querySelector<HTMLElement>('h3'));
  }

  override render(): TemplateResult {
    const { subject = this.question.subject } = this;
    const { waiting, id } = this.question;
    const heading = question.heading(subject);
    const folder = subject.type === 'command' ? subject.folder : undefined;
    return html`<section class="ask ${this.answered ? 'answered' : ''}" role="group" aria-labelledby="heading" data-question=${id}>
      <div class="sr" role="alert">${question.said(heading, spoken(subject))}</div>
      <div class="top">
        ${icon(ICONS[subject.type])}
        <h3 id="heading" tabindex="-1" data-action="question">${heading}</h3>
        ${folder === undefined ? '' : html`<span class="where">${question.inFolder()} <span class="mono">${folder}</span></span>`}
        ${waiting > 0 ? html`<span class="order num"><span aria-hidden="true">${question.place(waiting)}</span><span class="sr">${question.placeSaid(waiting)}</span></span>` : ''}
      </div>
      ${this.about(subject)}${this.reasons()}${this.offers()}
      <div class="btns answers">${this.answers()}</div>
      ${this.reasonField()}
    </section>`;
  }

  private about(subject: QuestionSubject): TemplateResult | string {
    switch (subject.type) {
      case 'command':
        return commandBox(subject.text);
      case 'external':
        return html`${subject.description === '' ? '' : html`<div class="description" role="group" tabindex="0" dir="auto" aria-label=${question.description()} data-scrolls>${subject.description}</div>`}${commandBox(subject.input, question.input())}`;
      case 'change':
        return html`<spool-changes .changes=${subject.changes} .question=${this.question.id} .left=${this.left} @change=${this.onTaken}></spool-changes>`;
      case 'read':
        return subject.paths.length === 1
          ? ''
          : html`<ul class="files mono" tabindex="0" aria-label=${question.files()} data-scrolls>${subject.paths.map((path) => html`<li>${path}</li>`)}</ul>`;
      default:
        return assertNever(subject);
    }
  }

  private reasons(): TemplateResult | string {
    const { reasons } = this.question;
    if (reasons.length === 0) return '';
    const isMany = reasons.length > 4;
    const scrolls = isMany || reasons.join('').length > FEW_CHARACTERS;
    return html`<div>
      ${isMany ? html`<p class="kick">${question.reasonCount(reasons.length)}</p>` : ''}
      <ul class="reasons" aria-label=${question.reasons()} tabindex=${scrolls ? 0 : nothing} data-scrolls>
        ${reasons.map((reason) => html`<li>${icon('info')}<span dir="auto">${withCode(reason)}</span></li>`)}
      </ul>
    </div>`;
  }

  /** What "in this thread" and "always" cover: said before a person presses them. */
  private offers(): TemplateResult | string {
    const { offers } = this.question;
    const [only] = offers;
    if (!only) return '';
    if (offers.length === 1)
      return html`<p class="covers kick">${question.covers()} <span dir="auto">${withCode(only.label)}</span></p>`;
    const choose = (at: number) => () => {
      this.offer = at;
    };
    return html`<fieldset>
      <legend class="kick">${question.covers()}</legend>
      ${offers.map(
        (
          { label },
          at,
        ) => html`<label class="offer"><input type="radio" name="offer" data-action="offer" data-offer=${at} .checked=${at === this.offer}
          @change=${choose(at)} /><span dir="auto">${withCode(label)}</span></label>`,
      )}
    </fieldset>`;
  }

  private answers(): TemplateResult {
    const { reasoning } = this;
    const offered = this.question.offers.length > 0;
    const reason = () => this.openReason(!reasoning);
    return html`${this.allow('once', question.once())}
      ${offered ? html`${this.allow('thread', question.thread())}${this.allow('always', question.always())}` : ''}
      <vscode-button appearance="secondary" data-action="deny" @click=${this.deny}>${question.deny()}</vscode-button>
      <vscode-button class="quiet" appearance="secondary" data-action="deny-why" aria-expanded=${reasoning} @click=${reason}>${question.denyWhy()}</vscode-button>`;
  }

  private allow(answer: Allowed, label: string): TemplateResult {
    const press = (event: MouseEvent) => {
      if (this.guard.takes(event))
        this.send({ answer, ...(answer !== 'once' && { offer: this.offer }), ...this.hunks() });
    };
    const isNothing = this.left.size > 0 && this.left.size === this.allHunks().length;
    return html`<vscode-button appearance=${answer === 'once' ? 'primary' : 'secondary'} data-action=${`allow-${answer}`}
      ?disabled=${isNothing} @click=${press}>${label}</vscode-button>`;
  }

  private reasonField(): TemplateResult | string {
    if (!this.reasoning) return '';
    return html`<div class="why">
      <label class="kick" for="reason">${question.reason()}</label>
      <input type="text" id="reason" dir="auto" autocomplete="off" data-action="reason" aria-describedby="keys" @keydown=${this.onReasonKey} />
      <p class="kick" id="keys">${question.reasonKeys()}</p>
    </div>`;
  }

  private async openReason(open: boolean): Promise<void> {
    this.reasoning = open;
    await this.updateComplete;
    const target = open ? '#reason' : '[data-action=deny-why]';
    moveFocus(this.renderRoot.querySelector<HTMLElement>(target));
  }

  private readonly onReasonKey = (event: KeyboardEvent) => {
    if (event.isComposing || event.keyCode === 229) return;
    if (event.key !== 'Enter' && event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === 'Escape') void this.openReason(false);
    else if (!event.repeat) this.sendDenial();
  };

  private readonly deny = (event: MouseEvent) => {
    if (this.guard.takes(event)) this.sendDenial();
  };

  /** With the reason in the open field, if any. */
  private sendDenial(): void {
    const reason = this.renderRoot.querySelector<HTMLInputElement>('#reason')?.value.trim();
    this.send({ answer: 'deny', ...(reason && { reason }) });
  }

  private readonly onTaken = (event: Event) => {
    this.left = (event.currentTarget as SpoolChanges).left;
  };

  private allHunks(): readonly number[] {
    const { subject } = this;
    return subject?.type === 'change' ? hunksOf(subject.changes) : [];
  }

  /** The hunks that are taken, when they are fewer than all. */
  private hunks(): { readonly hunks?: number[] } {
    const { left } = this;
    return left.size === 0 ? {} : { hunks: this.allHunks().filter((hunk) => !left.has(hunk)) };
  }

  private send(answer: Omit<HostAction<'answerQuestion'>, 'type' | 'id'>): void {
    if (this.answered) return;
    this.answered = true;
    act(this, { type: 'answerQuestion', id: this.question.id, ...answer });
  }
}

/** The beginning of what is asked about, for a screen reader. */
function spoken(subject: QuestionSubject): string {
  switch (subject.type) {
    case 'command':
      return subject.text.slice(0, 200);
    case 'external':
      return subject.input.slice(0, 200);
    case 'change':
    case 'read':
      return '';
    default:
      return assertNever(subject);
  }
}

customElements.define('spool-question', SpoolQuestion);
