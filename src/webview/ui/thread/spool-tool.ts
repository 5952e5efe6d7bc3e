/** A tool call with its result: one line that expands to its input and output. */
import { css, html, LitElement, type TemplateResult } from 'lit';
import type { RowFate, ToolRow } from '../../../core/view/row.ts';
import { act } from '../../state/action.ts';
import { base } from '../../styles/base.ts';
import { bytes } from '../../words/format.ts';
import { messages, tools } from '../../words/row-strings.ts';
import { badge, badgeStyles } from '../parts/badge.ts';
import { bodyStyles, output, showMore, shownText, type Texts } from '../parts/body.ts';
import { type IconName, icon } from '../parts/icons.ts';

export const toolIcons: Readonly<Record<ToolRow['kind'], IconName>> = {
  read: 'file',
  edit: 'edit',
  run: 'term',
  search: 'search',
  todo: 'tasks',
  other: 'wrench',
};

export class SpoolTool extends LitElement {
  static override properties = {
    row: {},
    fate: {},
    open: { type: Boolean },
    texts: {},
    bare: { type: Boolean },
    running: { type: Boolean },
  };
  declare row: ToolRow;
  declare fate: RowFate;
  declare open: boolean;
  declare texts: Texts;
  /** Shows only the input and output, since the surrounding row already names the call. */
  declare bare: boolean;
  /** The call has no result yet. */
  declare running: boolean;

  static override styles = [
    base,
    bodyStyles,
    badgeStyles,
    css`
      :host { display: block; }
      .card { border: 1px solid var(--spool-edge); border-radius: 4px; font-size: 12px; line-height: 18px; padding: 4px 8px 5px; }
      :host([joined-above]) .card { border-top: 0; border-start-start-radius: 0; border-start-end-radius: 0; }
      :host([joined-below]) .card { border-end-start-radius: 0; border-end-end-radius: 0; }
      .head { display: flex; align-items: center; gap: 6px; min-height: 20px; }
      .head > .i { color: var(--vscode-descriptionForeground); }
      .path { color: var(--vscode-textLink-foreground); font-family: var(--vscode-editor-font-family); font-size: 11.5px; }
      .path:hover { text-decoration: underline; }
      .head .fail { color: var(--vscode-editorError-foreground); }
      .meta { margin-inline-start: 10px; }
      .texts { display: flex; flex-direction: column; gap: 4px; margin-top: 4px; }
    `,
  ];

  override render(): TemplateResult {
    const { row } = this;
    if (this.bare) return this.textsOf();
    return html`<div class="card">
      <div class="head">
        ${icon(toolIcons[row.kind])}
        <span class="grow ell" title=${row.subject}>${tools.verb(row)} ${this.subject()}</span>
        ${row.result?.isError ? icon('error', 'fail') : ''}${this.fate === 'kept' ? '' : badge(this.fate)}
      </div>
      ${this.facts()}${this.open ? this.textsOf() : ''}
    </div>`;
  }

  private subject(): TemplateResult {
    const { kind, subject, range } = this.row;
    if ((kind !== 'read' && kind !== 'edit') || !subject) return html`<span class="mono">${subject}</span>`;
    const cut = subject.lastIndexOf('/') + 1;
    const lines = range ? `:${range.from}${range.to === undefined ? '' : `–${range.to}`}` : '';
    const open = () => act(this, { type: 'openFile', path: subject, ...(range ? { line: range.from } : {}) });
    return html`<button class="path" data-action="open-file" @click=${open}
      ><span class="wide-only">${subject.slice(0, cut)}</span>${subject.slice(cut)}${lines}</button>`;
  }

  private facts(): TemplateResult {
    const { row, open } = this;
    const result = row.result;
    const toggle = () => act(this, { type: 'toggle', key: row.key });
    const openRow = () => act(this, { type: 'openRow', key: row.key });
    return html`<div class="meta">
        ${row.orphan ? html`<span>${tools.orphan()}</span>` : ''}
        ${result ? html`<span>${tools.lines(result.lines)}</span>` : html`<span>${this.running ? tools.runs() : tools.noResult()}</span>`}
        ${result?.isError ? html`<span>${tools.failed()}</span>` : ''}
        <span class="num">${messages.tokens(row.tokens)}</span>
        <span><button class="lnk" aria-expanded=${open} data-main data-action="toggle" @click=${toggle}
          >${open ? tools.hide() : tools.show()}</button></span>
      </div>
      ${
        result?.ref
          ? html`<div class="meta">
            <span>${tools.cut(bytes(result.bytes))}</span>
            <span>${tools.ref()} <span class="mono">${result.ref}</span></span>
            <span><button class="lnk" data-action="open-row" @click=${openRow}>${tools.openFull()}</button></span>
          </div>`
          : ''
      }`;
  }

  private textsOf(): TemplateResult {
    const { row, texts } = this;
    const { input, result } = row;
    const openRow = () => act(this, { type: 'openRow', key: row.key });
    return html`<div class="texts">
      ${input.text ? html`<h4 class="kick">${tools.input()}</h4>${output(shownText(input, row.key, 'input', texts), tools.input())}${showMore(input, row.key, 'input', texts)}` : ''}
      ${
        result
          ? html`<h4 class="kick">${tools.result()}</h4>
            ${output(shownText(result.body, row.key, 'result', texts), tools.result())}${showMore(result.body, row.key, 'result', texts)}
            <button class="lnk kick" data-action="open-row" @click=${openRow}>${tools.openDocument()}</button>`
          : ''
      }
    </div>`;
  }
}

customElements.define('spool-tool', SpoolTool);
