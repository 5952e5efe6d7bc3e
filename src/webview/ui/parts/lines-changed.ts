/** How many lines a change adds and removes, with their signs. */
import { css, html, type TemplateResult } from 'lit';
import { count } from '../../words/format.ts';
import { tools } from '../../words/row-strings.ts';

export const linesChangedStyles = css`
  .changed { display: inline-flex; gap: 4px; flex: none; }
  .added { color: var(--vscode-chat-linesAddedForeground, var(--vscode-foreground)); }
  .removed { color: var(--vscode-chat-linesRemovedForeground, var(--vscode-foreground)); }
`;

export function linesChanged(added: number, removed: number): TemplateResult {
  return html`<span class="changed num" data-changed><span class="sr">${tools.changed(added, removed)}</span
    ><span class="added" aria-hidden="true">+${count(added)}</span> <span class="removed" aria-hidden="true">−${count(removed)}</span></span>`;
}
