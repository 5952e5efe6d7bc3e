/** The commands of package.json, each for the thread that is shown when it is run. Each takes what a person would choose as an argument, and returns how it ended. */
import * as vscode from 'vscode';
import { entryId } from '../../core/thread/entry-id.ts';
import type { CompactOptions } from '../agent/compact-with.ts';
import { showSettings, showThread } from '../documents/show.ts';
import type { CommandContext } from './command-context.ts';
import { followTabs, settleChange } from './offered-changes.ts';
import { registerThreadCommands } from './register-threads.ts';
import type { RestoreWish } from './restore-files.ts';
import { sendTyped } from './send-typed.ts';
import { setMode } from './set-mode.ts';
import {
  compactWithInstructions,
  editNewestSummary,
  newThread,
  previewCompaction,
  redoCompaction,
  runCompactThread,
  takeOverThread,
  undoCompaction,
} from './thread-commands.ts';

export function registerCommands(current: () => CommandContext): readonly vscode.Disposable[] {
  const { registerCommand } = vscode.commands;
  return [
    registerCommand('spool.newThread', () => newThread(current())),
    registerCommand('spool.importThread', async (file?: unknown) => {
      const { importThreadFile } = (await import('./on-demand.ts')).onDemandCommands;
      return importThreadFile(current(), file instanceof vscode.Uri || typeof file === 'string' ? file : undefined);
    }),
    registerCommand('spool.compactThread', (wish?: unknown) => runCompactThread(current(), parseWish(wish))),
    registerCommand('spool.compactWithInstructions', (instructions?: unknown) =>
      compactWithInstructions(current(), typeof instructions === 'string' ? instructions : undefined),
    ),
    registerCommand('spool.previewCompaction', () => previewCompaction(current())),
    registerCommand('spool.stop', () => current().agent.stop()),
    registerCommand('spool.focusChatInput', () => current().reveal('composer')),
    registerCommand('spool.send', (text?: unknown) => sendTyped(current(), typeof text === 'string' ? text : '')),
    registerCommand('spool.undoCompaction', (id?: unknown) => undoCompaction(current(), asNumber(id))),
    registerCommand('spool.editSummary', () => editNewestSummary(current())),
    registerCommand('spool.redoCompaction', (id?: unknown) => redoCompaction(current(), asNumber(id))),
    registerCommand('spool.restoreFiles', async (wish?: unknown) => {
      const { runRestoreFiles } = (await import('./on-demand.ts')).onDemandCommands;
      return runRestoreFiles(current(), parseRestore(wish));
    }),
    registerCommand('spool.retryReply', async () => {
      const { retryReply } = (await import('./on-demand.ts')).onDemandCommands;
      return retryReply(current());
    }),
    registerCommand('spool.applyChange', (right?: unknown) => settleChange(current(), 'apply', right)),
    registerCommand('spool.discardChange', (right?: unknown) => settleChange(current(), 'discard', right)),
    followTabs(),
    registerCommand('spool.addSelection', async () => {
      const { addSelection } = (await import('./on-demand.ts')).onDemandCommands;
      return addSelection(current());
    }),
    registerCommand('spool.takeOverThread', () => takeOverThread(current())),
    registerCommand('spool.showContextUsage', async () => {
      const { session, reveal } = current();
      session.showContext();
      await reveal('context');
    }),
    registerCommand('spool.setMode', (mode?: unknown) => setMode(current(), mode)),
    registerCommand('spool.managePermissions', async (given?: unknown) => {
      const { managePermissions } = (await import('./on-demand.ts')).onDemandCommands;
      return managePermissions(current(), given);
    }),
    registerCommand('spool.selectTools', async (given?: unknown) => {
      const { selectTools } = (await import('./on-demand.ts')).onDemandCommands;
      return selectTools(current(), given);
    }),
    registerCommand('spool.openThreadAsText', async () => {
      const { session, l10n } = current();
      if (session.state.open) await showThread(session.state.open.id, l10n);
    }),
    registerCommand('spool.showEffectiveSettings', () => showSettings(current().l10n)),
    ...registerThreadCommands(current),
  ];
}

/** The options in a command's argument; any other value is ignored. */
function parseWish(argument: unknown): CompactOptions {
  const { withoutModel, instructions, upTo } = (typeof argument === 'object' && argument ? argument : {}) as {
    readonly withoutModel?: unknown;
    readonly instructions?: unknown;
    readonly upTo?: unknown;
  };
  return {
    ...(withoutModel === true && { withoutModel }),
    ...(typeof upTo === 'number' && { upTo: entryId(upTo) }),
    ...(typeof instructions === 'string' && instructions !== '' && { instructions }),
  };
}

function parseRestore(argument: unknown): RestoreWish {
  const { undo, to, scope, files } = (typeof argument === 'object' && argument ? argument : {}) as {
    readonly [Key in keyof RestoreWish]?: unknown;
  };
  return {
    ...(undo === true && { undo }),
    ...((typeof to === 'number' || typeof to === 'string') && { to }),
    ...((scope === 'both' || scope === 'files' || scope === 'thread') && { scope }),
    ...((files === 'unchanged' || files === 'all') && { files }),
  };
}

/** From a menu VS Code passes an object of its own as the argument. */
function asNumber(argument: unknown): number | undefined {
  return typeof argument === 'number' ? argument : undefined;
}
