/** The commands over all threads of the store, each loaded with its first use. */
import * as vscode from 'vscode';
import type { CommandContext } from './command-context.ts';

/** A thread is named by its id; without one a command is for the open thread, or asks. */
export function registerThreadCommands(current: () => CommandContext): readonly vscode.Disposable[] {
  const { registerCommand } = vscode.commands;
  const managed = async () => (await import('./on-demand.ts')).onDemandCommands;
  return [
    registerCommand('spool.openThread', async (id?: unknown) => {
      const { runOpenThread } = (await import('./on-demand.ts')).onDemandCommands;
      return runOpenThread(current(), typeof id === 'string' ? id : undefined);
    }),
    registerCommand('spool.searchThreads', async (text?: unknown) => {
      const { searchThreads } = await managed();
      return searchThreads(current(), typeof text === 'string' ? text : undefined);
    }),
    registerCommand('spool.renameThread', async (id?: unknown, title?: unknown) => {
      const host = current();
      const { openOr, renameThread } = await managed();
      const thread = openOr(host, id);
      return thread && renameThread(host, thread, typeof title === 'string' ? title : undefined);
    }),
    registerCommand('spool.deleteThread', async (id?: unknown) => {
      const host = current();
      const { deleteThread, openOr } = await managed();
      const thread = openOr(host, id);
      return thread && deleteThread(host, thread);
    }),
    registerCommand('spool.restoreDeletedThread', async (id?: unknown) => {
      const { restoreDeletedThread } = await managed();
      return restoreDeletedThread(current(), typeof id === 'string' ? id : undefined);
    }),
    registerCommand('spool.forkThread', async (id?: unknown, upTo?: unknown) => {
      const host = current();
      const { forkThread, openOr } = await managed();
      const thread = openOr(host, id);
      return thread && forkThread(host, thread, typeof upTo === 'number' ? upTo : undefined);
    }),
    registerCommand('spool.showStorageUsed', async () => {
      const { showStorageUsed } = (await import('./on-demand.ts')).onDemandCommands;
      return showStorageUsed(current());
    }),
    registerCommand('spool.findInThread', () => current().reveal('find')),
    registerCommand('spool.exportThread', async (wish?: unknown) => {
      const { exportThread, parseExportWish } = (await import('./on-demand.ts')).onDemandCommands;
      return exportThread(current(), parseExportWish(wish));
    }),
  ];
}
