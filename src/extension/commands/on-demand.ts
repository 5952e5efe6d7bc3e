/** The commands that are loaded with their first use, as one chunk: one for each makes more scripts than vsce packs without a warning. */
// biome-ignore-all lint/performance/noBarrelFile: what is re-exported here is loaded as one chunk, and nothing else imports it.
export { removeApiKey, setApiKey } from './api-key.ts';
export { importThreadFile } from './import-thread.ts';
export { managePermissions } from './manage-permissions.ts';
export { retryReply } from './message-actions.ts';
export { runRestoreFiles } from './restore-files.ts';
export { connectAndSelect, selectModel } from './select-model.ts';
export { runSetAddress } from './set-address.ts';
export { runSetContextWindow } from './set-context-window.ts';
export { exportThread, parseExportWish } from './threads/export-thread.ts';
export { deleteThread, forkThread, openOr, renameThread } from './threads/manage-threads.ts';
export { runOpenThread } from './threads/open-thread.ts';
export { showStorageUsed } from './threads/storage-used.ts';
