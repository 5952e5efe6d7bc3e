/** A workspace on a disk whose files an agent changes in a thread, for tests of restores. */
import { existsSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type EntryId, entryId } from '../../../../../src/core/thread/entry-id.ts';
import type { Files } from '../../../../../src/core/workspace/ports.ts';
import { type FilesSince, filesSince } from '../../../../../src/core/workspace/restore/file-history.ts';
import type { FileCopies } from '../../../../../src/core/workspace/restore/ports.ts';
import { recordChanges } from '../../../../../src/core/workspace/restore/record-changes.ts';
import { restoreFiles } from '../../../../../src/core/workspace/restore/restore-files.ts';
import {
  type RestorableFile,
  type RestoreLists,
  restoreLists,
} from '../../../../../src/core/workspace/restore/restore-lists.ts';
import { ownChanges } from '../../../../../src/core/workspace/restore/seal.ts';
import { Sealer } from '../../../../../src/extension/storage/seal-key.ts';
import { NodeCopies } from '../../../../../src/extension/workspace/node/node-copies.ts';
import { NodeFiles } from '../../../../../src/extension/workspace/node/node-files.ts';
import { newFolder } from '../../../../new-folder.ts';
import { MemoryLog } from './memory-log.ts';

export class RestorableWorkspace {
  readonly root = newFolder('storage');
  folders: readonly string[];
  readonly thread: string;
  log = new MemoryLog();
  copies: FileCopies;
  readonly disk: NodeFiles;

  constructor(files: Readonly<Record<string, string | Uint8Array>> = {}, { folders = 1, thread = 't1' } = {}) {
    const base = realpathSync(newFolder('restored'));
    this.folders = Array.from({ length: folders }, (_, at) => path.join(base, `ws${at}`));
    for (const folder of this.folders) mkdirSync(folder);
    for (const [file, content] of Object.entries(files)) this.put(file, content);
    this.thread = thread;
    this.disk = new NodeFiles(this.#open);
    this.copies = this.newCopies();
  }

  readonly #open = () => this.folders.map((folder) => ({ name: path.basename(folder), path: folder }));

  newCopies(root = this.root, thread = this.thread): NodeCopies {
    return new NodeCopies({ root, thread, sealer: new Sealer(root), folders: this.#open });
  }

  get files(): Files {
    return recordChanges(this.disk, this.copies, this.log);
  }

  /** The full path; with several folders, `file` begins with the name of one. */
  full(file: string): string {
    return path.join(this.folders.length > 1 ? path.dirname(this.folders[0] ?? '') : (this.folders[0] ?? ''), file);
  }

  /** As a person would, behind the agent's back. */
  put(file: string, content: string | Uint8Array): void {
    mkdirSync(path.dirname(this.full(file)), { recursive: true });
    writeFileSync(this.full(file), content);
  }

  has(file: string): boolean {
    return existsSync(this.full(file));
  }

  text(file: string): string | undefined {
    return this.has(file) ? readFileSync(this.full(file), 'utf8') : undefined;
  }

  /** A message of the person; the id that a restore leads to. */
  async say(): Promise<EntryId> {
    await this.log.append({ type: 'message', origin: 'typed', blocks: [{ type: 'text', text: 'go on' }] });
    return this.now;
  }

  get now(): EntryId {
    return this.log.thread.entries.at(-1)?.id ?? entryId(0);
  }

  /** As the agent does. */
  async write(file: string, text: string, call?: string): Promise<void> {
    const checked = await this.files.check(file);
    const before = await this.files.read(checked);
    const expected = before.ok ? before.value.version : undefined;
    const done = await this.files.write(checked, { expected, text, ...(call !== undefined && { call }) });
    if (!done.ok) throw new Error(`${file}: ${done.error.type}`);
  }

  async move(from: string, to: string): Promise<void> {
    const [source, target] = [await this.files.check(from), await this.files.check(to)];
    const done = await this.files.move(source, target, await this.#version(from));
    if (!done.ok) throw new Error(`${from}: ${done.error.type}`);
  }

  async remove(file: string): Promise<void> {
    const done = await this.files.remove(await this.files.check(file), await this.#version(file));
    if (!done.ok) throw new Error(`${file}: ${done.error.type}`);
  }

  since(to: EntryId): FilesSince {
    return filesSince(this.log.thread.entries, to, ownChanges(this.copies));
  }

  lists(to: EntryId): Promise<RestoreLists> {
    return restoreLists(this.since(to), { files: this.disk, copies: this.copies, ownFolders: [this.root] });
  }

  /** `also` takes those of the files to be chosen that it names. */
  async restore(to: EntryId, also: readonly string[] = []) {
    const { unchanged, chosen } = await this.lists(to);
    const files: readonly RestorableFile[] = [
      ...unchanged,
      ...chosen.filter(({ path: { inside = '' } }) => also.includes(inside)),
    ];
    const done = await restoreFiles(files, { to }, { files: this.disk, copies: this.copies, log: this.log });
    if (!done.ok) throw new Error(done.error.reason);
    return done.value;
  }

  async #version(file: string): Promise<string> {
    const read = await this.disk.read(await this.disk.check(file));
    return read.ok ? read.value.version : '';
  }
}

/** What a list says, for comparing. */
export function outline({ unchanged, chosen, left, same }: RestoreLists) {
  return {
    unchanged: unchanged.map(({ path: { inside } }) => inside),
    chosen: Object.fromEntries(chosen.map(({ path: { inside = '' }, why }) => [inside, why.map(({ type }) => type)])),
    left: Object.fromEntries(left.map(({ path: file, why }) => [file, why.type])),
    same,
  };
}
