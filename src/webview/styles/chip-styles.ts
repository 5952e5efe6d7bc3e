/** Styles of the chips of attachments. */
import { css } from 'lit';

export const chipStyles = css`
  :host { display: block; }
  .chips { display: flex; flex-wrap: wrap; gap: 4px; }
  .chip { display: inline-flex; flex-wrap: wrap; align-items: center; gap: 0 4px; min-height: 22px; max-width: 100%; min-width: 0; padding: 0 6px 0 4px; border-radius: 4px; font-size: 11px; line-height: 16px; border: 1px solid var(--vscode-contrastBorder, var(--spool-edge)); }
  .chip .i { width: 14px; height: 14px; }
  .chip .open { display: inline-flex; align-items: center; gap: 4px; min-width: 0; max-width: 100%; min-height: 20px; border-radius: 3px; }
  .chip .path-name { min-width: 0; }
  button.open:hover { text-decoration: underline; }
  .chip .num { color: var(--vscode-descriptionForeground); }
  .chip .ib { width: 20px; height: 20px; }
  .chip .ib:last-child { margin-inline-end: -4px; }
  .chip .ib + .ib { margin-inline-start: -4px; }
  .chip .mark { display: inline-flex; align-items: center; gap: 3px; }
  .chip .mark .i { color: var(--vscode-editorWarning-foreground); }
`;
