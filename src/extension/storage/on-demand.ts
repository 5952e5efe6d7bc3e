/** Joins the parts of the store that are loaded with their first use into one chunk, as commands/on-demand.ts does. */
import { openCopies } from './copies.ts';
import { writeFork } from './fork-thread.ts';
import { importIntoStore } from './import-file.ts';
import { importOwnExport } from './import-own.ts';

export const onDemandStorage = {
  importIntoStore,
  importOwnExport,
  openCopies,
  writeFork,
};
