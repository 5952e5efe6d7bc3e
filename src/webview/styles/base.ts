/** Styles that every component shares: text, icons, buttons, links. Colours are the editor's. */
import { css } from 'lit';

export const base = css`
  *, *::before, *::after { box-sizing: border-box; }
  h1, h2, h3, h4, h5, h6, p, ul, ol, table, pre, blockquote { margin: 0; padding: 0; font-size: inherit; font-weight: inherit; }
  ul, ol { list-style: none; }
  button { font: inherit; color: inherit; border: 0; background: none; margin: 0; padding: 0; cursor: pointer; text-align: start; }
  [hidden] { display: none !important; }
  code, pre, .mono { font-family: var(--vscode-editor-font-family); font-size: 12px; direction: ltr; unicode-bidi: isolate; }
  .mono { font-size: 11.5px; }
  .sr { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
  .i { width: 16px; height: 16px; flex: none; display: block; fill: none; stroke: currentColor; stroke-width: 1.1; stroke-linecap: round; stroke-linejoin: round; }
  .i .solid { fill: currentColor; stroke: none; }
  .muted { color: var(--vscode-descriptionForeground); }
  .num { font-variant-numeric: tabular-nums; white-space: nowrap; unicode-bidi: isolate; }
  .sep::before { content: '\\00b7' / ','; margin: 0 4px; }
  .grow { flex: 1 1 auto; min-width: 0; }
  .ell { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; min-width: 0; }
  :focus { outline: none; }
  :focus-visible { outline: 1px solid var(--vscode-focusBorder); outline-offset: 1px; }
  .lnk { color: var(--vscode-textLink-foreground); line-height: inherit; border-radius: 2px; text-decoration: none; white-space: nowrap; }
  .lnk:hover { text-decoration: underline; color: var(--vscode-textLink-activeForeground); }
  .ib { width: 24px; height: 24px; border-radius: 4px; display: inline-flex; align-items: center; justify-content: center; color: var(--vscode-icon-foreground); flex: none; }
  .ib:hover { background: var(--vscode-toolbar-hoverBackground); outline: 1px dashed var(--vscode-contrastActiveBorder, transparent); outline-offset: -1px; }
  .ib:focus-visible { outline: 1px solid var(--vscode-focusBorder); outline-offset: -1px; }
  .btns { display: flex; flex-wrap: wrap; gap: 6px; align-items: center; }
  .kick { font-size: 11px; line-height: 16px; color: var(--vscode-descriptionForeground); }
  .meta { display: flex; flex-wrap: wrap; margin-inline-start: -12px; clip-path: inset(-4px -4px -4px 9px); font-size: 11px; line-height: 16px; color: var(--vscode-descriptionForeground); }
  .meta > * { position: relative; margin-inline-start: 12px; }
  .meta > * + *::before { content: '\\00b7' / ','; position: absolute; inset-inline-start: -8px; color: var(--vscode-descriptionForeground); }
  .meta .mono { font-size: 11px; }
  .tw { transition: transform var(--spool-turn); }
  [aria-expanded='true'] > .tw { transform: rotate(90deg); }
  ::highlight(spool-find) { background-color: var(--vscode-editor-findMatchHighlightBackground, transparent); text-decoration: underline 2px var(--vscode-editor-findMatchHighlightBorder, var(--vscode-focusBorder)); }
  .wide-only { display: inline; }
  @container (max-width: 300px) { .wide-only { display: none; } }
`;

/** The toolkit's button in the panel's sizes. */
export const buttons = css`
  vscode-button { border-radius: 4px; font-size: 12px; line-height: 18px; background: var(--vscode-button-secondaryBackground); color: var(--vscode-button-secondaryForeground); }
  vscode-button::part(control) { min-height: 22px; padding: 1px 7px; font-size: 12px; line-height: 18px; white-space: nowrap; border-color: var(--vscode-contrastBorder, var(--vscode-button-secondaryBorder, var(--spool-edge))); }
  vscode-button:hover { background: var(--vscode-button-secondaryHoverBackground); }
  vscode-button[appearance='primary'] { background: var(--vscode-button-background); color: var(--vscode-button-foreground); }
  vscode-button[appearance='primary']::part(control) { border-color: var(--vscode-button-border, transparent); }
  vscode-button[appearance='primary']:hover { background: var(--vscode-button-hoverBackground); }
  vscode-button.quiet { background: none; color: var(--vscode-foreground); }
  vscode-button.quiet::part(control) { border-color: var(--vscode-contrastBorder, transparent); padding: 1px 5px; }
  vscode-button.quiet:hover { background: var(--vscode-toolbar-hoverBackground); }
  vscode-button[disabled] { opacity: 0.5; }
  @container (max-width: 220px) { vscode-button { max-width: 100%; } vscode-button::part(control) { white-space: normal; } }
  vscode-button:hover { outline: 1px dashed var(--vscode-contrastActiveBorder, transparent); outline-offset: -1px; }
`;
