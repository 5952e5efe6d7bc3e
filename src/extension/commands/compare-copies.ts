/** Compares files as they are with their copies in VS Code's diff editor. */
import path from 'node:path';
import * as vscode from 'vscode';
import type { RestorableFile } from '../../core/workspace/restore/restore-lists.ts';
import type { L10n } from '../l10n/l10n.ts';
import type { NodeCopies } from '../workspace/node/node-copies.ts';
import { decodePlain } from '../workspace/node/text-codec.ts';

const SCHEME = 'spool-copy';

/** Its documents are there for as long as it is not disposed of. */
export class CopyComparer implements vscode.Disposable {
  readonly #copies: NodeCopies;
  readonly #l10n: L10n;
  readonly #provider: vscode.Disposable;

  constructor(copies: NodeCopies, l10n: L10n) {
    this.#copies = copies;
    this.#l10n = l10n;
    this.#provider = vscode.workspace.registerTextDocumentContentProvider(SCHEME, {
      provideTextDocumentContent: ({ query }) => this.#text(query),
    });
  }

  /** As it is, and as it would be. */
  async compare({ path: { real = '' }, now, target }: RestorableFile): Promise<void> {
    const then = vscode.Uri.from({ scheme: SCHEME, path: real, query: target?.hash ?? '' });
    const nothing = vscode.Uri.from({ scheme: SCHEME, path: real, query: '' });
    const current = now ? vscode.Uri.file(path.normalize(real)) : nothing;
    const title = this.#l10n.t('{0} (now ↔ restored)', path.posix.basename(real));
    await vscode.commands.executeCommand('vscode.diff', current, then, title, { preview: true });
  }

  dispose(): void {
    this.#provider.dispose();
  }

  async #text(hash: string): Promise<string> {
    if (hash === '') return '';
    const bytes = await this.#copies.bytes(hash);
    if (!bytes) return this.#l10n.t('The copy is missing or damaged.');
    return decodePlain(bytes)?.text ?? this.#l10n.t('This file is no text.');
  }
}
