/** A tool call with its result: one line that expands to its input and output. */
import { css, html, LitElement, type TemplateResult } from 'lit';
import type { LiveAgent } from '../../../core/protocol/live-agent.ts';
import type { LiveCommand } from '../../../core/protocol/live-command.ts';
import type { RowFate, ToolRow } from '../../../core/view/row.ts';
import { act } from '../../state/action.ts';
import { isMarked } from '../../state/segments.ts';
import { base } from '../../styles/base.ts';
import { agents } from '../../words/agent-strings.ts';
import { bytes } from '../../words/format.ts';
import { hasFailed, messages, tools } from '../../words/row-strings.ts';
import { badge, badgeStyles, interventionBadge } from '../parts/badge.ts';
import { bodyStyles, output, plain, showMore, shownText, type Texts } from '../parts/body.ts';
import { type IconName, icon } from '../parts/icons.ts';
import { linesChanged, linesChangedStyles } from '../parts/lines-changed.ts';
import { pathName, pathNameStyles } from '../parts/path-name.ts';
import { prose, proseStyles } from '../parts/prose.ts';
import { todoList, todoStyles } from '../parts/todo-list.ts';

const ICONS: Readonly<Record<ToolRow['kind'], IconName>> = {
  read: 'file',
  edit: 'edit',
  run: 'term',
  search: 'search',
  todo: 'tasks',
  other: 'wrench',
};

/** Tools for the workspace that are of no other kind. */
const OUR_ICONS: Readonly<Record<string, IconName>> = {
  move_file: 'edit',
  command_output: 'term',
  stop_command: 'term',
  ask_agent: 'spool',
};

export function toolIcon({ kind, name }: ToolRow): IconName {
  return (Object.hasOwn(OUR_ICONS, name) ? OUR_ICONS[name] : undefined) ?? ICONS[kind];
}

/** `asked`: a person is asked about the call; `unclear`: another call of the reply is asked about, and this one may not have begun. */
export type CallProgress = 'running' | 'asked' | 'unclear';

export class SpoolTool extends LitElement {
  static override properties = {
    row: {},
    fate: {},
    above: { type: Boolean },
    open: { type: Boolean },
    texts: {},
    bare: { type: Boolean },
    progress: {},
    listed: { type: Boolean },
    live: {},
    liveAgent: {},
  };
  declare row: ToolRow;
  declare fate: RowFate;
  /** A compaction lies below, so the badge also says what was kept. */
  declare above: boolean;
  declare open: boolean;
  declare texts: Texts;
  /** Shows only the input and output, since the surrounding row already names the call. */
  declare bare: boolean;
  /** Of a call without a result; absent: the turn is over. */
  declare progress?: CallProgress;
  /** Of a call that runs a command in this window. */
  declare live?: LiveCommand;
  /** Of a call whose sub-agent runs. */
  declare liveAgent?: LiveAgent;
  /** Shows the to-do list without being opened: it is the newest. */
  declare listed: boolean;

