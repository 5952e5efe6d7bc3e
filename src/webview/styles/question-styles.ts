/** Styles of the card that asks for permission, and of the changes in it. */
import { css } from 'lit';

export const questionStyles = css`
  :host { display: block; }
  .ask { border: 1px solid var(--vscode-editorWarning-foreground); border-radius: 4px; padding: 8px; display: flex; flex-direction: column; gap: 8px; font-size: 12px; line-height: 18px; background: var(--vscode-sideBar-background); }
  .top { display: grid; grid-template-columns: 16px minmax(0, 1fr) fit-content(50%); gap: 0 8px; align-items: start; }
  .top > .i { margin-top: 1px; color: var(--vscode-descriptionForeground); }
  h3 { font-size: 13px; line-height: 18px; overflow-wrap: anywhere; unicode-bidi: isolate; }
  .where { color: var(--vscode-descriptionForeground); overflow-wrap: anywhere; text-align: end; }
  .order { color: var(--vscode-descriptionForeground); grid-column: 3; font-size: 11px; }
  .where + .order { grid-column: 2 / -1; }
  .command { max-height: 272px; overflow: auto; scrollbar-width: thin; padding: 6px 8px; border: 1px solid var(--spool-edge); border-radius: 4px; background: var(--vscode-editor-background); color: var(--vscode-editor-foreground); line-height: 18px; white-space: pre-wrap; overflow-wrap: anywhere; tab-size: 4; }
  .command:focus-visible, .description:focus-visible, .reasons:focus-visible, .files:focus-visible, h3:focus-visible { outline-offset: -1px; }
  .description { max-height: 126px; overflow-y: auto; scrollbar-width: thin; overflow-wrap: anywhere; white-space: pre-line; color: var(--vscode-descriptionForeground); }
  .end { overflow-wrap: anywhere; white-space: pre-wrap; color: var(--vscode-foreground); }
  .reasons { max-height: 117px; overflow-y: auto; scrollbar-width: thin; overflow-wrap: anywhere; }
  .reasons li { display: grid; grid-template-columns: 16px minmax(0, 1fr); gap: 0 6px; }
  .reasons li > .i { margin-top: 1px; color: var(--vscode-descriptionForeground); }
  .files { max-height: 272px; overflow-y: auto; scrollbar-width: thin; overflow-wrap: anywhere; }
  fieldset { border: 0; margin: 0; padding: 0; min-width: 0; }
  legend { padding: 0; }
  .offer { display: flex; gap: 6px; align-items: flex-start; min-height: 24px; padding: 3px 0; overflow-wrap: anywhere; }
  .offer input { flex: none; margin: 2px 0 0; width: 14px; height: 14px; accent-color: var(--spool-accent); }
  .offer .mono, .covers .mono { color: var(--vscode-foreground); }
  .covers { overflow-wrap: anywhere; }
  input[type='text'] { font: inherit; width: 100%; min-height: 26px; padding: 3px 8px; color: var(--vscode-input-foreground); background: var(--vscode-input-background); border: 1px solid var(--vscode-input-border, var(--spool-edge)); border-radius: 4px; }
  input:focus-visible { outline: 1px solid var(--vscode-focusBorder); outline-offset: -1px; }
  .answered .answers { opacity: 0.5; }
  .why { display: flex; flex-direction: column; gap: 4px; }
  @container (max-width: 300px) {
    .where { grid-column: 2 / -1; text-align: start; }
    .answers { flex-direction: column; align-items: stretch; }
  }
`;

export const changesStyles = css`
  :host { display: flex; flex-direction: column; gap: 8px; font-size: 12px; line-height: 18px; }
  .box { position: relative; border: 1px solid var(--spool-edge); border-radius: 4px; max-height: min(40vh, 320px); overflow-y: auto; scrollbar-width: thin; background: var(--vscode-editor-background); color: var(--vscode-editor-foreground); }
  .box:focus-visible { outline-offset: -1px; }
  .file { display: flex; flex-wrap: wrap; align-items: baseline; gap: 0 8px; padding: 3px 8px; background: var(--vscode-sideBar-background); color: var(--vscode-foreground); }
  .file + .file, .hunk + .file, .note + .file { border-top: 1px solid var(--spool-edge); }
  .file .name { flex: 1 1 auto; min-width: 0; overflow-wrap: anywhere; unicode-bidi: isolate; }
  .note { padding: 3px 8px; }
  .hunk { border-top: 1px solid var(--spool-edge); content-visibility: auto; contain-intrinsic-size: auto 100px; }
  .part { display: flex; align-items: center; gap: 6px; min-height: 24px; padding: 0 8px; font-size: 11px; color: var(--vscode-descriptionForeground); }
  .part input { flex: none; margin: 0; width: 14px; height: 14px; accent-color: var(--spool-accent); }
  .hunk pre { padding: 0 8px 4px; font-size: 11.5px; line-height: 17px; white-space: pre-wrap; overflow-wrap: anywhere; tab-size: 4; }
  .hunk .line { display: block; padding-inline-start: 1ch; text-indent: -1ch; min-height: 17px; }
  /* What is copied is the lines alone. */
  .line .sr { user-select: none; }
  .plus { background: color-mix(in srgb, var(--vscode-chat-linesAddedForeground) 14%, transparent); }
  .minus { background: color-mix(in srgb, var(--vscode-chat-linesRemovedForeground) 14%, transparent); }
  .left .plus, .left .minus { background: none; }
  .left pre { color: var(--vscode-descriptionForeground); }
  .all { display: flex; flex-wrap: wrap; gap: 0 10px; align-items: center; }
  .all .lnk { min-height: 24px; }
`;
