/** Joins the commands that are loaded with their first use into one chunk: vsce warns of a package with many scripts. */
import { findMentions } from '../attachments/find-mentions.ts';
import { SourceWatch } from '../attachments/source-watch.ts';
import { removeApiKey, setApiKey } from './api-key.ts';
import { addSelection, attach, attachAgain, openAttachment } from './attach.ts';
import { importThreadFile } from './import-thread.ts';
import { managePermissions } from './manage-permissions.ts';
import { retryReply } from './message-actions.ts';
import { modelOptions } from './model-options.ts';
import { insertPrompt, listPrompts } from './prompts.ts';
import { runRestoreFiles } from './restore-files.ts';
import { connectAndSelect, selectModel } from './select-model.ts';
import { selectOther } from './select-other.ts';
import { selectTools } from './select-tools.ts';
import { runSetAddress } from './set-address.ts';
import { runSetContextWindow } from './set-context-window.ts';
import { restoreDeletedThread } from './threads/deleted-threads.ts';
import { exportThread, parseExportWish } from './threads/export-thread.ts';
import { deleteThread, forkThread, openOr, renameThread } from './threads/manage-threads.ts';
import { runOpenThread } from './threads/open-thread.ts';
import { searchThreads } from './threads/search-threads.ts';
import { showStorageUsed } from './threads/storage-used.ts';

export const onDemandCommands = {
  addSelection,
  attach,
  attachAgain,
  openAttachment,
  SourceWatch,
  connectAndSelect,
  deleteThread,
  exportThread,
  findMentions,
  forkThread,
  importThreadFile,
  insertPrompt,
  listPrompts,
  managePermissions,
  modelOptions,
  openOr,
  parseExportWish,
  removeApiKey,
  renameThread,
  restoreDeletedThread,
  retryReply,
  runOpenThread,
  runRestoreFiles,
  runSetAddress,
  runSetContextWindow,
  searchThreads,
  selectModel,
  selectOther,
  selectTools,
  setApiKey,
  showStorageUsed,
};
