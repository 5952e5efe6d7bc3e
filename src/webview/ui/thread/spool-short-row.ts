/** A row that the model no longer has word for word: two lines and a badge with its fate; it expands to the whole row. */
import { css, html, LitElement, type TemplateResult } from 'lit';
import { assertNever } from '../../../core/lang/assert-never.ts';
import type { AttemptRow, MarkerRow, RestoreRow, Row, RowFate, SwitchRow } from '../../../core/view/row.ts';
import { act } from '../../state/action.ts';
import { IS_UNTOUCHED } from '../../state/segments.ts';
import { base } from '../../styles/base.ts';
import { clock } from '../../words/format.ts';
import { messages, tools } from '../../words/row-strings.ts';
import { badge, badgeStyles, pinnedBadge } from '../parts/badge.ts';
import { bodyStyles, plain, showMore, shownText, type Texts } from '../parts/body.ts';
import { type IconName, icon } from '../parts/icons.ts';
import { breakable, inlineMarkdown } from '../parts/markdown-line.ts';
import { prose, proseStyles } from '../parts/prose.ts';
import { RowTools, rowToolsStyles } from '../parts/row-tools.ts';
import { toolIcon } from './spool-tool.ts';

type ShortRow = Exclude<Row, MarkerRow | AttemptRow | RestoreRow | SwitchRow>;

export class SpoolShortRow extends LitElement {
  static override properties = { row: {}, fate: {}, open: { type: Boolean }, texts: {}, offers: {} };
  declare row: ShortRow;
  declare fate: RowFate;
  declare open: boolean;
  declare texts: Texts;
  /** The buttons of its toolbar: see `rowOffers`. */
  declare offers: string;
  readonly tools = new RowTools(this);

  /** The Tab stop is the button inside, never this element. */
  static override shadowRootOptions: ShadowRootInit = { mode: 'open', delegatesFocus: true };

  static override styles = [
    base,
    bodyStyles,
    badgeStyles,
    proseStyles,
    rowToolsStyles,
    css`
      :host { display: block; padding: 4px 0; font-size: 12px; line-height: 18px; }
      .entry { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: 0 8px; align-items: start; }
      .body { display: flex; gap: 6px; min-width: 0; border-radius: 3px; overflow-wrap: anywhere; }
      .body > .i { margin-top: 1px; }
      .clamp { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2; overflow: hidden; min-width: 0; }
      .dim .body { color: var(--spool-past); }
      .dropped .clamp { text-decoration: line-through; text-decoration-thickness: 1px; }
      .marks { display: flex; flex-wrap: wrap; justify-content: flex-end; gap: 4px; }
      .whole { margin: 4px 0 4px 22px; display: flex; flex-direction: column; gap: 6px; }
    `,
  ];

  override render(): TemplateResult {
    const { row, fate, open } = this;
    const dim = IS_UNTOUCHED[fate] ? '' : 'dim';
    const toggle = () => act(this, { type: 'toggle', key: row.key });
    const heading = row.type === 'tool' ? '' : html`<h3 class="sr">${messages.by(row, clock(row.at))}</h3>`;
    return html`${heading}${this.tools.template(row, this.offers)}<div class="entry ${dim} ${fate}">
        <button class="body" aria-expanded=${open} data-main data-action="toggle" @click=${toggle}>
          ${icon(this.icon())}<span class="clamp" dir="auto">${this.line()}</span>
        </button>
        <span class="marks">${row.pinned ? pinnedBadge() : ''}${badge(fate)}</span>
      </div>
      ${open ? html`<div class="whole">${this.whole()}</div>` : ''}`;
  }

  private icon(): IconName {
    const { row } = this;
    switch (row.type) {
      case 'tool':
        return toolIcon(row);
      case 'user':
        if (row.origin === 'program') return 'program';
        return row.body.text === '' && row.attachments.length > 0 ? 'clip' : 'person';
      case 'thinking':
        return 'thought';
      case 'note':
        return 'info';
      case 'assistant':
        return 'spool';
      default:
        return assertNever(row);
    }
  }

  /** The beginning of the text; CSS clamps it to two lines. */
  private line(): unknown {
    const { row } = this;
    switch (row.type) {
      case 'tool':
        return html`${tools.verb(row)} <span class="mono">${breakable(row.subject.slice(0, 300))}</span>${
          row.result?.intervention ? ` (${tools.intervention(row.result.intervention)})` : ''
        }`;
      case 'assistant':
      case 'thinking':
        return inlineMarkdown(row.body.text);
      case 'user': {
        const [attachment] = row.attachments;
        const name = attachment && (attachment.name ?? messages.attachment(attachment.kind));
        return row.body.text.slice(0, 300).trim() || name || messages.blank(row);
      }
      case 'note':
        return row.body.text.slice(0, 300).trim() || messages.blank(row);
      default:
        return assertNever(row);
    }
  }

  private whole(): TemplateResult {
    const { row, texts } = this;
    if (row.type === 'tool') return html`<spool-tool bare .row=${row} .texts=${texts}></spool-tool>`;
    const text = shownText(row.body, row.key, 'body', texts);
    const drawn = row.type === 'assistant' || row.type === 'thinking' ? prose(text) : plain(text);
    return html`${drawn}${showMore(row.body, row.key, 'body', texts)}`;
  }
}

customElements.define('spool-short-row', SpoolShortRow);
