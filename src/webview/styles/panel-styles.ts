/** Styles of the panel's frame: title bar, banner, dock and footer. */
import { css } from 'lit';

export const panelStyles = css`
  .view { container-type: inline-size; display: flex; flex-direction: column; height: 100%; background: var(--vscode-sideBar-background); color: var(--vscode-sideBar-foreground, var(--vscode-foreground)); }
  .threadbar { display: flex; align-items: center; gap: 6px; height: 29px; padding: 0 8px 0 12px; border-bottom: 1px solid var(--vscode-sideBarSectionHeader-border, var(--spool-edge)); font-size: 12px; flex: none; }
  .row-btn { display: flex; align-items: center; gap: 4px; min-width: 0; height: 24px; padding: 0 4px; margin-inline-start: -4px; border-radius: 4px; }
  .row-btn:hover { background: var(--vscode-toolbar-hoverBackground); }
  .row-btn .i { opacity: 0.8; }
  .banner { display: flex; gap: 8px; padding: 8px 12px; font-size: 12px; line-height: 16px; border-bottom: 1px solid var(--vscode-sideBarSectionHeader-border, var(--spool-edge)); background: var(--vscode-editor-background); flex: none; }
  .banner b { font-weight: 600; }
  main { flex: 1; min-height: 0; display: flex; flex-direction: column; position: relative; }
  .nothing .tail { display: flex; flex-direction: column; gap: 12px; max-height: 70%; overflow-y: auto; }
  .nothing .tail > spool-running { margin-bottom: 12px; }
  .nothing .tail > :not(spool-running) { margin: 0 12px 12px; }
  .dock { position: relative; flex: none; padding: 6px 12px; display: flex; flex-direction: column; gap: 6px; background: var(--vscode-sideBar-background); }
  .dock:empty { display: none; }
  .foot { display: flex; align-items: center; gap: 6px; min-height: 24px; font-size: 11px; margin-inline-start: -4px; }
  spool-context-card { position: absolute; z-index: 1; bottom: 0; max-height: 100%; inset-inline: 12px; }
  @container (min-width: 560px) {
    .dock { padding-inline: max(24px, calc(50% - 340px)); }
    spool-context-card { inset-inline: max(24px, calc(50% - 340px)); }
  }
  @container (max-width: 300px) { .dock { padding-inline: 8px; } spool-context-card { inset-inline: 8px; } }
`;
