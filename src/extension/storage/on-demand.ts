/** What the store loads with its first use, together: see commands/on-demand.ts. */
// biome-ignore-all lint/performance/noBarrelFile: what is re-exported here is loaded as one chunk, and nothing else imports it.
export { openCopies } from './copies.ts';
export { writeFork } from './fork-thread.ts';
export { importIntoStore } from './import-file.ts';
export { importOwnExport } from './import-own.ts';
