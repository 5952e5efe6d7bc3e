/** A row of the thread that is a message: the person's, the assistant's text or thinking, or a note of the program. */
import { css, html, LitElement, type TemplateResult } from 'lit';
import { assertNever } from '../../../core/lang/assert-never.ts';
import type { AssistantRow, NoteRow, RowFate, UserRow } from '../../../core/view/row.ts';
import { type Action, act } from '../../state/action.ts';
import { isMarked } from '../../state/segments.ts';
import { base } from '../../styles/base.ts';
import { thinkingStyles } from '../../styles/thinking-styles.ts';
import { clock, price } from '../../words/format.ts';
import { messages } from '../../words/row-strings.ts';
import { badge, badgeStyles, pinnedBadge } from '../parts/badge.ts';
import { bodyStyles, plain, showMore, shownText, type Texts } from '../parts/body.ts';
import { icon } from '../parts/icons.ts';
import { prose, proseStyles } from '../parts/prose.ts';
import { RowTools, rowToolsStyles } from '../parts/row-tools.ts';

export class SpoolMessage extends LitElement {
  static override properties = {
    row: {},
    fate: {},
    above: { type: Boolean },
    open: { type: Boolean },
    texts: {},
    offers: {},
    rests: { type: Boolean },
  };
  declare row: UserRow | AssistantRow | NoteRow;
  declare fate: RowFate;
  /** A compaction lies below, so the badge also says what was kept. */
  declare above: boolean;
  declare open: boolean;
  declare texts: Texts;
  /** Of its toolbar. */
  declare offers: string;
  /** Nothing runs, and the thread can be written. */
  declare rests: boolean;
  readonly tools = new RowTools(this);

  static override styles = [
    base,
    bodyStyles,
    badgeStyles,
    proseStyles,
    thinkingStyles,
    rowToolsStyles,
    css`
      :host { display: block; overflow-wrap: anywhere; border-radius: 6px; }
      .user { background: var(--vscode-editor-background); border: 1px solid var(--vscode-contrastBorder, var(--vscode-panel-border)); border-radius: 6px; padding: 7px 10px 8px; display: flex; flex-direction: column; gap: 6px; }
      :host([data-fate]:not([data-fate='kept'], [data-fate='silent'])) :is(.user, .stack) { color: var(--spool-past); }
      .by { flex: none; }
      .marks { display: flex; flex-wrap: wrap; gap: 4px; }
      .unanswered { display: flex; flex-wrap: wrap; gap: 2px 6px; align-items: flex-start; padding-top: 6px; border-top: 1px solid var(--spool-edge); font-size: 12px; line-height: 18px; }
      .unanswered > .i { margin-top: 1px; color: var(--vscode-editorWarning-foreground); }
      .unanswered > span { flex: 1 1 120px; min-width: 0; }
      .unanswered b { font-weight: 600; }
      .unanswered .acts { display: flex; flex-wrap: wrap; gap: 2px 12px; flex: 0 1 auto; }
      .unanswered .lnk { min-height: 20px; white-space: normal; }
      .stack { display: flex; flex-direction: column; gap: 6px; }
      .note { display: flex; gap: 6px; font-size: 12px; line-height: 18px; color: var(--vscode-descriptionForeground); }
      .note .i { margin-top: 1px; }
      .cut { color: var(--vscode-foreground); }
      .cut .i { display: inline-block; width: 14px; height: 14px; margin-inline-end: 3px; vertical-align: -3px; color: var(--vscode-editorWarning-foreground); }
    `,
  ];

  override render(): TemplateResult {
    const { row } = this;
    return html`<h3 class="sr">${messages.by(row, clock(row.at))}</h3>${this.tools.template(row, this.offers)}${this.content()}`;
  }

