/** What the store loads with its first use, together: see commands/on-demand.ts. */
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
