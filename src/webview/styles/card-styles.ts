/** Styles of the context card and the compaction preview. */
import { css } from 'lit';

export const cardStyles = css`
  .pop { position: relative; background: var(--vscode-editorWidget-background); border: 1px solid var(--vscode-editorWidget-border, var(--spool-edge)); border-radius: 6px; box-shadow: 0 2px 8px var(--vscode-widget-shadow); font-size: 12px; line-height: 18px; max-height: 100%; overflow-y: auto; scrollbar-width: thin; }
  .pop-head { display: flex; align-items: center; gap: 6px; padding: 6px 6px 0 12px; }
  .pop-head h2 { font-weight: 600; flex: 1; outline: none; }
  .pop-sec { padding: 8px 12px; display: flex; flex-direction: column; gap: 6px; }
  .pop-sec + .pop-sec, .pop-foot { border-top: 1px solid var(--spool-edge); }
  .pop-foot { padding: 8px 12px 10px; }
  .pop-foot.btns { gap: 4px; }
  
  .lead, .lead + .muted { white-space: normal; }
  .lead { font-size: 18px; line-height: 24px; letter-spacing: -0.1px; white-space: normal; }
  .tbl { width: 100%; border-collapse: collapse; font-size: 12px; line-height: 18px; }
  .tbl th { font-weight: 400; text-align: start; padding: 1px 0; }
  .tbl td, .tbl thead th + th { text-align: end; padding: 1px 0 1px 12px; font-variant-numeric: tabular-nums; white-space: nowrap; }
  .tbl thead { font-size: 11px; color: var(--vscode-descriptionForeground); }
  .tbl th > span { display: inline-flex; align-items: center; gap: 8px; }
  .tbl tr.rule > * { border-top: 1px solid var(--spool-edge); padding-top: 4px; }
  .tbl td + td { color: var(--vscode-descriptionForeground); width: 52px; }
  .sw { width: 10px; height: 10px; flex: none; display: block; }
  .pill { font-size: 11px; line-height: 16px; padding: 0 5px; border-radius: 3px; border: 1px solid currentColor; white-space: nowrap; }
  .items { display: flex; flex-direction: column; gap: 2px; }
  .item { display: grid; grid-template-columns: 16px minmax(0, 1fr) auto auto; column-gap: 8px; align-items: center; min-height: 24px; }
  .item > .i { color: var(--vscode-descriptionForeground); }
  .item > .when { grid-column: 2; grid-row: 2; margin-top: -4px; }
  .item > .lnk { grid-column: 4; grid-row: 1 / span 2; font-size: 11px; min-height: 24px; }
  .narrow-only { display: none; }
  @container (max-width: 300px) {
    .narrow-only { display: inline; }
    .tbl td, .tbl thead th + th { padding-inline-start: 8px; }
    .tbl td + td { width: 44px; }
  }
  @container (max-width: 220px) {
    .tbl th { overflow-wrap: anywhere; hyphens: auto; }
    .tbl th > span { gap: 4px; }
    .tbl td, .tbl thead th + th { padding-inline-start: 4px; }
    .tbl td + td { width: auto; }
    .shares th { overflow-wrap: normal; }
    .shares :is(td + td, thead th + th + th) { display: none; }
  }
`;
