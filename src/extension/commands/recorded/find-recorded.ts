/** Finds the files with recorded threads in the folders of other agents. Links are not followed, and nothing is read but names and times. */
import { lstat, readdir } from 'node:fs/promises';
import path from 'node:path';
import { errorCodeOf } from '../../storage/disk.ts';
import type { AgentFolder } from './agent-folders.ts';

export interface RecordedFile {
  readonly program: string;
  readonly file: string;
  /** Bytes. */
  readonly size: number;
  /** Milliseconds since 1970. */
  readonly changedAt: number;
}

export interface Found {
  /** Newest first. */
  readonly files: readonly RecordedFile[];
  /** Folders that are there and could not be read. */
  readonly problems: readonly { readonly program: string; readonly folder: string; readonly reason: string }[];
  /** Whether a folder holds more than is looked at. */
  readonly isCut: boolean;
}

/** Names that are looked at below one root. */
const MOST_NAMES = 20_000;

/** Files whose size and time are asked for at once: one after the other takes seconds for thousands. */
const AT_ONCE = 64;

/** `most` is for tests. */
export async function findRecorded(folders: readonly AgentFolder[], most = MOST_NAMES): Promise<Found> {
  const walks = await Promise.all(folders.map((folder) => walk(folder, most)));
  const files = walks.flatMap((one) => one.files);
  return {
    files: files.sort((a, b) => b.changedAt - a.changedAt || (a.file < b.file ? -1 : 1)),
    problems: walks.flatMap((one) => one.problems),
    isCut: walks.some((one) => one.isCut),
  };
}

async function walk({ program, root, levels }: AgentFolder, most: number): Promise<Found> {
  const files: string[] = [];
  const problems: { program: string; folder: string; reason: string }[] = [];
  let left = most;
  let folders = [root];
  for (const [depth, level] of levels.entries()) {
    const isLast = depth === levels.length - 1;
    const next: string[] = [];
    for (const folder of folders) {
      const read = await namesIn(folder);
      if (typeof read === 'string') {
        if (read !== 'ENOENT' && read !== 'ENOTDIR') problems.push({ program, folder, reason: read });
        continue;
      }
      // Newer files and folders mostly have the later names.
      for (const entry of read.filter(({ name }) => level.test(name)).reverse()) {
        if (left-- <= 0) break;
        const found = path.join(folder, entry.name);
        if (isLast && entry.isFile()) files.push(found);
        else if (!isLast && entry.isDirectory()) next.push(found);
      }
    }
    folders = next;
  }
  return { files: await describedAll(program, files), problems, isCut: left < 0 };
}

async function describedAll(program: string, files: readonly string[]): Promise<readonly RecordedFile[]> {
  const all: RecordedFile[] = [];
  for (let at = 0; at < files.length; at += AT_ONCE) {
    const part = await Promise.all(files.slice(at, at + AT_ONCE).map((file) => described(program, file)));
    all.push(...part.flat());
  }
  return all;
}

/** Sorted by name; the system's code where the folder can't be read. */
async function namesIn(folder: string) {
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    return entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch (error) {
    return errorCodeOf(error);
  }
}

/** Empty for a file that is gone. */
async function described(program: string, file: string): Promise<readonly RecordedFile[]> {
  try {
    const info = await lstat(file);
    return info.isFile() && info.size > 0 ? [{ program, file, size: info.size, changedAt: info.mtimeMs }] : [];
  } catch {
    return [];
  }
}
