/** The stored outputs of a thread: `<thread>/outputs/<id>`, each written whole or not at all. */
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { endsWithHalfPair } from '../../core/lang/clip.ts';
import { err, ok } from '../../core/lang/result.ts';
import type { OutputStore } from '../../core/tool-output/output-store.ts';
import { isOutputId } from '../../core/tool-output/ref.ts';
import { DISK, type Disk, errorCodeOf, FILE_MODE, FOLDER_MODE, streamOf, unlessMissing } from './disk.ts';
import { syncFolder } from './write-thread.ts';

/** The end of a file's name while it is being written. */
export const UNFINISHED = '.unfinished';
/** Bytes that are read or collected at once: large enough to be fast, small enough to be nothing. */
const CHUNK = 1 << 16;

/** `folder` is the thread's. */
export function outputsFolder(folder: string): string {
  return path.join(folder, 'outputs');
}

/** The outputs of the thread in `folder`, private to the person (R38). An id that isn't one opens nothing. */
export function openOutputs(folder: string, disk: Disk = DISK): OutputStore {
  const outputs = outputsFolder(folder);
  return {
    put: async (text) => {
      const id = `o_${randomBytes(8).toString('hex')}`;
      const file = path.join(outputs, id);
      const unfinished = file + UNFINISHED;
      const reading = new Reading(text);
      try {
        await disk.mkdir(outputs, { recursive: true, mode: FOLDER_MODE });
        const byteSize = await write(disk, unfinished, reading);
        await disk.rename(unfinished, file);
        await syncFolder(disk, outputs);
        return ok({ id, byteSize });
      } catch (error) {
        await disk.rm(unfinished, { force: true }).catch(() => undefined);
        if (reading.hasFailed) throw error;
        return err({ reason: errorCodeOf(error) });
      }
    },
    open: async (id) => {
      if (!isOutputId(id)) return undefined;
      const file = path.join(outputs, id);
      const stat = await unlessMissing(disk.stat(file));
      if (!stat?.isFile()) return undefined;
      return { [Symbol.asyncIterator]: () => textOf(file) };
    },
  };
}

async function* textOf(file: string): AsyncGenerator<string> {
  yield* await streamOf(file, { encoding: 'utf8', highWaterMark: CHUNK });
}

/** Remembers whether reading the text failed, as opposed to writing it. */
class Reading {
  hasFailed = false;
  readonly #text: AsyncIterable<string> | Iterable<string>;

  constructor(text: AsyncIterable<string> | Iterable<string>) {
    this.#text = text;
  }

  async *chunks(): AsyncGenerator<string> {
    try {
      yield* this.#text;
    } catch (error) {
      this.hasFailed = true;
      throw error;
    }
  }
}

async function write(disk: Disk, file: string, reading: Reading): Promise<number> {
  const handle = await disk.open(file, 'wx', FILE_MODE);
  try {
    let bytes = 0;
    let batch = '';
    const flush = async () => {
      const buffer = Buffer.from(batch);
      await handle.appendFile(buffer);
      bytes += buffer.length;
      batch = '';
    };
    for await (const chunk of reading.chunks()) {
      batch += chunk;
      // A surrogate pair may come in two chunks; written apart its halves would be lost.
      if (batch.length >= CHUNK && !endsWithHalfPair(batch)) await flush();
    }
    await flush();
    await handle.sync();
    return bytes;
  } finally {
    await handle.close();
  }
}