  private content(): TemplateResult {
    const { row, texts } = this;
    const text = shownText(row.body, row.key, 'body', texts);
    const more = showMore(row.body, row.key, 'body', texts);
    switch (row.type) {
      case 'user':
        return this.user(row, text, more);
      case 'thinking':
        return this.thinking(row, text, more);
      case 'note':
        return html`<div class="note">${icon('info')}<div class="stack">${plain(text)}${more}</div></div>`;
      case 'assistant':
        return html`<div class="stack">${prose(text)}${more}${this.mark()}${ending(row)}</div>`;
      default:
        return assertNever(row);
    }
  }

  private user(row: UserRow, text: string, more: TemplateResult | string): TemplateResult {
    const { attachments } = row;
    if (attachments.length > 0) void import('./seldom-rows.ts').catch(() => undefined);
    const content = html`${text ? plain(text) : ''}${more}
      ${attachments.length > 0 ? html`<spool-attached .list=${attachments}></spool-attached>` : ''}`;
    if (row.origin === 'program') {
      const begins = this.open ? '' : html`<span class="ell sep" dir="auto">${text.slice(0, 300)}</span>`;
      return this.folded(html`${icon('program')}<span class="by">${messages.program()}</span>${begins}`, content);
    }
    return html`<div class="user">
      ${content}${this.mark()}
      ${row.unanswered && this.rests ? this.unanswered(row) : ''}
    </div>`;
  }

  /** What the next request carries besides the next message, and what can be done about it. */
  private unanswered({ entry, unanswered }: UserRow): TemplateResult {
    const button = (action: Action, label: string) =>
      html`<button class="lnk" data-action=${action.type} @click=${() => act(this, action)}>${label}</button>`;
    return html`<div class="unanswered" data-unanswered=${unanswered}>
      ${icon('warning')}<span><b>${messages.unanswered()}</b> ${messages.goesAlong()}</span>
      <span class="acts">${unanswered === 'last' ? button({ type: 'sendAgain' }, messages.sendAgain()) : ''}
        ${button({ type: 'editMessage', entry }, messages.edit())}${button({ type: 'takeBack', entry }, messages.takeBack())}</span>
    </div>`;
  }

  private thinking(row: AssistantRow, text: string, more: TemplateResult | string): TemplateResult {
    const label = html`<span>${messages.thinking()}</span><span class="num sep">${messages.tokens(row.tokens)}</span>`;
    return html`${this.folded(label, html`${prose(text)}${more}`)}${ending(row)}`;
  }

  /** One quiet line that opens. */
  private folded(label: TemplateResult, content: TemplateResult): TemplateResult {
    const toggle = () => act(this, { type: 'toggle', key: this.row.key });
    return html`<button class="thinking" aria-expanded=${this.open} data-main data-action="toggle" @click=${toggle}>
        ${icon('right', 'tw')}${label}
      </button>
      ${this.open ? html`<div class="thoughts stack">${content}</div>` : ''}${this.mark()}`;
  }

  private mark(): TemplateResult | string {
    const fate = isMarked(this.fate, this.above) ? badge(this.fate) : '';
    const { pinned } = this.row;
    return fate || pinned ? html`<div class="marks">${pinned ? pinnedBadge() : ''}${fate}</div>` : '';
  }
}

/** Why a reply is incomplete, the token usage of its call, and its price. */
function ending({ cut, usage, cost }: AssistantRow): TemplateResult | string {
  if (!cut && !usage) return '';
  const { input = 0, cacheRead = 0, cacheCreation = 0, output = 0 } = usage ?? {};
  return html`<div class="meta">
    ${cut ? html`<span class="cut">${icon('warning')}${messages.cut(cut)}</span>` : ''}
    ${usage ? html`<span class="num">${messages.read(input)}</span>` : ''}
    ${cacheRead > 0 ? html`<span class="num">${messages.fromCache(cacheRead)}</span>` : ''}
    ${cacheCreation > 0 ? html`<span class="num">${messages.toCache(cacheCreation)}</span>` : ''}
    ${usage ? html`<span class="num">${messages.written(output)}</span>` : ''}
    ${cost === undefined ? '' : html`<span class="num">${price(cost)}</span>`}
  </div>`;
}

customElements.define('spool-message', SpoolMessage);
