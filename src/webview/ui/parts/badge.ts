/** The badges of a row, an icon and a word each: what the model still has of it, and what a person did about a call. */
import { css, html, type TemplateResult } from 'lit';
import type { Intervention } from '../../../core/message/message.ts';
import type { RowFate } from '../../../core/view/row.ts';
import { fates, messages, tools } from '../../words/row-strings.ts';
import { type IconName, icon } from './icons.ts';

const icons: Readonly<Record<Exclude<RowFate, 'silent'>, IconName>> = {
  kept: 'check',
  collapsed: 'fold',
  trimmed: 'cut',
  summarized: 'list',
  replaced: 'swap',
  dropped: 'drop',
  native: 'fold',
  left: 'undo',
};

export function badge(fate: RowFate): TemplateResult | string {
  if (fate === 'silent') return '';
  return html`<span class="badge ${fate}">${icon(icons[fate])}${fates.badge(fate)}</span>`;
}

export function pinnedBadge(): TemplateResult {
  return html`<span class="badge pinned">${icon('pin')}${messages.pinned()}</span>`;
}

const interventions: Readonly<Record<Intervention['type'], IconName>> = {
  denied: 'drop',
  stopped: 'stop',
  plan: 'list',
  partial: 'tasks',
};

/** What a person did about a call. */
export function interventionBadge(given: Intervention): TemplateResult {
  return html`<span class="badge" data-intervention=${given.type}>${icon(interventions[given.type])}${tools.intervention(given)}</span>`;
}

export const badgeStyles = css`
  .badge { display: inline-flex; align-items: center; gap: 3px; height: 18px; padding: 0 5px 0 3px; border-radius: 3px; font-size: 11px; line-height: 16px; white-space: nowrap; border: 1px solid var(--spool-edge); color: var(--vscode-descriptionForeground); }
  .badge .i { width: 14px; height: 14px; }
  .badge.kept { color: var(--vscode-foreground); border-color: var(--spool-line); }
  .badge.pinned { color: var(--vscode-foreground); border-color: var(--vscode-focusBorder); }
  .badge.dropped { border-style: dashed; }
`;
