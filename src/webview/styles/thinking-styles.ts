/** Styles of the assistant's thinking, collapsed and expanded. */
import { css } from 'lit';

export const thinkingStyles = css`
  .thinking { display: inline-flex; max-width: 100%; align-items: center; gap: 4px; min-height: 24px; margin-inline-start: -4px; padding: 0 6px 0 2px; border-radius: 4px; font-size: 12px; color: var(--vscode-descriptionForeground); }
  .thinking:hover { background: var(--vscode-toolbar-hoverBackground); }
  .thoughts { border-inline-start: 2px solid var(--vscode-textBlockQuote-border); padding-inline-start: 8px; color: var(--vscode-descriptionForeground); font-size: 12px; line-height: 18px; }
`;
