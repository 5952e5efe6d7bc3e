/** Styles of the queued messages above the composer. */
import { css } from 'lit';

export const queueStyles = css`
  :host { display: flex; flex-direction: column; gap: 4px; }
  .queue { display: flex; flex-direction: column; gap: 4px; max-height: 116px; overflow-y: auto; scrollbar-width: thin; }
  .queued { display: flex; align-items: center; gap: 6px; min-height: 26px; flex: none; padding: 0 3px 0 8px; border: 1px dashed var(--vscode-contrastBorder, var(--vscode-input-border, var(--spool-edge))); border-radius: 4px; font-size: 12px; line-height: 16px; }
  .queued .num { font-size: 11px; }
  .queued .attached { display: inline-flex; align-items: center; }
  .queued .attached .i { width: 14px; height: 14px; }
  .queued .ib + .ib { margin-inline-start: -6px; }
  .queued textarea { font: inherit; color: var(--vscode-input-foreground); background: var(--vscode-input-background); border: 1px solid var(--vscode-focusBorder); border-radius: 3px; margin: 3px 0; padding: 2px 4px; min-width: 0; resize: none; field-sizing: content; max-height: 90px; }
  /* The list has that word in its name too. */
  @media (max-width: 320px) { .queued > .tag { display: none; } }
  .waits { display: flex; align-items: center; gap: 8px; padding: 0 3px 0 8px; font-size: 12px; line-height: 16px; }
`;
