/** Writes what is attached to drafts to files, one for each thread, and reads it again. */
import path from 'node:path';
import * as v from 'valibot';
import { type Attached, isAttached } from '../../core/message/attachment.ts';
import { decodeEntry } from '../../core/thread/decode-entry.ts';
import { DISK, type Disk, FILE_MODE, FOLDER_MODE, unlessMissing } from '../storage/disk.ts';

export interface StoredAttachment {
  readonly block: Attached;
  /** The URI of the file that it was read from. */
  readonly source?: string;
}

/** Drafts that are kept: as many as the panel keeps texts of. */
const MOST_DRAFTS = 20;

const File = v.object({ sources: v.array(v.nullable(v.string())), message: v.unknown() });

export class AttachmentFiles {
  readonly #folder: string;
  readonly #onFailure: (error: unknown) => void;
  readonly #disk: Disk;
  #writing: Promise<void> = Promise.resolve();

  constructor(folder: string, onFailure: (error: unknown) => void, disk = DISK) {
    this.#folder = folder;
    this.#onFailure = onFailure;
    this.#disk = disk;
  }

  /** Empty where there are none, and where the file can't be read. */
  async read(key: string): Promise<readonly StoredAttachment[]> {
    try {
      await this.#writing;
      const text = await unlessMissing(this.#disk.readFile(this.#fileOf(key), 'utf8'));
      return text === undefined ? [] : parse(JSON.parse(text));
    } catch (error) {
      this.#onFailure(error);
      return [];
    }
  }

  /** Begins to write; one after the other. */
  write(key: string, list: readonly StoredAttachment[]): void {
    this.#writing = this.#writing.then(() => this.#put(key, list)).catch(this.#onFailure);
  }

  written(): Promise<void> {
    return this.#writing;
  }

  async #put(key: string, list: readonly StoredAttachment[]): Promise<void> {
    const file = this.#fileOf(key);
    if (list.length === 0) return this.#disk.rm(file, { force: true });
    await this.#disk.mkdir(this.#folder, { recursive: true, mode: FOLDER_MODE });
    const temporary = `${file}.tmp`;
    await this.#disk.writeFile(temporary, JSON.stringify(fileOf(list)), { mode: FILE_MODE });
    await this.#disk.rename(temporary, file);
    await this.#prune();
  }

  async #prune(): Promise<void> {
    const names = (await this.#disk.readdir(this.#folder)).filter((name) => name.endsWith('.json'));
    if (names.length <= MOST_DRAFTS) return;
    const files = names.map((name) => path.join(this.#folder, name));
    const dated = await Promise.all(files.map(async (file) => ({ file, at: (await this.#disk.stat(file)).mtimeMs })));
    const oldest = dated.sort((a, b) => b.at - a.at).slice(MOST_DRAFTS);
    for (const { file } of oldest) await this.#disk.rm(file, { force: true });
  }

  #fileOf(key: string): string {
    return path.join(this.#folder, `${key === '' ? 'new' : encodeURIComponent(key)}.json`);
  }
}

/** The blocks are those of a queued message, so that they are read as the log's are. */
function fileOf(list: readonly StoredAttachment[]): v.InferOutput<typeof File> {
  const blocks = list.map(({ block }) => block);
  return { sources: list.map(({ source = null }) => source), message: { type: 'queued', id: 1, at: 0, blocks } };
}

function parse(json: unknown): readonly StoredAttachment[] {
  const file = v.safeParse(File, json);
  const entry = file.success ? decodeEntry(file.output.message) : undefined;
  if (!file.success || !entry?.ok || entry.value.type !== 'queued') throw new Error('a file of attachments is damaged');
  const { sources } = file.output;
  return entry.value.blocks.flatMap((block, at): readonly StoredAttachment[] => {
    const source = sources[at] ?? undefined;
    return isAttached(block) ? [{ block, ...(source !== undefined && { source }) }] : [];
  });
}
