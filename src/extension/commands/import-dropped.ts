/** Asks the person whether to import or to attach a dropped file that holds a recorded thread. */
import * as vscode from 'vscode';
import type { AttachWish } from '../../core/protocol/draft-attachment.ts';
import { FORMAT_TABLE } from '../../core/transfer/formats.ts';
import { importThread } from '../../core/transfer/import.ts';
import type { ImportSource } from '../../core/transfer/import-types.ts';
import { fileSource } from '../storage/file-source.ts';
import { exportVersion } from '../storage/own-export.ts';
import type { CommandContext } from './command-context.ts';
import { importSource } from './import-thread.ts';

/** Files with other names are not read to find out what they hold. */
const RECORDED = /\.(?:jsonl?|traj)$/i;

/** Bytes; a larger document would have to be read whole before it is known. */
const LARGEST = 50 << 20;

/** False where the file is to be attached; true where it was imported, or the person wants neither. */
export async function importDropped(host: CommandContext, wish: AttachWish): Promise<boolean> {
  const found = await droppedSource(wish).catch(() => undefined);
  const format = found && (await formatOf(found.source).catch(() => undefined));
  if (!found || format === undefined) return false;
  const { t } = host.l10n;
  const importIt = {
    label: t('Import as a Thread'),
    detail: t('It becomes a thread of its own, which can go on here.'),
  };
  const attachIt = { label: t('Attach to the Draft'), detail: t('The model reads it as a text, with your message.') };
  const placeHolder = t('{0} holds a recorded thread: {1}', found.source.name, format);
  const chosen = await vscode.window.showQuickPick([importIt, attachIt], { placeHolder });
  if (chosen === importIt) await importSource(host, found.source, found.file);
  // VS Code gives the focus to the editor when a list is closed.
  if (chosen === attachIt) await host.reveal('composer');
  return chosen !== attachIt;
}

/** Undefined where nothing was dropped that may be a recorded thread. */
async function droppedSource(wish: AttachWish): Promise<{ source: ImportSource; file: string } | undefined> {
  if (wish.type === 'data' && wish.dropped && RECORDED.test(wish.name))
    return { source: textSource(wish.name, Buffer.from(wish.data, 'base64')), file: wish.name };
  if (wish.type !== 'file' || !wish.dropped) return undefined;
  const uri = vscode.Uri.parse(wish.uri);
  if (uri.scheme !== 'file' || !RECORDED.test(uri.fsPath)) return undefined;
  const source = await fileSource(uri.fsPath);
  const isDocument = !uri.fsPath.toLowerCase().endsWith('l');
  return isDocument && source.size > LARGEST ? undefined : { source, file: uri.fsPath };
}

function textSource(name: string, bytes: Buffer): ImportSource {
  return {
    name,
    size: bytes.length,
    chunks: async function* () {
      yield bytes.toString('utf8');
    },
  };
}

/** The format as a person knows it; undefined for a file that is no recorded thread. */
async function formatOf(source: ImportSource): Promise<string | undefined> {
  if ((await exportVersion(source)) !== undefined) return 'Spool (JSONL)';
  for await (const event of importThread(source, { at: 0 }))
    return event.type === 'format' ? FORMAT_TABLE.find(({ id }) => id === event.format)?.label : undefined;
  return undefined;
}