  static override styles = [
    base,
    bodyStyles,
    badgeStyles,
    linesChangedStyles,
    pathNameStyles,
    proseStyles,
    todoStyles,
    css`
      :host { display: block; }
      .card { border: 1px solid var(--spool-edge); border-radius: 4px; font-size: 12px; line-height: 18px; padding: 4px 8px 5px; }
      :host([joined-above]) .card { border-top: 0; border-start-start-radius: 0; border-start-end-radius: 0; }
      :host([joined-below]) .card { border-end-start-radius: 0; border-end-end-radius: 0; }
      :host([data-fate]:not([data-fate='kept'], [data-fate='silent'])) .card { color: var(--spool-past); }
      .head { display: flex; align-items: center; gap: 6px; min-height: 20px; }
      .head > .i { color: var(--vscode-descriptionForeground); }
      .what { display: flex; gap: 4px; white-space: nowrap; overflow: hidden; }
      @container (max-width: 220px) { .head { flex-wrap: wrap; } .what { flex-basis: calc(100% - 22px); } }
      .verb { flex: none; max-width: 100%; overflow: hidden; text-overflow: ellipsis; }
      .what > .mono, .what > .muted { overflow: hidden; text-overflow: ellipsis; min-width: 0; }
      .path { min-width: 0; color: var(--vscode-textLink-foreground); font-family: var(--vscode-editor-font-family); font-size: 11.5px; }
      .path:hover { text-decoration: underline; }
      .head .fail { color: var(--vscode-editorError-foreground); }
      .said { margin-inline-start: 22px; color: var(--vscode-descriptionForeground); overflow-wrap: anywhere; }
      .meta { margin-inline-start: 10px; }
      .now { max-width: 100%; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
      .live { margin-top: 4px; padding: 4px 8px; max-height: 152px; overflow: hidden; font-size: 11.5px; line-height: 18px; white-space: pre; border: 1px solid var(--spool-edge); border-radius: 4px; background: var(--vscode-editor-background); color: var(--vscode-editor-foreground); }
      .texts { display: flex; flex-direction: column; gap: 4px; margin-top: 4px; }
    `,
  ];

  override render(): TemplateResult {
    const { row } = this;
    if (this.bare) return html`${this.textsOf()}${this.openAgent()}`;
    const intervention = row.result?.intervention;
    const reason = intervention?.type === 'denied' ? intervention.reason : undefined;
    return html`<div class="card">
      <div class="head">
        ${icon(toolIcon(row))}
        <span class="grow what" title=${row.subject}><span class="verb">${tools.verb(row)}</span> ${this.subject()}</span>
        ${row.changed ? linesChanged(row.changed.added, row.changed.removed) : ''}
        ${hasFailed(row) ? icon('error', 'fail') : ''}${intervention ? interventionBadge(intervention) : ''}${isMarked(this.fate, this.above) ? badge(this.fate) : ''}
      </div>
      ${reason === undefined ? '' : html`<p class="said" dir="auto">${tools.wrote(reason)}</p>`}
      ${this.facts()}${this.lastLines()}
      ${row.todos && (this.listed || this.open) ? todoList(row.todos) : ''}${this.open ? this.textsOf() : ''}
    </div>`;
  }

  private subject(): TemplateResult {
    const { kind, name, subject, range } = this.row;
    const isFile = (kind === 'read' || kind === 'edit') && name !== 'delete_file';
    // What a shown list says already.
    if (kind === 'todo') return html`<span class="muted">${this.listed ? '' : subject}</span>`;
    if (!isFile || !subject) return html`<span class="mono">${subject}</span>`;
    const lines = range ? `:${range.from}${range.to === undefined ? '' : `–${range.to}`}` : '';
    const open = () => act(this, { type: 'openFile', path: subject, ...(range ? { line: range.from } : {}) });
    return html`<button class="path" data-action="open-file" @click=${open}
      >${pathName(subject, lines)}</button>`;
  }

