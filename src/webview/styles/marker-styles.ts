/** Styles of a compaction's marker, also while the compaction runs. */
import { css } from 'lit';

export const markerStyles = css`
  :host { display: block; }
  section { border-block: 1px solid var(--spool-line); background: var(--vscode-sideBarSectionHeader-background); font-size: 12px; line-height: 18px; }
  .marker-btn { display: flex; align-items: flex-start; gap: 4px; width: 100%; padding: 6px 12px 6px 6px; cursor: pointer; text-align: start; }
  .marker-btn.still { cursor: default; padding-inline-start: 8px; }
  .marker-btn:not(.still):hover { background: var(--vscode-list-hoverBackground); }
  .marker-btn:focus-visible { outline-offset: -1px; }
  .marker-btn > .i, .marker-btn > vscode-progress-ring { margin-top: 1px; flex: none; }
  .marker-line { display: flex; flex-wrap: wrap; min-width: 0; margin-inline-start: -10px; clip-path: inset(-4px -4px -4px 9px); }
  .marker-line > * { position: relative; margin-inline-start: 12px; }
  .marker-line > * + *::before { content: '\\00b7' / ','; position: absolute; inset-inline-start: -8px; color: var(--vscode-descriptionForeground); font-weight: 400; }
  .main { font-weight: 600; white-space: normal; }
  .rest { color: var(--vscode-descriptionForeground); }
  @container (max-width: 460px) { .marker-line .main { flex-basis: calc(100% - 12px); } }
  .marker-body { padding: 2px 12px 10px 28px; display: flex; flex-direction: column; gap: 12px; }
  .again { display: flex; flex-direction: column; gap: 8px; }
  .sect > header { display: flex; flex-wrap: wrap; align-items: center; gap: 0 8px; min-height: 20px; margin-bottom: 2px; }
  .sect > header h4 { font-size: 11px; font-weight: 600; line-height: 16px; flex: 1 1 auto; color: var(--vscode-foreground); }
  .sect > header .acts { display: flex; flex-wrap: wrap; gap: 0 10px; font-size: 11px; line-height: 20px; }
  .rows > li { display: flex; gap: 8px; align-items: baseline; padding: 1px 0; }
  .rows > li > .i { align-self: center; color: var(--vscode-descriptionForeground); }
  .rows > li > .num:last-child { margin-inline-start: auto; }
  .rows .total { border-top: 1px solid var(--spool-edge); margin-top: 3px; padding-top: 4px; font-weight: 600; }
  .rows > li > span, .rows > li > .lnk { min-width: 0; overflow-wrap: anywhere; }
  .rows > li > .num { flex: none; }
  .rows .lnk, .kick .lnk { white-space: normal; text-align: start; }
  .made { overflow-wrap: anywhere; }
  .span { display: flex; flex-wrap: wrap; gap: 0 4px; }
  .because { border-inline-start: 3px solid var(--spool-edge); padding-inline-start: 8px; overflow-wrap: anywhere; }
  select { font: inherit; max-width: 100%; color: var(--vscode-input-foreground); background: var(--vscode-input-background); border: 1px solid var(--vscode-input-border, var(--spool-edge)); border-radius: 2px; }
  .doc { background: var(--vscode-editor-background); border: 1px solid var(--spool-edge); border-radius: 4px; padding: 8px 10px; max-height: 268px; overflow: auto; scrollbar-width: thin; }
  .doc:focus-visible { outline-offset: -1px; }
  .edit { display: flex; flex-direction: column; gap: 6px; }
  textarea.doc { font-family: var(--vscode-editor-font-family); font-size: 12px; line-height: 18px; width: 100%; max-height: 60vh; resize: vertical; color: var(--vscode-input-foreground); background: var(--vscode-input-background); border-color: var(--vscode-input-border, var(--spool-edge)); }
  .doc .prose { font-size: 12px; line-height: 18px; }
  .doc .prose > * + * { margin-top: 6px; }
  .doc .prose h4 + * { margin-top: 0; }
`;
