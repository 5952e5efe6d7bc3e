/** Reads the beginning of a recorded thread: its title and the folder that it is about. */
import path from 'node:path';
import { field, filledText, parseJson } from '../../../core/lang/json-fields.ts';
import type { MessageEntry } from '../../../core/thread/entry.ts';
import { titleFrom } from '../../../core/thread/title.ts';
import { importThread } from '../../../core/transfer/import.ts';
import type { ImportSource } from '../../../core/transfer/import-types.ts';
import { recordedFolder } from '../../../core/transfer/recorded-folder.ts';
import { errorCodeOf, openRegular } from '../../storage/disk.ts';
import type { RecordedFile } from './find-recorded.ts';

export type RecordedHead =
  | { readonly type: 'thread'; readonly title?: string; readonly folder?: string }
  /** The file holds no thread, only what the agent keeps next to one. */
  | { readonly type: 'none' }
  | { readonly type: 'unreadable'; readonly why: string };

/** Bytes that are read of a file of lines, and of one that is a single document. */
const HEAD = 256 << 10;
const LARGEST_DOCUMENT = 4 << 20;

/** Lines in which the folder is looked for. */
const TELLING_LINES = 20;

/** Never rejects. What comes later in a long file is not read, and a larger document has no title. */
export async function readHead(found: RecordedFile): Promise<RecordedHead> {
  try {
    const isDocument = path.extname(found.file) === '.json';
    if (isDocument && found.size > LARGEST_DOCUMENT) return { type: 'thread' };
    const start = await startOf(found.file, isDocument ? LARGEST_DOCUMENT : HEAD);
    const text = isDocument ? start : wholeLines(start, found.size);
    // One line alone is longer than what is read.
    if (text === undefined) return { type: 'thread' };
    const isCut = !isDocument && found.size > HEAD;
    const folder = folderIn(text) ?? (await folderOfStorage(found.file));
    return { ...(await headOf(path.basename(found.file), text, isCut)), ...(folder !== undefined && { folder }) };
  } catch (error) {
    return { type: 'unreadable', why: errorCodeOf(error) };
  }
}

/** At most `most` bytes of the file as text; refuses links and what is no file. */
async function startOf(file: string, most: number): Promise<string> {
  const handle = await openRegular(file, { noLink: true });
  try {
    const length = Math.min((await handle.stat()).size, most);
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, 0);
    return buffer.toString('utf8', 0, bytesRead);
  } finally {
    await handle.close();
  }
}

/** Undefined where the first line is longer than what was read. `size` is the file's. */
function wholeLines(start: string, size: number): string | undefined {
  if (size <= HEAD) return start;
  const end = start.lastIndexOf('\n');
  return end < 0 ? undefined : start.slice(0, end);
}

async function headOf(name: string, text: string, isCut: boolean): Promise<RecordedHead> {
  const source: ImportSource = {
    name,
    size: text.length,
    chunks: async function* () {
      yield text;
    },
  };
  let title: string | undefined;
  for await (const event of importThread(source, { at: 0 })) {
    if (event.type === 'failed') {
      const { reason, message } = event.failure;
      if (reason === 'no-messages' || reason === 'empty') return isCut ? { type: 'thread' } : { type: 'none' };
      return { type: 'unreadable', why: message };
    }
    if (event.type !== 'entry') continue;
    const { entry } = event;
    // A title of the file's own comes at the end.
    if (entry.type === 'title') title = entry.title;
    else if (entry.type === 'message' && entry.origin === 'typed') title ??= titleFrom(textOf(entry));
  }
  return { type: 'thread', ...(title !== undefined && { title }) };
}

function textOf({ blocks }: MessageEntry): string {
  return blocks.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n');
}

function folderIn(text: string): string | undefined {
  const whole = parseJson(text);
  const records = whole.ok ? [whole] : text.split('\n', TELLING_LINES).map(parseJson);
  for (const record of records) {
    const folder = record.ok ? recordedFolder(record.value) : undefined;
    if (folder !== undefined) return folder;
  }
  return undefined;
}

/** VS Code names the folder of a workspace in a file of the workspace's storage. */
async function folderOfStorage(file: string): Promise<string | undefined> {
  if (path.basename(path.dirname(file)) !== 'chatSessions') return undefined;
  const text = await startOf(path.join(path.dirname(file), '..', 'workspace.json'), HEAD).catch(() => '');
  const value = parseJson(text);
  return value.ok ? filledText(field(value.value, 'folder')) : undefined;
}