  private facts(): TemplateResult {
    const { row, open } = this;
    const result = row.result;
    const toggle = () => act(this, { type: 'toggle', key: row.key });
    const openRow = () => act(this, { type: 'openRow', key: row.key });
    const openDiff = () => act(this, { type: 'openDiff', key: row.key });
    return html`<div class="meta">
        ${row.orphan ? html`<span>${tools.orphan()}</span>` : ''}
        ${row.todos ? html`<span data-done>${tools.todos(row.todos.filter(({ state }) => state === 'done').length, row.todos.length)}</span>` : ''}
        ${row.end ? html`<span data-end=${row.end.type}>${tools.end(row.end)}</span>` : ''}
        ${result ? this.lines(result.lines) : this.unfinished()}
        ${this.agentFacts()}
        ${result?.isError && hasFailed(row) ? html`<span>${tools.failed()}</span>` : ''}
        ${row.agent ? '' : html`<span class="num">${messages.tokens(row.tokens)}</span>`}
        <span><button class="lnk" aria-expanded=${open} data-main data-action="toggle" @click=${toggle}
          >${open ? tools.hide() : tools.show()}</button></span>
        ${this.terminal()}${this.openAgent()}${row.hasDiff ? html`<span><button class="lnk" data-action="open-diff" @click=${openDiff}>${tools.openDiff()}</button></span>` : ''}
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

  private agentFacts(): TemplateResult | string {
    const view = this.row.agent;
    if (!view) return '';
    const { liveAgent } = this;
    const rounds = liveAgent?.rounds ?? view.rounds;
    const end =
      this.row.result?.intervention || (this.row.result?.isError && view.state === 'failed')
        ? undefined
        : agents.end(view.state);
    return html`${rounds ? html`<span data-rounds>${agents.rounds(rounds)}</span>` : ''}${
      liveAgent?.last
        ? html`<span class="now" data-now title=${liveAgent.last.subject}>${agents.looksAt(liveAgent.last)}</span>`
        : ''
    }${end === undefined ? '' : html`<span data-end=${view.state}>${end}</span>`}${
      view.read === undefined ? '' : html`<span class="num">${agents.read(view.read, view.cost)}</span>`
    }${this.row.result?.isError === false ? html`<span class="num">${agents.returned(this.row.result.tokens)}</span>` : ''}`;
  }

  private openAgent(): TemplateResult | string {
    const { agent, key } = this.row;
    if (!agent) return '';
    const open = () => act(this, { type: 'openAgent', key });
    return html`<span><button class="lnk" data-action="open-agent" @click=${open}>${agents.open()}</button></span>`;
  }

  private terminal(): TemplateResult | string {
    const { live } = this;
    if (!live) return '';
    const show = () => act(this, { type: 'showTerminal', id: live.id });
    return html`<span><button class="lnk" data-action="show-terminal" @click=${show}>${tools.showTerminal()}</button></span>`;
  }

  private lastLines(): TemplateResult | string {
    const { live } = this;
    return live?.isRunning && live.text !== ''
      ? html`<pre class="live" data-live aria-label=${tools.lastLines()}>${live.text}</pre>`
      : '';
  }

  /** The result of an edit or a list is a sentence to the model, of which the length says nothing. */
  private lines(count: number): TemplateResult | string {
    const { kind, agent } = this.row;
    return kind === 'edit' || kind === 'todo' || agent ? '' : html`<span>${tools.lines(count)}</span>`;
  }

  private unfinished(): TemplateResult {
    const { kind, at } = this.row;
    if (this.progress === undefined) return html`<span>${tools.noResult()}</span>`;
    if (this.progress !== 'running')
      return html`<span>${this.progress === 'asked' ? tools.waits() : tools.notYet()}</span>`;
    const time = kind === 'run' || this.row.agent ? html`<spool-elapsed .since=${at}></spool-elapsed>` : '';
    return html`<span>${tools.runs()} ${time}</span>`;
  }

  private textsOf(): TemplateResult {
    const { row, texts } = this;
    const { input, result } = row;
    const openRow = () => act(this, { type: 'openRow', key: row.key });
    const [asked, came] = row.agent ? [agents.task(), agents.answer()] : [tools.input(), tools.result()];
    const given = shownText(input, row.key, 'input', texts);
    const got = result && shownText(result.body, row.key, 'result', texts);
    return html`<div class="texts">
      ${input.text ? html`<h4 class="kick">${asked}</h4>${row.agent ? plain(given) : output(given, asked)}${showMore(input, row.key, 'input', texts)}` : ''}
      ${
        result && got !== undefined
          ? html`<h4 class="kick">${came}</h4>
            ${row.agent ? prose(got) : output(got, came)}${showMore(result.body, row.key, 'result', texts)}
            <button class="lnk kick" data-action="open-row" @click=${openRow}>${tools.openDocument()}</button>`
          : ''
      }
    </div>`;
  }
}

customElements.define('spool-tool', SpoolTool);
