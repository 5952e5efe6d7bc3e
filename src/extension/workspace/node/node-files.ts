/** The files of a workspace on a disk, without an editor: as bytes, each write atomic, checked before and after. */
import { createHash } from 'node:crypto';
import { rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { err, ok, type Result } from '../../../core/lang/result.ts';
import type { Signal } from '../../../core/lang/signal.ts';
import type { CheckedPath } from '../../../core/permission/request.ts';
import type {
  FileChange,
  FileContent,
  FileProblem,
  Files,
  FoundFiles,
  ListedEntry,
  Listing,
  TextContent,
} from '../../../core/workspace/ports.ts';
import { checkPath, pathBelow, type WorkspaceFolder } from './check-path.ts';
import { isMoved, moveBytes, type ReadBytes, readBytes, replaceBytes } from './file-bytes.ts';
import { fileProblemOf } from './file-problem.ts';
import { globMatcher } from './glob.ts';
import { rulesFor } from './ignore-rules.ts';
import { MOST_DOCUMENT_BYTES, MOST_IMAGE_BYTES, mediaBlock } from './media.ts';
import { type DecodedText, PLAIN_CODEC, type TextCodec } from './text-codec.ts';
import { entriesOf, walkFiles } from './walk.ts';

/** As far as the path can be one. */
function realOf({ real }: CheckedPath): Result<string, FileProblem> {
  return real === undefined ? err({ type: 'unreachable' }) : ok(path.normalize(real));
}

interface DecodedFile {
  readonly decoded: DecodedText;
  readonly content: TextContent;
}

export class NodeFiles implements Files {
  readonly #foldersNow: () => readonly WorkspaceFolder[];
  readonly #codec: TextCodec;

  /** `folders` is asked each time: a folder may be closed. */
  constructor(folders: () => readonly WorkspaceFolder[], codec = PLAIN_CODEC) {
    this.#foldersNow = folders;
    this.#codec = codec;
  }

  folders(): readonly string[] {
    return this.#foldersNow().map(({ name }) => name);
  }

  check(given: string): Promise<CheckedPath> {
    return checkPath(given, this.#foldersNow());
  }

  async read(checked: CheckedPath): Promise<Result<FileContent, FileProblem>> {
    const file = realOf(checked);
    if (!file.ok) return file;
    const read = await readBytes(file.value);
    return read.ok ? this.#content(file.value, read.value) : read;
  }

  async write(checked: CheckedPath, change: FileChange): Promise<Result<TextContent, FileProblem>> {
    const file = realOf(checked);
    if (!file.ok) return file;
    const read = await readBytes(file.value);
    if (!read.ok && read.error.type !== 'missing') return read;
    const current = read.ok ? read.value : undefined;
    const encoded = current ? await this.#encoded(file.value, current, change) : await this.#new(file.value, change);
    if (!encoded.ok) return encoded;
    const replaced = await replaceBytes(file.value, encoded.value, current?.stats);
    if (!replaced.ok) return replaced;
    const written = await this.read(checked);
    if (!written.ok) return written;
    return written.value.type === 'text'
      ? ok(written.value)
      : err({ type: 'not-written', reason: 'it is no text any more' });
  }

  async move(from: CheckedPath, to: CheckedPath, expected: string): Promise<Result<undefined, FileProblem>> {
    const [source, target] = [realOf(from), realOf(to)];
    if (!source.ok) return source;
    if (!target.ok) return target;
    const obstacle = await unlessStill(source.value, expected);
    return obstacle ? err(obstacle) : moveBytes(source.value, target.value);
  }

  async remove(checked: CheckedPath, expected: string): Promise<Result<'trash' | 'gone', FileProblem>> {
    const file = realOf(checked);
    if (!file.ok) return file;
    const obstacle = await unlessStill(file.value, expected);
    if (obstacle) return err(obstacle);
    try {
      await rm(file.value);
      return ok('gone');
    } catch (error) {
      return err(fileProblemOf(error));
    }
  }

  async list(checked: CheckedPath): Promise<Result<Listing, FileProblem>> {
    const folder = await this.#folder(checked);
    if (!folder.ok) return folder;
    const { shown, ignored } = await entriesOf(await rulesFor(folder.value.real, folder.value.root));
    return ok({
      entries: shown.map((entry): ListedEntry => ({ name: entry.name, type: typeOf(entry) })),
      ignored: ignored.map(({ name }) => name),
    });
  }

  async find(
    checked: CheckedPath,
    pattern: string,
    limit: number,
    signal: Signal,
  ): Promise<Result<FoundFiles, FileProblem>> {
    const folder = await this.#folder(checked);
    if (!folder.ok) return folder;
    const matches = globMatcher(pattern);
    const paths: string[] = [];
    for await (const file of walkFiles(folder.value.real, folder.value.root, signal)) {
      const relative = pathBelow(file, folder.value.real) ?? '';
      if (!matches(relative)) continue;
      if (paths.length === limit) return ok({ paths: paths.toSorted(), isCut: true });
      paths.push(givenPath(checked, relative));
    }
    return ok({ paths: paths.toSorted(), isCut: false });
  }

  async #folder(checked: CheckedPath): Promise<Result<{ readonly real: string; readonly root: string }, FileProblem>> {
    const real = realOf(checked);
    if (!real.ok) return real;
    try {
      if (!(await stat(real.value)).isDirectory()) return err({ type: 'no-folder' });
      if (await isMoved(real.value)) return err({ type: 'link' });
    } catch (error) {
      return err(fileProblemOf(error));
    }
    const root = this.#foldersNow().find((folder) => pathBelow(real.value, folder.path) !== undefined);
    return ok({ real: real.value, root: root?.path ?? real.value });
  }

  async #content(file: string, read: ReadBytes): Promise<Result<FileContent, FileProblem>> {
    const { bytes } = read;
    const version = versionOf(bytes);
    const block = mediaBlock(bytes, path.basename(file));
    if (block) {
      const most = block.type === 'image' ? MOST_IMAGE_BYTES : MOST_DOCUMENT_BYTES;
      if (bytes.length > most) return err({ type: 'too-large', size: bytes.length, most });
      return ok({ type: 'media', version, size: bytes.length, block });
    }
    const text = await this.#decoded(file, read);
    return ok(text ? text.content : { type: 'binary', version, size: bytes.length });
  }

  async #decoded(file: string, { bytes, stats }: ReadBytes): Promise<DecodedFile | undefined> {
    const decoded = await this.#codec.decode(bytes, file);
    if (!decoded) return undefined;
    const { text, encoding } = decoded;
    const again = await this.#codec.encode(decoded, file, text);
    const isLossy = !again || !bytes.equals(again);
    const obstacle: FileProblem | undefined = file.endsWith('.ipynb')
      ? { type: 'notebook' }
      : isLossy
        ? { type: 'lossy', encoding }
        : (stats.mode & 0o222) === 0
          ? { type: 'read-only' }
          : undefined;
    const content = { type: 'text', version: versionOf(bytes), text, encoding, isDirty: false } as const;
    return { decoded, content: { ...content, ...(obstacle && { obstacle }) } };
  }

  async #encoded(file: string, current: ReadBytes, change: FileChange): Promise<Result<Uint8Array, FileProblem>> {
    if (change.expected === undefined) return err({ type: 'exists' });
    if (change.expected !== versionOf(current.bytes)) return err({ type: 'outdated' });
    const before = await this.#decoded(file, current);
    if (!before) return err({ type: 'not-text' });
    if (before.content.obstacle) return err(before.content.obstacle);
    return this.#safe(file, { ...before.decoded, text: change.text }, before.decoded.text);
  }

  async #new(file: string, { expected, text }: FileChange): Promise<Result<Uint8Array, FileProblem>> {
    if (expected !== undefined) return err({ type: 'outdated' });
    return this.#safe(file, { text, encoding: 'utf8', hasMark: false }, '');
  }

  /** The bytes, when the text comes back from them. */
  async #safe(file: string, wish: DecodedText, before: string): Promise<Result<Uint8Array, FileProblem>> {
    const bytes = await this.#codec.encode(wish, file, before);
    const back = bytes && (await this.#codec.decode(bytes, file));
    // An empty text has no bytes that tell its encoding.
    const isSame =
      back?.text === wish.text && (wish.text === '' || back.encoding === wish.encoding || isAscii(wish.text));
    return bytes && isSame ? ok(bytes) : err({ type: 'unencodable', encoding: wish.encoding });
  }
}

function isAscii(text: string): boolean {
  return /^[\0-\x7f]*$/.test(text);
}

async function unlessStill(file: string, expected: string): Promise<FileProblem | undefined> {
  const read = await readBytes(file);
  if (!read.ok) return read.error;
  return versionOf(read.value.bytes) === expected ? undefined : { type: 'outdated' };
}

export function versionOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex').slice(0, 24);
}

/** A path below a checked folder, as the model may give it. */
export function givenPath({ given, inside }: CheckedPath, relative: string): string {
  const base = (inside ?? given).replace(/\/$/, '');
  return base === '' ? relative : relative === '' ? base : `${base}/${relative}`;
}

function typeOf(entry: { isFile(): boolean; isDirectory(): boolean; isSymbolicLink(): boolean }): ListedEntry['type'] {
  if (entry.isDirectory()) return 'folder';
  if (entry.isFile()) return 'file';
  return entry.isSymbolicLink() ? 'link' : 'other';
}
