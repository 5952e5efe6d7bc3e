/** Makes what the panel shows of the draft's attachments, with what became of their files since. */
import type { DraftAttachmentsView as View } from '../../core/protocol/draft-attachment.ts';
import { attachmentView } from '../../core/view/message-rows.ts';
import type { DraftAttachments } from './draft-attachments.ts';
import type { SourceWatch } from './source-watch.ts';

export class ShownAttachments {
  readonly #attachments: DraftAttachments;
  readonly #loadWatch: () => Promise<typeof SourceWatch>;
  readonly #onDidChange: () => void;
  readonly #following: () => void;
  #watch: SourceWatch | undefined;
  #isDisposed = false;

  /** The watch of files is loaded with the first attachment. */
  constructor(attachments: DraftAttachments, loadWatch: () => Promise<typeof SourceWatch>, onDidChange: () => void) {
    this.#attachments = attachments;
    this.#loadWatch = loadWatch;
    this.#onDidChange = onDidChange;
    this.#following = attachments.onDidChange(() => {
      void this.#follow();
      onDidChange();
    });
  }

  view(): View {
    const { key, list } = this.#attachments;
    const states = this.#watch?.states;
    return {
      thread: key,
      list: list.map(({ id, block, source }) => ({
        id,
        ...attachmentView(block),
        source: source === undefined ? 'none' : (states?.get(id) ?? 'same'),
      })),
    };
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#following();
    this.#watch?.dispose();
  }

  async #follow(): Promise<void> {
    if (!this.#watch && this.#attachments.list.length > 0) {
      const Watch = await this.#loadWatch();
      if (this.#isDisposed) return;
      this.#watch ??= new Watch(this.#attachments, this.#onDidChange);
    }
    this.#watch?.follow();
  }
}
