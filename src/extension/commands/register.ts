/** The commands of package.json. Each takes what a person would choose as an argument, and returns how it ended. */
import * as vscode from 'vscode';
import { showSettings, showThread } from '../documents/show.ts';
import type { Host } from './host.ts';
import { openThread } from './open-thread.ts';
import { compactThread, newThread, redoCompaction, takeOverThread, undoCompaction } from './thread-acts.ts';

export function registerCommands(host: Host): readonly vscode.Disposable[] {
  const { session, l10n } = host;
  const { registerCommand } = vscode.commands;
  return [
    registerCommand('spool.newThread', () => newThread(host)),
    registerCommand('spool.importThread', async (file?: unknown) => {
      const { importThreadFile } = await import('./import-thread.ts');
      return importThreadFile(host, file instanceof vscode.Uri || typeof file === 'string' ? file : undefined);
    }),
    registerCommand('spool.openThread', (id?: unknown) => openThread(host, typeof id === 'string' ? id : undefined)),
    registerCommand('spool.compactThread', () => compactThread(host)),
    registerCommand('spool.undoCompaction', (id?: unknown) => undoCompaction(host, asNumber(id))),
    registerCommand('spool.redoCompaction', (id?: unknown) => redoCompaction(host, asNumber(id))),
    registerCommand('spool.takeOverThread', () => takeOverThread(host)),
    registerCommand('spool.showContextUsage', async () => {
      session.showContext();
      await host.reveal('context');
    }),
    registerCommand('spool.openThreadAsText', async () => {
      if (session.state.open) await showThread(session.state.open.id, l10n);
    }),
    registerCommand('spool.showEffectiveSettings', () => showSettings(l10n)),
  ];
}

/** From a menu VS Code passes whatever it has at hand. */
function asNumber(argument: unknown): number | undefined {
  return typeof argument === 'number' ? argument : undefined;
}
