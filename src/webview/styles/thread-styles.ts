/** Styles of the thread: its rows, the content after them, and the button that scrolls to the latest. */
import { css } from 'lit';

export const threadStyles = css`
  :host { display: flex; flex-direction: column; position: relative; flex: 1; min-height: 0; }
  .log { position: relative; flex: 1; min-height: 0; overflow-y: auto; overflow-x: hidden; padding: 12px 12px 16px; }
  .rows { display: flex; flex-direction: column; }
  .item { content-visibility: auto; contain-intrinsic-size: auto 60px; margin-top: 12px; }
  /* The toolbar of a short row reaches beyond it, which a row that may skip its drawing would cut. */
  .item:is(:hover, :focus-within) { content-visibility: visible; }
  .item:first-child { margin-top: 0; }
  /* Room for its toolbar. */
  spool-message.item { margin-top: 16px; }
  spool-message.item:first-child { margin-top: 12px; }
  .item.tight { contain-intrinsic-size: auto 26px; }
  .item.tight + .item.tight { margin-top: 2px; }
  spool-tool[joined-above] { margin-top: 0; }
  spool-marker, ::slotted(spool-running) { margin-inline: -12px; }
  spool-marker[by='model'] { margin-inline: 0; }
  .item:focus-visible { outline-offset: -1px; }
  ::slotted(*) { display: block; margin-top: 12px; }
  ::slotted(spool-reply-stream) { margin-top: 16px; }
  .latest { flex: none; margin: 4px auto; width: max-content; display: inline-flex; align-items: center; gap: 4px; min-height: 24px; padding: 0 8px 0 4px; border-radius: 4px; font-size: 12px; background: var(--vscode-editorWidget-background); border: 1px solid var(--vscode-editorWidget-border, var(--spool-edge)); box-shadow: 0 2px 8px var(--vscode-widget-shadow); }
  .edge { height: 1px; }
  @container (min-width: 560px) {
    .log { padding-inline: max(24px, calc(50% - 340px)); }
    spool-marker, ::slotted(spool-running) { margin-inline: 0; }
  }
  @container (max-width: 300px) {
    .log { padding-inline: 10px; }
    spool-marker, ::slotted(spool-running) { margin-inline: -10px; }
  }
`;
