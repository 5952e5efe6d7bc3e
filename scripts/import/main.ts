/** Imports a recorded thread into the extension's storage, as Import Thread… does: `import.mjs FILE STORAGE WORKSPACE`. */
import { pathToFileURL } from 'node:url';
import { fileSource } from '../../src/extension/storage/file-source.ts';
import { newThreadId } from '../../src/extension/storage/thread-folder.ts';
import { openStore } from '../../src/extension/storage/thread-store.ts';

const [file, storage, workspace] = process.argv.slice(2);
if (file === undefined || storage === undefined || workspace === undefined) {
  process.stderr.write('Usage: import.mjs FILE STORAGE WORKSPACE\n');
  process.exit(2);
}
const at = Date.now();
const header = { thread: newThreadId(), createdAt: at, workspace: pathToFileURL(workspace).href };
const outcome = await openStore(storage).import(await fileSource(file), { header, at });
if (outcome.type !== 'imported') {
  process.stderr.write(`${outcome.type === 'failed' ? outcome.failure.message : 'cancelled'}\n`);
  process.exit(1);
}
