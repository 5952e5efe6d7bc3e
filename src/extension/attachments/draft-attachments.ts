/** What is attached to the draft of each thread: kept on the disk, so that a restart of VS Code leaves it there. */
import type { Attached } from '../../core/message/attachment.ts';
import { AttachmentFiles, type StoredAttachment } from './attachment-files.ts';

export interface DraftAttachment extends StoredAttachment {
  /** Of the window, rising. */
  readonly id: number;
}

/** Attachments of one draft. */
export const MOST_ATTACHMENTS = 20;

interface Draft {
  list: readonly DraftAttachment[];
}

export class DraftAttachments {
  readonly #files: AttachmentFiles;
  readonly #thread: () => string | undefined;
  readonly #listeners = new Set<() => void>();
  readonly #drafts = new Map<string, Promise<Draft>>();
  #shown: { readonly thread: string; readonly draft: Draft } | undefined;
  #newestId = 0;

  /** `folder` is made with the first attachment. `thread` is the id of the open thread. */
  constructor(folder: string, thread: () => string | undefined, onFailure: (error: unknown) => void) {
    this.#files = new AttachmentFiles(folder, onFailure);
    this.#thread = thread;
  }

  readonly onDidChange = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** The key of the draft that is shown: the open thread's id, empty while none is open. */
  get key(): string {
    return this.#thread() ?? '';
  }

  /** Of the draft that is shown, as far as they are loaded. */
  get list(): readonly DraftAttachment[] {
    return this.#shown?.thread === this.key ? this.#shown.draft.list : [];
  }

  /** To be called when another thread is open. Resolves to its attachments. */
  async load(key = this.key): Promise<readonly DraftAttachment[]> {
    const draft = await this.#of(key);
    if (key === this.key && this.#shown?.draft !== draft) {
      this.#shown = { thread: key, draft };
      this.#changed();
    }
    return draft.list;
  }

  /** Adds as many as there is room for, and returns how many. */
  async add(added: readonly StoredAttachment[], key = this.key): Promise<number> {
    const draft = await this.#of(key);
    const fitting = added.slice(0, Math.max(0, MOST_ATTACHMENTS - draft.list.length));
    const numbered = fitting.map((one) => ({ ...one, id: ++this.#newestId }));
    if (numbered.length > 0) this.#set(key, draft, [...draft.list, ...numbered]);
    return numbered.length;
  }

  async remove(ids: readonly number[], key = this.key): Promise<void> {
    const draft = await this.#of(key);
    const rest = draft.list.filter(({ id }) => !ids.includes(id));
    if (rest.length < draft.list.length) this.#set(key, draft, rest);
  }

  /** Puts a newer content in place of an attachment's. */
  async replace(id: number, { block, source }: StoredAttachment, key = this.key): Promise<void> {
    const draft = await this.#of(key);
    const list = draft.list.map((one) =>
      one.id === id ? { id, block, ...(source !== undefined && { source }) } : one,
    );
    this.#set(key, draft, list);
  }

  /** Puts back what a message held that was taken back. */
  async putBack(blocks: readonly Attached[], key = this.key): Promise<void> {
    if (blocks.length > 0)
      await this.add(
        blocks.map((block) => ({ block })),
        key,
      );
  }

  /** Resolves when everything is on the disk. */
  close(): Promise<void> {
    return this.#files.written();
  }

  #of(key: string): Promise<Draft> {
    const known = this.#drafts.get(key);
    if (known) return known;
    const reading = this.#files.read(key).then((stored) => ({
      list: stored.slice(0, MOST_ATTACHMENTS).map((one) => ({ ...one, id: ++this.#newestId })),
    }));
    this.#drafts.set(key, reading);
    return reading;
  }

  #set(key: string, draft: Draft, list: readonly DraftAttachment[]): void {
    draft.list = list;
    this.#files.write(key, list);
    if (key !== this.key) return;
    this.#shown = { thread: key, draft };
    this.#changed();
  }

  #changed(): void {
    for (const listener of this.#listeners) listener();
  }
}
