/** What a person does with attachments of the draft: attach, attach again, open. */
import * as vscode from 'vscode';
import type { Attaching, AttachWish } from '../../core/protocol/draft-attachment.ts';
import { attachProblemText } from '../attachments/attachment-text.ts';
import { readWish } from '../attachments/read-wish.ts';
import { proposeCode } from '../documents/proposed-code.ts';
import { documentUri } from '../documents/provider.ts';
import type { CommandContext } from './command-context.ts';
import { importDropped } from './import-dropped.ts';

/** The draft is the one that was shown when the person asked. */
export async function attach(host: CommandContext, wish: AttachWish): Promise<Attaching> {
  if (await importDropped(host, wish)) return { attached: 0 };
  const { attachments, l10n, session, storage } = host;
  const key = session.state.open?.id ?? '';
  const read = await readWish(wish, storage.ownFolders);
  if (!read.ok) return { attached: 0, why: attachProblemText(read.error, l10n) };
  const attached = await attachments.add(read.value, key);
  const why = attached < read.value.length ? attachProblemText({ type: 'full' }, l10n) : undefined;
  return { attached, ...(why !== undefined && { why }) };
}

/** Add Selection to Thread. */
export async function addSelection(host: CommandContext): Promise<void> {
  const { why } = await attach(host, { type: 'selection' });
  if (why !== undefined) host.tell({ severity: 'info', text: why });
  else await host.reveal('composer');
}

/** Puts in place of an attachment what its file holds now: all of it, or the same lines. */
export async function attachAgain(host: CommandContext, id: number): Promise<void> {
  const { attachments, l10n, storage, tell } = host;
  const { key } = attachments;
  const found = attachments.list.find((one) => one.id === id);
  if (found?.source === undefined) return;
  const { block: old, source: uri } = found;
  const isPart = old.type === 'attachment' && old.lines !== undefined;
  const read = await readWish(
    isPart ? { type: 'symbol', uri, ...old.lines } : { type: 'file', uri },
    storage.ownFolders,
  );
  if (!read.ok) return tell({ severity: 'info', text: attachProblemText(read.error, l10n) });
  const block = read.value[0]?.block;
  if (!block) return;
  const now = isPart && block.type === 'attachment' ? { ...block, kind: old.kind } : block;
  await attachments.replace(id, { block: now, source: uri }, key);
}

/** Its file at its lines; a text that has no file as a document. */
export async function openAttachment({ attachments }: CommandContext, id: number): Promise<void> {
  const found = attachments.list.find((one) => one.id === id);
  if (!found) return;
  const { block, source } = found;
  const lines = block.type === 'attachment' ? block.lines : undefined;
  if (source !== undefined) {
    const selection = lines && new vscode.Range(lines.from - 1, 0, lines.to - 1, 0);
    await vscode.commands.executeCommand('vscode.open', vscode.Uri.parse(source), { ...(selection && { selection }) });
  } else if (block.type === 'attachment') {
    const name = block.name?.split('/').at(-1) ?? `${block.kind}.txt`;
    const uri = documentUri({ show: 'code', id: proposeCode(block.text) }, name);
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri), { preview: true });
  }
}
