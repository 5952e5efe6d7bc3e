/** The template that draws each item of the thread with the element for its type. */
import { html, type TemplateResult } from 'lit';
import { assertNever } from '../../../core/lang/assert-never.ts';
import type { QuestionView } from '../../../core/protocol/question.ts';
import type { EntryId } from '../../../core/thread/entry-id.ts';
import type { ToolRow } from '../../../core/view/row.ts';
import { act } from '../../state/action.ts';
import { isClamped } from '../../state/segments.ts';
import type { Item, PanelState } from '../../state/state.ts';
import { clock } from '../../words/format.ts';
import { messages, tools } from '../../words/row-strings.ts';
import { rowOffers } from './row-offers.ts';
import type { CallProgress } from './spool-tool.ts';

export interface Surroundings {
  readonly state: PanelState;
  readonly locked: boolean;
  /** Key of the item that is the Tab stop. */
  readonly current: string | undefined;
  /** Key of the newest compaction that shows. */
  readonly newest: string | undefined;
  /** Key of the newest restore: only that can be undone. */
  readonly restored: string | undefined;
  /** Key of the newest row that a person or the model said. */
  readonly lastSaid: string | undefined;
  /** The entry whose calls run now. */
  readonly running: EntryId | undefined;
  /** Key of the newest to-do list. */
  readonly todos: string | undefined;
  /** Whether the item before and the one after are tool cards that share a border with this one. */
  readonly joins: (item: Item) => readonly [boolean, boolean];
}

export function itemKey(item: Item): string {
  return item.type === 'fold' ? `fold ${item.from}` : item.row.key;
}

/** Rows that draw as a card of a tool call. */
export function isCard(item: Item | undefined): boolean {
  return item?.type === 'row' && item.row.type === 'tool' && !isClamped(item);
}

export function rowTemplate(
  item: Item,
  { state, locked, current, newest, restored, lastSaid, running, todos, joins }: Surroundings,
): TemplateResult {
  const key = itemKey(item);
  // A negative index takes everything inside out of the Tab order.
  const stop = key === current ? 0 : -1;
  if (item.type === 'fold') {
    return html`<spool-fold class="item tight" data-row data-key=${key} tabindex=${stop} .from=${item.from}
      .count=${item.to - item.from} .fate=${item.fate} .open=${item.open}></spool-fold>`;
  }
  const { row, fate, above, index } = item;
  const open = state.open.has(row.key);
  const texts = state.texts;
  const offers = rowOffers(row, fate, { locked, lastSaid });
  if (row.type === 'marker')
    return html`<spool-marker class="item" data-row data-key=${key} data-index=${index} data-compaction=${row.entry} data-state=${row.state}
      by=${row.trigger} tabindex=${stop} .row=${row} .open=${open} .texts=${texts} .locked=${locked} .newest=${key === newest} .editing=${state.editing?.key === key ? state.editing : undefined} .meter=${state.head?.meter}></spool-marker>`;
  if (row.type === 'attempt') {
    void import('./seldom-rows.ts').catch(() => undefined);
    return html`<spool-attempt class="item" data-row data-key=${key} data-index=${index} data-end=${row.end} tabindex=${stop} .row=${row} .locked=${locked}></spool-attempt>`;
  }
  if (row.type === 'restore' || row.type === 'switch')
    return html`<div class="item kick" role="article" data-row data-key=${key} data-index=${index} tabindex=${stop}>${messages.by(row, clock(row.at))}
      ${key === restored ? html`<button class="lnk" data-action="undo-restore" tabindex=${stop} @click=${undoRestore}>${messages.undoRestore()}</button>` : ''}</div>`;
  if (isClamped(item))
    return html`<spool-short-row class="item tight" role="article" aria-label=${row.type === 'tool' ? tools.name(row) : messages.by(row, clock(row.at))} data-row data-key=${key} data-index=${index} data-fate=${fate}
      tabindex=${stop} .row=${row} .fate=${fate} .open=${open} .texts=${texts} .offers=${offers}></spool-short-row>`;
  switch (row.type) {
    case 'tool': {
      const [joinedAbove, joinedBelow] = joins(item);
      return html`<spool-tool class="item" role="group" aria-label=${tools.name(row)}
      data-row data-whole data-key=${key} data-index=${index} data-fate=${fate} tabindex=${stop} ?joined-above=${joinedAbove}
      ?joined-below=${joinedBelow} .progress=${row.entry === running ? progressOf(row, state.head?.question) : undefined} 
      .liveAgent=${row.agent && state.agents.get(row.agent.thread)} .live=${row.call === undefined ? undefined : state.commands.get(row.call)} .above=${above} .listed=${key === todos} .row=${row} .fate=${fate} .open=${open} .texts=${texts}></spool-tool>`;
    }
    case 'user':
    case 'assistant':
    case 'thinking':
    case 'note':
      return html`<spool-message class="item" role="article" aria-label=${messages.by(row, clock(row.at))} data-row data-whole data-key=${key}
    data-index=${index} data-fate=${fate} tabindex=${stop} .row=${row} .fate=${fate} .above=${above} .open=${open} .texts=${texts} .offers=${offers} .rests=${!locked}></spool-message>`;
    default:
      return assertNever(row);
  }
}

function undoRestore({ currentTarget }: Event): void {
  if (currentTarget) act(currentTarget, { type: 'runCommand', command: 'undoRestore' });
}

function progressOf({ call }: ToolRow, question: QuestionView | undefined): CallProgress {
  if (!question) return 'running';
  return call === question.call ? 'asked' : 'unclear';
}
