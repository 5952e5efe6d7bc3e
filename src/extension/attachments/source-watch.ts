/** Watches the files that the draft's attachments were read from, and says which of them hold something else by now. */
import * as vscode from 'vscode';
import type { Attached } from '../../core/message/attachment.ts';
import type { DraftAttachment, DraftAttachments } from './draft-attachments.ts';
import { readFile } from './read-file.ts';

export type SourceState = 'same' | 'changed' | 'gone';

/** Several events come for one change. */
const WAIT_MS = 300;

export class SourceWatch implements vscode.Disposable {
  readonly states = new Map<number, SourceState>();
  readonly #attachments: DraftAttachments;
  readonly #onDidChange: () => void;
  readonly #watchers = new Map<string, vscode.Disposable>();
  readonly #documents: vscode.Disposable;
  #waiting: NodeJS.Timeout | undefined;

  constructor(attachments: DraftAttachments, onDidChange: () => void) {
    this.#attachments = attachments;
    this.#onDidChange = onDidChange;
    const look = ({ uri }: Pick<vscode.TextDocument, 'uri'>) => {
      if (this.#watchers.has(uri.toString())) this.lookLater();
    };
    this.#documents = vscode.Disposable.from(
      vscode.workspace.onDidChangeTextDocument(({ document }) => look(document)),
      vscode.workspace.onDidCloseTextDocument(look),
    );
  }

  /** To be called when other files are attached. */
  readonly follow = (): void => {
    const sources = new Set(this.#attachments.list.flatMap(({ source }) => source ?? []));
    for (const [source, watcher] of this.#watchers) {
      if (sources.has(source)) continue;
      watcher.dispose();
      this.#watchers.delete(source);
    }
    for (const source of sources) if (!this.#watchers.has(source)) this.#watchers.set(source, this.#watch(source));
    this.lookLater();
  };

  readonly lookLater = (): void => {
    clearTimeout(this.#waiting);
    this.#waiting = setTimeout(() => void this.#look(), WAIT_MS);
  };

  dispose(): void {
    clearTimeout(this.#waiting);
    vscode.Disposable.from(this.#documents, ...this.#watchers.values()).dispose();
  }

  #watch(source: string): vscode.Disposable {
    const uri = vscode.Uri.parse(source);
    const name = (uri.path.split('/').at(-1) ?? '').replace(/[*?{}[\]]/g, '?');
    const watcher = vscode.workspace.createFileSystemWatcher(
      new vscode.RelativePattern(vscode.Uri.joinPath(uri, '..'), name),
    );
    watcher.onDidChange(this.lookLater);
    watcher.onDidCreate(this.lookLater);
    watcher.onDidDelete(this.lookLater);
    return watcher;
  }

  async #look(): Promise<void> {
    const before = JSON.stringify([...this.states]);
    const { list } = this.#attachments;
    this.states.clear();
    for (const one of list) {
      const state = await stateOf(one);
      if (state) this.states.set(one.id, state);
    }
    if (JSON.stringify([...this.states]) !== before) this.#onDidChange();
  }
}

async function stateOf({ block, source }: DraftAttachment): Promise<SourceState | undefined> {
  if (source === undefined) return undefined;
  const now = await readFile(vscode.Uri.parse(source), []);
  if (now.ok) return holds(now.value.block, block) ? 'same' : 'changed';
  if (now.error.type === 'restricted') return 'same';
  return now.error.type === 'file' && now.error.problem.type === 'missing' ? 'gone' : 'changed';
}

/** Whether a file still holds what was read from it: a part of it also at other lines. */
function holds(now: Attached, then: Attached): boolean {
  if (now.type !== 'attachment' || then.type !== 'attachment')
    return now.type === then.type && 'data' in now && 'data' in then && now.data === then.data;
  return then.lines ? now.text.includes(then.text) : now.text === then.text;
}
