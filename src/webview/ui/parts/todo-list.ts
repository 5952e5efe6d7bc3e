/** A to-do list: each item with the sign and the word of its state. */
import { css, html, type TemplateResult } from 'lit';
import type { TodoView } from '../../../core/view/row.ts';
import { tools } from '../../words/row-strings.ts';
import { type IconName, icon } from './icons.ts';

const ICONS: Readonly<Record<TodoView['state'], IconName>> = { open: 'circle', active: 'active', done: 'check' };

export const todoStyles = css`
  .todos { display: flex; flex-direction: column; padding: 2px 0 3px; }
  .todos li { display: grid; grid-template-columns: 16px minmax(0, 1fr); gap: 0 6px; padding: 1px 0; overflow-wrap: anywhere; }
  .todos li > .i { margin-top: 1px; color: var(--vscode-descriptionForeground); }
  .todos .active { font-weight: 600; }
  .todos .done { color: var(--vscode-descriptionForeground); }
`;

export function todoList(todos: readonly TodoView[]): TemplateResult {
  return html`<ul class="todos" aria-label=${tools.verb({ kind: 'todo', name: '' })}>
    ${todos.map(
      ({ text, state }) =>
        html`<li data-todo=${state}>${icon(ICONS[state])}<span class=${state}><span class="sr">${tools.todo(state)}: </span><span dir="auto">${text}</span></span></li>`,
    )}
  </ul>`;
}
