/** Shows text of a thread as read-only documents of the scheme `spool`. */
import * as vscode from 'vscode';
import type { L10n } from '../l10n/l10n.ts';
import type { WaitingQuestion } from '../permission/question-queue.ts';
import type { SessionView } from '../session/session-store.ts';
import { readConfiguration, readModelConfiguration } from '../settings/read-configuration.ts';
import type { ThreadStore } from '../storage/thread-store.ts';
import { changeDocument } from './change-document.ts';
import { copyDocument } from './copy-document.ts';
import { type DocumentAddress, fromQuery, SCHEME, toUriParts } from './document-address.ts';
import { effectiveSettings } from './effective-settings.ts';
import { proposedCode } from './proposed-code.ts';
import { threadDocument } from './thread-documents.ts';

/** What no entry or setting changes; `agent` is told apart, as the thread of a sub-agent is another one. */
const NEVER_CHANGE: ReadonlySet<DocumentAddress['show']> = new Set(['agent', 'change', 'code', 'copy']);

export class DocumentProvider implements vscode.TextDocumentContentProvider {
  readonly #session: Pick<SessionView, 'state'>;
  readonly #store: ThreadStore;
  readonly #questions: () => readonly WaitingQuestion[];
  readonly #l10n: L10n;
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  readonly onDidChange = this.#changed.event;
  #shown: Partial<{ readonly [Key in 'thread' | 'settings' | 'model']: unknown }> = {};

  /** `session` is that of the shown thread. */
  constructor(
    session: Pick<SessionView, 'state'>,
    store: ThreadStore,
    questions: () => readonly WaitingQuestion[],
    l10n: L10n,
  ) {
    this.#session = session;
    this.#store = store;
    this.#questions = questions;
    this.#l10n = l10n;
  }

  async provideTextDocumentContent(uri: vscode.Uri): Promise<string> {
    const address = fromQuery(uri.query);
    if (!address) return this.#l10n.t('Spool has no such document.');
    if (address.show === 'change') return changeDocument(address, this.#questions(), this.#l10n);
    if (address.show === 'code')
      return (
        proposedCode(address.id) ?? this.#l10n.t('This comparison is no longer at hand. Compare the code block again.')
      );
    if (address.show === 'copy') return copyDocument(address, this.#store, this.#l10n);
    if (address.show !== 'settings') return threadDocument(address, this.#session, this.#store, this.#l10n);
    const { state } = this.#session;
    const settings = readConfiguration(scopeOf(state.open?.workspace));
    return effectiveSettings(settings, readModelConfiguration(), state, this.#l10n);
  }

  /** Reads the documents that change with the thread or the settings again, where they are open. */
  refresh(): void {
    const { open, settings, model } = this.#session.state;
    const { thread } = open ?? {};
    const { thread: oldThread, settings: oldSettings, model: oldModel } = this.#shown;
    if (oldThread === thread && oldSettings === settings && oldModel === model) return;
    this.#shown = { thread, settings, model };
    this.#readAgain((show) => !NEVER_CHANGE.has(show));
  }

  /** Reads the threads of sub-agents again, where they are open. */
  refreshAgents(): void {
    this.#readAgain((show) => show === 'agent');
  }

  #readAgain(isOutdated: (show: DocumentAddress['show']) => boolean): void {
    for (const { uri } of vscode.workspace.textDocuments) {
      const address = uri.scheme === SCHEME ? fromQuery(uri.query) : undefined;
      if (address && isOutdated(address.show)) this.#changed.fire(uri);
    }
  }
}

/** `name` is what the tab says. */
export function documentUri(address: DocumentAddress, name: string): vscode.Uri {
  return vscode.Uri.from(toUriParts(address, name));
}

/** The workspace folder whose settings hold for a thread: its own where that is open, else the first one. */
export function scopeOf(workspace: string | undefined): vscode.Uri | undefined {
  const folders = vscode.workspace.workspaceFolders ?? [];
  return (folders.find(({ uri }) => uri.toString() === workspace) ?? folders[0])?.uri;
}
