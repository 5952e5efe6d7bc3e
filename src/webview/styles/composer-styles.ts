/** Styles of the composer, its pickers, and the lists that open above it. */
import { css } from 'lit';

export const pickerStyles = css`
  .picker { display: inline-flex; align-items: center; gap: 4px; height: 24px; padding: 0 4px 0 6px; border-radius: 4px; font-size: 12px; min-width: 0; }
  .picker:hover { background: var(--vscode-toolbar-hoverBackground); }
  .picker .provider { flex-shrink: 10; }
`;

/** A list above the composer. */
export const menuStyles = css`
  .list { position: absolute; z-index: 2; bottom: 100%; inset-inline: 0; margin-bottom: 4px; max-height: min(60vh, 260px); overflow-y: auto; padding: 4px; border-radius: 6px; font-size: 12px; line-height: 18px; background: var(--vscode-editorWidget-background); border: 1px solid var(--vscode-editorWidget-border, var(--spool-edge)); box-shadow: 0 2px 8px var(--vscode-widget-shadow); }
  .option { padding: 3px 6px; border-radius: 4px; cursor: pointer; }
  .option:hover { background: var(--vscode-list-hoverBackground); }
`;

export const composerStyles = css`
  :host { display: flex; flex-direction: column; gap: 6px; position: relative; }
  .composer { background: var(--vscode-input-background); border: 1px solid var(--vscode-input-border, var(--spool-edge)); border-radius: 6px; display: flex; flex-direction: column; }
  .composer:focus-within { border-color: var(--vscode-focusBorder); }
  textarea { font: inherit; line-height: 20px; color: var(--vscode-input-foreground); background: none; border: 0; margin: 0; padding: 7px 10px 2px; width: 100%; min-height: 29px; max-height: min(40vh, 240px); resize: none; overflow-y: auto; scrollbar-width: thin; field-sizing: content; }
  textarea:focus-visible { outline: none; }
  textarea::placeholder { color: var(--vscode-input-placeholderForeground); opacity: 1; }
  .refused, .reason { display: flex; gap: 6px; padding: 6px 10px 0; font-size: 12px; line-height: 16px; overflow-wrap: anywhere; }
  .refused .i { color: var(--vscode-editorError-foreground); }
  .bar-row { display: flex; align-items: center; gap: 2px; padding: 2px 4px 4px; }
  .pill { font-size: 11px; line-height: 14px; padding: 0 4px; border-radius: 3px; border: 1px solid currentColor; white-space: nowrap; flex: none; }
  spool-mode { flex: none; }
  @container (max-width: 420px) { .provider { display: none; } }
  .size { display: inline-flex; align-items: center; gap: 3px; flex: none; padding: 0 4px; }
  .size .i { color: var(--vscode-editorWarning-foreground); }
  .send { background: var(--vscode-button-background); color: var(--vscode-button-foreground); border: 1px solid var(--vscode-contrastBorder, transparent); }
  .send:hover { background: var(--vscode-button-hoverBackground); }
  .send[disabled] { opacity: 0.4; cursor: default; }
  .stop { border: 1px solid var(--vscode-contrastBorder, var(--vscode-input-border, var(--spool-edge))); margin-inline-start: 2px; }
  .option { display: flex; flex-wrap: wrap; gap: 0 8px; }
  .option > * { max-width: 100%; }
  .none { padding: 3px 6px; overflow-wrap: anywhere; }
  .option .mono { white-space: nowrap; }
  .option[aria-selected='true'] { background: var(--vscode-list-hoverBackground); outline: 1px solid var(--vscode-focusBorder); outline-offset: -1px; }
`;
